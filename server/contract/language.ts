/** Language of the built-in texts and of the admin, and the default language of a shop. */
export const ENGLISH = "en";

/** Whether a language has the formats of the built-in texts. */
export function isPlainEnglish(language: string): boolean {
  return language === ENGLISH || language === "en-US";
}

const RIGHT_TO_LEFT = new Set("Adlm Arab Hebr Mand Nkoo Rohg Samr Syrc Thaa".split(" "));

/** Returns the writing direction of a language, a BCP 47 tag. */
export function directionOf(language: string): "ltr" | "rtl" {
  const { script = "" } = new Intl.Locale(language).maximize();
  return RIGHT_TO_LEFT.has(script) ? "rtl" : "ltr";
}
