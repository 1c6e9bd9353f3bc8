import type { PlaceholderName } from "./known-placeholders.ts";
import { ENGLISH } from "./language.ts";
import {
  fillPlaceholders,
  placeholderValues,
  type PlaceholderValues,
  type ShopDetails,
} from "./placeholders.ts";
import type { Site } from "./site.ts";

/** The owner's texts by name, the values of the global placeholders, and the language of both. */
type CurrentTexts = {
  texts: Site["texts"];
  values: Partial<PlaceholderValues>;
  language: string;
};

/** Keys whose values are not texts: names of pictures and drawings, and paths. */
const FIXED_KEYS = new Set(["doodle", "picture", "href"]);

let current: CurrentTexts = { texts: {}, values: {}, language: ENGLISH };

/**
 * Sets the owner's texts and their language for this process or tab. Call it in the same tick as the rendering, because
 * another rendering may set other texts while this one waits.
 */
export function setTexts({ texts, language = ENGLISH, ...shop }: TextSource): void {
  // American English has the formats of the built-in texts.
  const formats = language === "en-US" ? ENGLISH : language;
  current = { texts, values: placeholderValues(shop), language: formats };
}

export type TextSource = Pick<Site, "texts" | "language"> & ShopDetails;

/** Returns the language that was set with the texts, a BCP 47 tag. */
export function currentLanguage(): string {
  return current.language;
}

/** Runs a synchronous function with these texts and no placeholder values, then restores both. */
export function withTexts<Result>(texts: Site["texts"], read: () => Result): Result {
  const before = current;
  current = { texts, values: {}, language: before.language };
  try {
    return read();
  } finally {
    current = before;
  }
}

/**
 * Defines texts. A string at `a.b` is read as the owner's text named `{name}.a.b`, or as the string
 * itself, with the global placeholders filled. Array items are named by their index. Read a string
 * while rendering, not when a module loads: later changes would not be seen.
 */
export function defineWords<const Tree extends object>(name: string, tree: Tree): Tree {
  const words = Array.isArray(tree) ? [] : {};
  const entries: [string, unknown][] = Object.entries(tree);
  for (const [key, value] of entries) {
    const path = `${name}.${key}`;
    const get =
      typeof value === "string" && !FIXED_KEYS.has(key)
        ? () => fillPlaceholders(current.texts[path] ?? value, current.values)
        : undefined;
    const isTree = typeof value === "object" && value !== null;
    const property = get ? { get } : { value: isTree ? defineWords(path, value) : value };
    Object.defineProperty(words, key, { ...property, enumerable: true });
  }
  return words as Tree;
}

/** Returns the text that the owner stored under a name; undefined if it is not set. */
export function findOwnText(name: string): string | undefined {
  return current.texts[name];
}

/** Whether the owner has replaced all of these texts. */
export function areReplaced(names: readonly string[]): boolean {
  return names.every((name) => current.texts[name] !== undefined);
}

type PlaceholderOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderOf<Rest>
  : never;

type Values<Text extends string> = {
  [Name in Exclude<PlaceholderOf<Text>, PlaceholderName>]: string | number;
};

/** Fills the placeholders of a text, as in `fill(words.until, { date })`. Keeps unknown ones. */
export function fill<Text extends string>(text: Text, values: Values<Text>): string {
  return fillPlaceholders(text, values);
}

/** Returns the name of the text that stores the owner's replacement for a built-in picture. */
export function pictureTextName(picture: string): string {
  return `pictures.${picture}`;
}
