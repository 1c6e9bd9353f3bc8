import { PLACEHOLDERS } from "../../server/contract/known-placeholders.ts";
import { placeholdersOf } from "../../server/contract/placeholders.ts";
import { withTexts, pictureTextName } from "../../server/contract/words.ts";
import { TEXT_PLACES } from "./text-places.ts";

/** A text that the owner may replace. `limit` is in characters. */
export type CatalogueText = {
  name: string;
  /** Titles of its place and its group. */
  place: string;
  group: string;
  default: string;
  limit: number;
  /** Names that the text may contain in braces. */
  placeholders: readonly string[];
  /** Placeholders that a mail must contain. */
  required: readonly string[];
  placeholder?: true;
  /** Name in the picture manifest; the value is then an `OwnPicture`. */
  picture?: string;
};

/** Maximum length of a stored picture (JSON), in characters. */
const PICTURE_LIMIT = 4000;

/** Lists all pictures that the owner may replace, with their titles as defaults. */
export function listPictures(): CatalogueText[] {
  return TEXT_PLACES.flatMap(({ title: place, groups }) =>
    groups.flatMap(({ title: group, pictures = {} }) =>
      Object.entries(pictures).map(([picture, title]) => {
        const text = { name: pictureTextName(picture), place, group, default: title };
        return { ...text, limit: PICTURE_LIMIT, placeholders: [], required: [], picture };
      }),
    ),
  );
}

/** Placeholders of codes, numbers, links, sums and dates: mails must contain them. */
const REQUIRED = new Set(
  "code number account find wayBack url amount rate price sum total day time".split(" "),
);
const LIMIT_STEP = 20;
const MIN_LIMIT = 60;

/**
 * Lists all texts that the owner may replace, in the order of `TEXT_PLACES`. `neutral` has other
 * defaults, by name.
 */
export function listTexts(neutral: Readonly<Record<string, string>> = {}): CatalogueText[] {
  const listed = new Map<string, CatalogueText>();
  for (const place of TEXT_PLACES) {
    for (const { title, words, placeholder } of place.groups) {
      for (const [name, text] of textsIn(words)) {
        if (listed.has(name)) continue;
        const about = { name, place: place.title, group: title, default: neutral[name] ?? text };
        const own = placeholdersOf(text);
        const placeholders = [...new Set([...own, ...Object.keys(PLACEHOLDERS)])];
        const required = name.startsWith("mail.") ? own.filter((value) => REQUIRED.has(value)) : [];
        const limit = limitOf(text);
        listed.set(name, {
          ...about,
          limit,
          placeholders,
          required,
          ...(placeholder && { placeholder }),
        });
      }
    }
  }
  return [...listed.values()];
}

/** Returns a text's maximum length: twice the default's, because other languages are longer. */
function limitOf(text: string): number {
  return Math.max(MIN_LIMIT, Math.ceil((text.length * 2) / LIMIT_STEP) * LIMIT_STEP);
}

/** Returns names and defaults of texts. Constants are skipped: both reads return the same value. */
function textsIn(words: readonly object[]): [name: string, text: string][] {
  const names = withTexts(new Proxy({}, { get: (_, name) => name }), () => stringsIn(words));
  const defaults = withTexts({}, () => stringsIn(words));
  return names.flatMap((name, index): [string, string][] => {
    const text = defaults[index];
    return text === undefined || text === name ? [] : [[name, text]];
  });
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return value && typeof value === "object" ? Object.values(value).flatMap(stringsIn) : [];
}
