/**
 * Folds case and composes accented letters (NFC), as the server's lists compare texts. Letters
 * outside ASCII never become ASCII letters.
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
