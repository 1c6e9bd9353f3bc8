import { CURRENCIES } from "../../../server/contract/currencies.ts";
import { isCountry, isTimeZone } from "../../../server/contract/known-codes.ts";
import type { Choice } from "../ui/combo-box.tsx";

/** A code as a choice, with its names in lower case. Its id is the code. */
type NamedCode = Choice & { id: string; words: readonly string[] };

/** Codes of one kind, such as countries. */
export type CodeList = {
  /** Returns a code's name in the reader's language; an unknown code unchanged. */
  nameOf: (code: string) => string;
  /** Returns the code as people write it, unless it is its name. */
  detailOf: (code: string) => string;
  /** Lists the known codes by name. */
  list: () => readonly NamedCode[];
  /** Returns the code that has this text as its code or as one of its names. */
  read: (text: string) => string | undefined;
};

/** Languages of spreadsheets whose names of codes are accepted, besides the reader's language. */
const PASTED_LANGUAGES = ["en", "de"];
/** Languages of Europe, and those with many speakers. Others can be typed. */
const LANGUAGES =
  "ar be bg bn bs ca cs da de el en es et eu fa fi fr ga gl he hi hr hu hy id is it ja ka ko lt lv " +
  "mk ms mt nb nl pl pt-BR pt-PT ro ru sk sl sq sr sv sw ta th tr uk ur vi zh-Hans zh-Hant";
const LETTERS = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index));

type CodeSource = {
  codes: () => readonly string[];
  nameOf: (code: string) => string;
  /** Returns other names, in any case. */
  aliasesOf: (code: string) => readonly string[];
  detailOf?: (code: string) => string;
};

function codeList(source: CodeSource): CodeList {
  const { codes, nameOf, aliasesOf, detailOf = (code) => code } = source;
  let known: readonly NamedCode[] | undefined;
  let codeOf: ReadonlyMap<string, string> | undefined;
  const named = (id: string): NamedCode => {
    const name = nameOf(id);
    const words = [id, name, ...aliasesOf(id)].map(fold);
    return { id, name, text: name, detail: detailOf(id), words: [...new Set(words)] };
  };
  const list = () =>
    (known ??= codes()
      .map(named)
      .toSorted((one, other) => one.name.localeCompare(other.name)));
  /** Codes by their words. A code wins over the same word as a name. */
  const index = () => {
    const names = list().flatMap(({ id, words }) => words.map((word) => [word, id] as const));
    return new Map([...names, ...list().map(({ id }) => [fold(id), id] as const)]);
  };
  return { nameOf, detailOf, list, read: (text) => (codeOf ??= index()).get(fold(text)) };
}

/** Folds a text so that case, accents, underscores and spaces around it do not matter. */
function fold(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("_", " ").trim().toLowerCase();
}

type NameType = "region" | "currency" | "language";

/** Returns functions for the names of codes, which `Intl` has in the given case. */
function namesOf(type: NameType, toIntl = (code: string) => code) {
  const made = new Map<string, Intl.DisplayNames>();
  const nameIn = (locale: string | undefined, style: "long" | "short", code: string) => {
    const key = `${locale} ${style}`;
    const names = made.get(key) ?? new Intl.DisplayNames(locale, { type, style, fallback: "none" });
    made.set(key, names);
    try {
      return names.of(toIntl(code));
    } catch {
      // The code is not well-formed.
      return undefined;
    }
  };
  return {
    nameOf: (code: string) => nameIn(undefined, "long", code) ?? code,
    aliasesOf: (code: string) =>
      PASTED_LANGUAGES.flatMap((locale) =>
        (["long", "short"] as const).flatMap((style) => nameIn(locale, style, code) ?? []),
      ),
  };
}

export const countries = codeList({
  codes: () =>
    LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(isCountry),
  ...namesOf("region"),
});

/** Currencies of the payment provider. */
export const currencies = codeList({
  codes: () => [...CURRENCIES],
  ...namesOf("currency", (code) => code.toUpperCase()),
  detailOf: (code) => code.toUpperCase(),
});

export const languages = codeList({ codes: () => LANGUAGES.split(" "), ...namesOf("language") });

export const timeZones = codeList({
  codes: () => [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])],
  nameOf: (zone) => (isTimeZone(zone) ? zone.replaceAll("_", " ") : zone),
  aliasesOf: (zone) => [zone.split("/").at(-1) ?? zone],
  detailOf: () => "",
});

/** Lists the codes with a word that contains typed text: first the same word, then its beginning. */
export function matchCodes(list: readonly NamedCode[], text: string): readonly NamedCode[] {
  const typed = fold(text);
  const rankOf = ({ words }: NamedCode) =>
    words.includes(typed) ? 0 : words.some((word) => word.startsWith(typed)) ? 1 : 2;
  return list
    .filter(({ words }) => words.some((word) => word.includes(typed)))
    .toSorted((one, other) => rankOf(one) - rankOf(other));
}
