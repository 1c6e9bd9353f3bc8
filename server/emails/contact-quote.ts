const MAX_NAME_LENGTH = 40;
const DOTS = /(?<=\S)[.\u3002\uFF0E\uFF61\u2024](?=\S)/gu;

/**
 * A stranger's text as it may stand in a mail to an address nobody has proved: mail programs find no
 * web address, mail address or phone number in it that they could turn into a link.
 */
export function withoutLinks(text: string): string {
  // What is taken out leaves a space, so that its neighbours do not make a new word.
  return text
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/\b(?:h(?:tt|xx)ps?|ftp|mailto|tel|sms|javascript|data)\s*:/gi, " ")
    .replaceAll(/h(?:tt|xx)ps?/gi, " ")
    .replaceAll(/\+?\d(?:[\s()./-]{0,3}\d){6,}/g, "(number)")
    .replaceAll(DOTS, " . ")
    .replaceAll(/[@＠]/g, " (at) ")
    .replaceAll(/:(?=\S)/g, ": ")
    .replaceAll(/[\\/]{2,}/g, " ")
    .replaceAll(/\bwww\b/gi, " ")
    .replaceAll(/[ \t]{2,}/g, " ")
    .trim();
}

/** A stranger's name for the greeting: letters and what names have between them, cut short. */
export function nameForGreeting(name: string): string {
  const letters = name
    .normalize("NFKC")
    .replaceAll(/[^\p{L}\p{M}'’. -]/gu, "")
    .replaceAll(DOTS, ". ")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (/http|www/i.test(letters)) return "";
  const short = [...letters].slice(0, MAX_NAME_LENGTH).join("");
  return short.replace(/[^\p{L}\p{M}]+$/u, "");
}
