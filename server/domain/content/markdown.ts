import MarkdownIt, { type Token } from "markdown-it";
import { MAX_MARKDOWN } from "../../contract/content.ts";
import { contentRefusals as refusals } from "./refusals.ts";
import { PLACEHOLDERS } from "../../contract/known-placeholders.ts";
import { isPagePath } from "../../contract/local-paths.ts";
import { addFillRule, type MarkdownValues, withoutEmptyLines } from "./fill-markdown.ts";

/** Deeper nesting is shown as plain text. */
const MAX_NESTING = 20;
const ABSOLUTE_LINK = /^https?:\/\//i;
const OTHER_LINK = /^(?:mailto:|tel:|#)/i;
const LOWEST_HEADING = 6;
/** Maximum length of a link reference's address and title; each use of the reference repeats them. */
const MAX_REFERENCE = 500;
/** Maximum number of headings in the table of contents. */
const MAX_SECTIONS = 200;
/** Limit of a text's HTML: a multiple of the text, plus room for the values of a short text. */
const MAX_GROWTH = { times: 10, bytes: 10_000 };
const MAX_HTML_BYTES = 500_000;

const markdown = new MarkdownIt({ html: false, maxNesting: MAX_NESTING })
  // Images from other sites would track visitors; tables do not fit on small screens.
  .disable(["image", "table"]);
addFillRule(markdown);
markdown.validateLink = (url) => ABSOLUTE_LINK.test(url) || OTHER_LINK.test(url) || isPagePath(url);

export type RenderedMarkdown = {
  html: string;
  /** The headings of the highest level, with the ids of their elements. */
  sections: { id: string; heading: string }[];
  /** The first paragraph without markup, or "". */
  summary: string;
};

type MarkdownOptions = {
  /** Values of the placeholders, inserted as plain text. */
  values?: MarkdownValues;
  /** Level of the highest heading. */
  top?: number;
};

/**
 * Renders Markdown to HTML; HTML in the text is escaped. Omits a line if all its placeholders are
 * empty. A text with a fault is rendered as plain text.
 */
export function renderMarkdown(text: string, options: MarkdownOptions = {}): RenderedMarkdown {
  const rendered = renderOrFault(text, options);
  return typeof rendered === "string" ? plainTextOf(text) : rendered;
}

/**
 * Returns the introduction of a text without markup: the paragraphs before the first heading, list
 * or quote. Returns the whole text without markup if it begins with one of these.
 */
export function introOf(text: string): string {
  if (text.length > MAX_MARKDOWN) return text;
  const tokens = markdown.parse(text, { values: {} });
  const end = tokens.findIndex(({ level, type }) => level === 0 && !PARAGRAPH.includes(type));
  const intro = end > 0 ? tokens.slice(0, end) : tokens;
  const blocks = intro.map((token) => (token.children ? inlineText(token) : token.content).trim());
  return blocks.filter((block) => block !== "").join("\n\n");
}

/** Types of the tokens of a paragraph that is not inside another block. */
const PARAGRAPH = ["paragraph_open", "inline", "paragraph_close"];

/** Longer than most values, so that a stored text stays within the limits when values change. */
const LONG_VALUES = Object.fromEntries(
  Object.keys(PLACEHOLDERS).map((name) => [name, "x".repeat(400)]),
);

/** Returns the reason if a text would take too long to render or make its page too large. */
export function findMarkdownFault(text: string): string | undefined {
  const rendered = renderOrFault(text, { values: LONG_VALUES });
  return typeof rendered === "string" ? rendered : undefined;
}

/** Renders a text, or returns its fault as a string. Checks the limits before expensive steps. */
function renderOrFault(
  text: string,
  { values = {}, top = 2 }: MarkdownOptions,
): RenderedMarkdown | string {
  if (text.length > MAX_MARKDOWN) return refusals.textTooLong(MAX_MARKDOWN);
  const env: MarkdownEnv = { values };
  const tokens = markdown.parse(withoutEmptyLines(text, values), env);
  const references = Object.values(env.references ?? {});
  if (references.some(({ href, title }) => Math.max(href.length, title.length) > MAX_REFERENCE)) {
    return refusals.referenceTooLong(MAX_REFERENCE);
  }
  const growth = MAX_GROWTH.bytes + MAX_GROWTH.times * Buffer.byteLength(text);
  const limit = Math.min(growth, MAX_HTML_BYTES);
  if (minHtmlLength(tokens) > limit) return refusals.htmlTooLong;
  const sections = placeHeadings(tokens, top);
  if (sections.length > MAX_SECTIONS) return refusals.tooManyHeadings(MAX_SECTIONS);
  markLinks(tokens);
  const html = markdown.renderer.render(tokens, markdown.options, env);
  if (Buffer.byteLength(html) > limit) return refusals.htmlTooLong;
  const firstParagraph = tokens.findIndex(({ type }) => type === "paragraph_open");
  const summary = firstParagraph < 0 ? "" : inlineText(tokens[firstParagraph + 1]);
  return { html, sections, summary };
}

type MarkdownEnv = {
  values: MarkdownValues;
  references?: Record<string, { href: string; title: string }>;
};

/** Returns a lower bound of the length of the tokens' HTML, without rendering them. */
function minHtmlLength(tokens: readonly Token[]): number {
  let length = 0;
  for (const { children, content, attrs } of tokens) {
    length += children ? minHtmlLength(children) : content.length;
    for (const [, value] of attrs ?? []) length += String(value).length;
  }
  return length;
}

function plainTextOf(text: string): RenderedMarkdown {
  const paragraphs = text.split(/\n\s*\n/).map((lines) => markdown.utils.escapeHtml(lines));
  return { html: `<p>${paragraphs.join("</p>\n<p>")}</p>\n`, sections: [], summary: "" };
}

/**
 * Shifts all headings so that the highest level becomes `top`, and adds ids to headings of that
 * level. Stops when there are more than MAX_SECTIONS.
 */
function placeHeadings(tokens: Token[], top: number): RenderedMarkdown["sections"] {
  const levels = tokens.filter(isHeading).map(({ tag }) => Number(tag.slice(1)));
  const shift = top - Math.min(...levels);
  const sections: RenderedMarkdown["sections"] = [];
  const taken = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    if (!isHeading(token)) continue;
    if (sections.length > MAX_SECTIONS) break;
    const level = Math.min(Number(token.tag.slice(1)) + shift, LOWEST_HEADING);
    token.tag = `h${level}`;
    if (level !== top || token.type !== "heading_open") continue;
    const heading = inlineText(tokens[index + 1]);
    const id = freeId(heading, taken);
    token.attrSet("id", id);
    sections.push({ id, heading });
  }
  return sections;
}

const isHeading = ({ type }: Token) => type === "heading_open" || type === "heading_close";

const BREAKS = ["softbreak", "hardbreak"];

function inlineText(inline: Token | undefined): string {
  const parts = inline?.children ?? [];
  const words = parts.map(({ type, content }) => (BREAKS.includes(type) ? " " : content));
  return words.join("");
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
