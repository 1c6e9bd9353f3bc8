import { isSigned, sign } from "./tokens.ts";

const PURPOSE = "file-link";
const DAY_MS = 86_400_000;

/** How long links stay good: a page is reloaded soon, a mail is read again weeks later. */
export const PAGE_LINK_MS = DAY_MS;
export const MAIL_LINK_MS = 60 * DAY_MS;

/** What a link gives access to: one order item's files, while the order's link epoch is `epoch`. */
export type LinkClaim = { itemId: number; epoch: number; expiresAt: Date };

/** The token of a signed link: `item.epoch.expiry.signature`. */
export function signLink(secret: string, claim: LinkClaim): string {
  const expiry = Math.floor(claim.expiresAt.getTime() / 1000);
  const payload = `${claim.itemId}.${claim.epoch}.${expiry}`;
  return `${payload}.${sign(secret, PURPOSE, payload)}`;
}

const TOKEN = /^(\d{1,15})\.(\d{1,9})\.(\d{1,12})\.([\w-]{43})$/;

/** The claim of a token we signed, expired or not; undefined for any other text. */
export function readLink(secret: string, token: string): LinkClaim | undefined {
  const [, itemId, epoch, expiry, signature] = TOKEN.exec(token) ?? [];
  if (!itemId || !epoch || !expiry || !signature) return undefined;
  if (!isSigned(secret, PURPOSE, `${itemId}.${epoch}.${expiry}`, signature)) return undefined;
  return {
    itemId: Number(itemId),
    epoch: Number(epoch),
    expiresAt: new Date(Number(expiry) * 1000),
  };
}

/** The name a file is saved under: plain letters, digits and dashes, never empty. */
export function fileNameOf(title: string): string {
  const plain = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-zA-Z0-9]+/g, "-");
  return plain.replace(/^-+|-+$/g, "").slice(0, 80) || "printable";
}
