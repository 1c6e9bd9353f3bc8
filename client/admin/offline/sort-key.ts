/** Letters that do not decompose, with the letters that replace them in an English dictionary. */
const PLAIN: Record<string, string> = {
  æ: "ae",
  œ: "oe",
  ø: "o",
  ß: "ss",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ı: "i",
  ł: "l",
};

/**
 * Returns the sort key of a text: without case, accents and compatibility forms. A copy of
 * db/text-keys.ts; a test compares them.
 */
export function sortKey(text: string): string {
  const bare = text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase();
  return bare.replaceAll(/[æœøßđðþħıł]/g, (letter) => PLAIN[letter] ?? letter);
}
