import { ENGLISH } from "./language.ts";

/** Codes that `Intl` names, but that are no countries today: withdrawn ones, groups and parts. */
const NOT_COUNTRIES =
  "AC AN BU CP CQ CS DD DG DY EA EU EZ FX HV IC NH QO RH SU TA TP UK UN VD XA XB YD YU ZR ZZ";

const names: Partial<Record<"region" | "language", Intl.DisplayNames>> = {};

function hasName(type: keyof typeof names, code: string): boolean {
  names[type] ??= new Intl.DisplayNames(ENGLISH, { type, fallback: "none" });
  return names[type].of(code) !== undefined;
}

/** Accepts ISO 3166 codes in capitals: "DE". */
export function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && !NOT_COUNTRIES.includes(code) && hasName("region", code);
}

/** Accepts ISO 4217 codes in lower case: "usd". */
export function isCurrency(code: string): boolean {
  return /^[a-z]{3}$/.test(code) && Intl.supportedValuesOf("currency").includes(code.toUpperCase());
}

/** Accepts BCP 47 tags of known languages, also with a region or an extension: "ar-u-nu-latn". */
export function isLanguage(tag: string): boolean {
  try {
    return hasName("language", new Intl.Locale(tag).language);
  } catch {
    return false;
  }
}

/** Accepts IANA names only; `Intl` also accepts offsets such as "+01:00". */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z]/i.test(name)) return false;
  try {
    return new Intl.DateTimeFormat(ENGLISH, { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}
