const GMAIL_HOSTS = new Set(["gmail.com", "googlemail.com"]);

/**
 * Returns the same name for all spellings of a mailbox: "a.nna+shop@googlemail.com" is "anna@gmail.com"
 * (decision: mailbox-spellings).
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const host = email.slice(at + 1);
  const local = email.slice(0, at).replace(/(?<=.)\+.*$/, "");
  return GMAIL_HOSTS.has(host) ? `${local.replaceAll(".", "")}@gmail.com` : `${local}@${host}`;
}
