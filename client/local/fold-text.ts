/**
 * A text in which capital and small letters are the same, and so are a letter with an accent and the same
 * two characters composed, as the server's lists compare texts. A letter beyond ASCII stays beyond ASCII.
 */
export function foldText(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
  const composed = text.replaceAll(COMPOSABLE, (part) => part.normalize("NFC"));
  return Array.from(composed, foldLetter).join("");
}

/** All but the letters that NFC turns into ASCII: a Greek question mark and accent, the Kelvin sign. */
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
