/**
 * An email as it is compared and stored: without space around it, its letters A to Z small. Other
 * letters stay as they are: some would turn into ASCII (decision: fold-email).
 */
export function foldEmail(email: string): string {
  return email.trim().replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
