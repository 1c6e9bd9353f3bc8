import { ENGLISH } from "../../contract/language.ts";

/** A value of a text field, with its name if the value is a code. */
type Suggestion = { value: string; name?: string };

const COUNTRY_NAMES = new Intl.DisplayNames(ENGLISH, { type: "region", fallback: "none" });
const LANGUAGE_NAMES = new Intl.DisplayNames(ENGLISH, { type: "language", fallback: "none" });
/** Languages of Europe, and those with many speakers. Others can be typed. */
const COMMON_LANGUAGES =
  "ar be bg bn bs ca cs da de el en es et eu fa fi fr ga gl he hi hr hu hy id is it ja ka ko lt lv " +
  "mk ms mt nb nl pl pt-BR pt-PT ro ru sk sl sq sr sv sw ta th tr uk ur vi zh-Hans zh-Hant";
const LETTERS = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index));

export function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && code !== "ZZ" && COUNTRY_NAMES.of(code) !== undefined;
}

/** Accepts BCP 47 tags of known languages, also with a region or an extension: "ar-u-nu-latn". */
export function isLanguage(tag: string): boolean {
  try {
    return LANGUAGE_NAMES.of(new Intl.Locale(tag).language) !== undefined;
  } catch {
    return false;
  }
}

/** Accepts IANA names only; `Intl` also accepts offsets such as "+01:00". */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z]/i.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}

export const LANGUAGES = named(COMMON_LANGUAGES.split(" "), LANGUAGE_NAMES);
export const COUNTRIES = named(
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(isCountry),
  COUNTRY_NAMES,
);
export const TIME_ZONES: Suggestion[] = Intl.supportedValuesOf("timeZone").map((value) => ({
  value,
}));

function named(codes: string[], names: Intl.DisplayNames): Required<Suggestion>[] {
  return codes
    .map((value) => ({ value, name: names.of(value) ?? value }))
    .toSorted((one, other) => one.name.localeCompare(other.name, ENGLISH));
}
