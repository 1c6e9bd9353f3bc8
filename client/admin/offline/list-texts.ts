/**
 * Folds case and normalizes to NFC, matching the server's text comparison. Letters outside ASCII
 * never become ASCII letters.
 */
export function foldText(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
  const composed = text.replaceAll(COMPOSABLE, (part) => part.normalize("NFC"));
  return Array.from(composed, foldLetter).join("");
}

/**
 * Matches all characters except those that NFC converts to ASCII: the Greek question mark, the
 * Greek varia and the Kelvin sign.
 */
const COMPOSABLE = /[^\u037E\u1FEF\u212A]+/g;
const BEYOND_ASCII = /[^\0-\u007F]/;

function foldLetter(letter: string): string {
  if (!BEYOND_ASCII.test(letter)) return letter.toLowerCase();
  const upper = letter.toUpperCase();
  const folded = isOneBeyond(upper) ? upper.toLowerCase() : letter.toLowerCase();
  return isOneBeyond(folded) ? folded : letter;
}

function isOneBeyond(text: string): boolean {
  const [letter = "", ...more] = text;
  return more.length === 0 && BEYOND_ASCII.test(letter);
}

/** Replacements for letters without a Unicode decomposition, as sorted in English dictionaries. */
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
 * Returns a sort key without case, accents and compatibility forms. Duplicates db/text-keys.ts; a
 * test compares both.
 */
export function sortKey(text: string): string {
  const bare = text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase();
  return bare.replaceAll(/[æœøßđðþħıł]/g, (letter) => PLAIN[letter] ?? letter);
}
