import MarkdownIt, { type Token } from "markdown-it";
import { MAX_MARKDOWN } from "../../contract/content.ts";
import { contentRefusals as refusals } from "../../contract/admin-messages.ts";
import { fillPlaceholders, placeholdersOf } from "../../contract/placeholders.ts";
import { isLocalPath } from "../../contract/paths.ts";
import { AppError } from "../../errors.ts";

/** Deeper nesting is shown as plain text. */
const MAX_NESTING = 20;
const ABSOLUTE_LINK = /^https?:\/\//i;
const OTHER_LINK = /^(?:mailto:|tel:|#)/i;
const LOWEST_HEADING = 6;

const markdown = new MarkdownIt({ html: false, maxNesting: MAX_NESTING })
  // Images from other sites would track visitors; tables do not fit on small screens.
  .disable(["image", "table"]);
markdown.validateLink = (url) =>
  ABSOLUTE_LINK.test(url) || OTHER_LINK.test(url) || isLocalPath(url);

export type RenderedMarkdown = {
  html: string;
  /** The headings of the highest level, with the ids of their elements. */
  sections: { id: string; heading: string }[];
  /** The first paragraph without markup, or "". */
  summary: string;
};

type MarkdownOptions = {
  /** Values of the placeholders, inserted as plain text. */
  values?: Readonly<Record<string, string>>;
  /** Level of the highest heading. */
  top?: number;
};

/**
 * Renders Markdown to HTML; HTML in the text is escaped. Omits a line if all its placeholders are
 * empty. Throws `invalid` if the text is longer than MAX_MARKDOWN.
 */
export function renderMarkdown(
  text: string,
  { values = {}, top = 2 }: MarkdownOptions = {},
): RenderedMarkdown {
  if (text.length > MAX_MARKDOWN) throw new AppError("invalid", refusals.textTooLong(MAX_MARKDOWN));
  const env = {};
  const tokens = markdown.parse(fillLines(text, values), env);
  const sections = placeHeadings(tokens, top);
  markLinks(tokens);
  const firstParagraph = tokens.findIndex(({ type }) => type === "paragraph_open");
  const summary = firstParagraph < 0 ? "" : textOf(tokens[firstParagraph + 1]);
  return { html: markdown.renderer.render(tokens, markdown.options, env), sections, summary };
}

function fillLines(text: string, values: Readonly<Record<string, string>>): string {
  const escaped = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, escapeMarkdown(value)]),
  );
  const isShown = (line: string) => {
    const filled = placeholdersOf(line).filter((name) => Object.hasOwn(values, name));
    return filled.length === 0 || filled.some((name) => values[name]?.trim() !== "");
  };
  return text
    .split("\n")
    .filter(isShown)
    .map((line) => fillPlaceholders(line, escaped))
    .join("\n");
}

/** Escapes a value, so that Markdown renders it literally; keeps its line breaks. */
function escapeMarkdown(value: string): string {
  return value
    .split("\n")
    .map((line) => line.trim().replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`))
    .filter((line) => line !== "")
    .join("\\\n");
}

/** Shifts all headings, so that the highest has level `top`, and gives those an id. */
function placeHeadings(tokens: Token[], top: number): RenderedMarkdown["sections"] {
  const levels = tokens.filter(isHeading).map(({ tag }) => Number(tag.slice(1)));
  const shift = top - Math.min(...levels);
  const sections: RenderedMarkdown["sections"] = [];
  const taken = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    if (!isHeading(token)) continue;
    const level = Math.min(Number(token.tag.slice(1)) + shift, LOWEST_HEADING);
    token.tag = `h${level}`;
    if (level !== top || token.type !== "heading_open") continue;
    const heading = textOf(tokens[index + 1]);
    const id = freeId(heading, taken);
    token.attrSet("id", id);
    sections.push({ id, heading });
  }
  return sections;
}

const isHeading = ({ type }: Token) => type === "heading_open" || type === "heading_close";

function textOf(inline: Token | undefined): string {
  const parts = inline?.children ?? [];
  return parts.map(({ type, content }) => (type === "softbreak" ? " " : content)).join("");
}

/** Returns the heading's words as an id that no other element of the page has. */
function freeId(heading: string, taken: Map<string, number>): string {
  const words = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, "-");
  const name = words.replaceAll(/^-|-$/g, "") || "section";
  let id = name;
  let count = taken.get(name) ?? 0;
  while (taken.has(id) || PAGE_IDS.includes(id)) id = `${name}-${(count += 1)}`;
  taken.set(name, count).set(id, 0);
  return id;
}

/** Element ids that the page already uses, so headings must not get them. */
const PAGE_IDS = ["content", "root", "contents-heading"];

function markLinks(tokens: Token[]): void {
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    if (token.type !== "link_open") continue;
    if (ABSOLUTE_LINK.test(String(token.attrGet("href"))))
      token.attrSet("rel", "noopener noreferrer");
  }
}
