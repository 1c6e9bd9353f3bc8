/**
 * An address as it is compared and stored: without space around it, its letters A to Z small. Other
 * letters stay as they are: some turn into ASCII when they are made small (the Kelvin sign into "k"),
 * and would make one mailbox of two.
 */
export function foldEmail(address: string): string {
  return address.trim().replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
