/**
 * A text in which capital and small letters are the same, as the server's lists compare texts: a letter
 * beyond ASCII stays one letter beyond ASCII.
 */
export function foldText(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
  return Array.from(text, foldLetter).join("");
}

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
