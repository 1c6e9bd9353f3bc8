/** Letters that no mark can be taken off, as an English dictionary sorts them. */
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
 * Returns the text that a text is sorted by: without upper case, accents and compatibility forms. A copy
 * of the server's (db/sort-key.ts), which a test compares.
 */
export function sortKey(text: string): string {
  const bare = text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase();
  return bare.replaceAll(/[æœøßđðþħıł]/g, (letter) => PLAIN[letter] ?? letter);
}
