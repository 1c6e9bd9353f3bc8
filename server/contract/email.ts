const MAX_EMAIL_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;
// As `<input type="email">` has it (https://html.spec.whatwg.org/#valid-e-mail-address), and with an
// ending: two letters or more, or punycode. A copy of zod's, which public pages do not load.
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/i;
const PLAIN_DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u;
const BEYOND_ASCII = /[^\0-\u007F]/;

/**
 * An email as it is compared and stored: without space around it, its letters A to Z small, its domain
 * in punycode. Other letters stay as they are: some would turn into ASCII (decision: fold-email).
 */
export function foldEmail(email: string): string {
  return foldParts(email.trim());
}

/** Whether a text is one email that the payment provider and mail servers accept, folded or not. */
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

/**
 * A domain in punycode (UTS 46). It stays as it is when a letter beyond ASCII would turn into ASCII:
 * such a domain only looks like the other one.
 */
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
