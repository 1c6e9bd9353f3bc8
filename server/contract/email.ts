const MAX_EMAIL_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;
// Pattern of `<input type="email">` with a top-level domain, without loading zod.
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/i;
const PLAIN_DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u;
const BEYOND_ASCII = /[^\0-\u007F]/;

/** Trims an email, lowercases A to Z only (others could become ASCII), punycodes its domain. */
export function foldEmail(email: string): string {
  return foldParts(email.trim());
}

export function isEmail(text: string): boolean {
  const email = foldParts(text);
  const fits = email.length <= MAX_EMAIL_LENGTH && email.indexOf("@") <= MAX_LOCAL_LENGTH;
  return fits && EMAIL.test(email);
}

function foldParts(email: string): string {
  const small = email.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const domainStart = small.lastIndexOf("@") + 1;
  return small.slice(0, domainStart) + toAsciiDomain(small.slice(domainStart));
}

/** Converts a domain to punycode (UTS 46), unless a label would become plain ASCII: a lookalike. */
function toAsciiDomain(domain: string): string {
  if (!BEYOND_ASCII.test(domain) || domain.length > MAX_EMAIL_LENGTH) return domain;
  const url = `http://${domain}`;
  if (!PLAIN_DOMAIN.test(domain) || !URL.canParse(url)) return domain;
  const ascii = new URL(url).hostname;
  const labels = domain.split(".");
  const isFaithful = ascii
    .split(".")
    .every((label, index) => label === labels[index] || label.startsWith("xn--"));
  return isFaithful ? ascii : domain;
}

/** Masks an email as "jo••••@gm••••.com": its owner recognises it, strangers cannot guess it. */
export function maskEmail(email: string | null): string | null {
  if (!email) return null;
  const at = email.lastIndexOf("@");
  const dot = email.lastIndexOf(".");
  const name = email.slice(0, at);
  const host = email.slice(at + 1, dot);
  const shown = (text: string) => `${text.slice(0, text.length > 3 ? 2 : 1)}••••`;
  return `${shown(name)}@${shown(host)}${email.slice(dot)}`;
}
