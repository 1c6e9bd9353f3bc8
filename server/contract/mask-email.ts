/** "jo••••@gm••••.com": enough for its owner to recognise, too little for a stranger. */
export function maskEmail(email: string | null): string | null {
  if (!email) return null;
  const at = email.lastIndexOf("@");
  const dot = email.lastIndexOf(".");
  const name = email.slice(0, at);
  const host = email.slice(at + 1, dot);
  const shown = (text: string) => `${text.slice(0, text.length > 3 ? 2 : 1)}••••`;
  return `${shown(name)}@${shown(host)}${email.slice(dot)}`;
}
