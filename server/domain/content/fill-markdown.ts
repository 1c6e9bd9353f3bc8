import type MarkdownIt from "markdown-it";
import type { StateCore, Token } from "markdown-it";
import { fillPlaceholders, placeholdersOf } from "../../contract/placeholders.ts";

export type MarkdownValues = Readonly<Record<string, string>>;

/** A placeholder in a link's address, which the parser has encoded. */
const ENCODED_PLACEHOLDER = /%7B(?:%20)*([a-z][\w.]*)(?:%20)*%7D/gi;

/** Omits the lines whose placeholders are all empty. */
export function withoutEmptyLines(text: string, values: MarkdownValues): string {
  const isShown = (line: string) => {
    const filled = placeholdersOf(line).filter((name) => Object.hasOwn(values, name));
    return filled.length === 0 || filled.some((name) => values[name]?.trim() !== "");
  };
  return text.split("\n").filter(isShown).join("\n");
}

/**
 * Fills the placeholders with `env.values` after parsing, so that a value is plain text everywhere:
 * also in code, and in a link's address, whose scheme and host it cannot change.
 */
export function addFillRule(markdown: InstanceType<typeof MarkdownIt>): void {
  markdown.core.ruler.push("fill", (state: StateCore) => {
    const { values } = state.env as { values: MarkdownValues };
    const lines = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, linesOf(value).join("\n")]),
    );
    for (const token of state.tokens) {
      if (token.children) token.children = token.children.flatMap((child) => fill(child));
      else token.content = fillPlaceholders(token.content, lines);
    }

    function fill(token: Token): Token[] {
      for (const attribute of token.attrs ?? []) {
        const [name, given] = attribute;
        const value = String(given);
        attribute[1] = name === "href" ? fillAddress(value, lines) : fillPlaceholders(value, lines);
      }
      const [first = "", ...others] = fillPlaceholders(token.content, lines).split("\n");
      // Only values contain line breaks here; line breaks of the text are separate tokens.
      const isBroken = token.type === "text" && others.length > 0;
      token.content = isBroken ? first : [first, ...others].join("\n");
      return isBroken
        ? [token, ...others.flatMap((line) => [breakToken(), textToken(line)])]
        : [token];
    }

    function textToken(content: string): Token {
      return Object.assign(new state.Token("text", "", 0), { content });
    }

    function breakToken(): Token {
      return new state.Token("hardbreak", "br", 0);
    }
  });
}

function linesOf(value: string): string[] {
  const lines = value.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "");
}

function fillAddress(address: string, values: MarkdownValues): string {
  return address.replaceAll(ENCODED_PLACEHOLDER, (whole: string, name: string) =>
    Object.hasOwn(values, name) ? encodeValue(values[name] ?? "") : whole,
  );
}

/** Percent-encodes a value for any scheme: also "/" and ":", but not "@" and "+". */
function encodeValue(value: string): string {
  const encoded = encodeURIComponent(value.toWellFormed());
  return encoded.replaceAll("%40", "@").replaceAll("%2B", "+");
}
