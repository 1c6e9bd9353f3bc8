import type { Reader } from "../../../db/client.ts";
import type { Order, OrderItem } from "../../../db/schema.ts";
import { PAPER_NAMES } from "../../contract/files.ts";
import type { PurchasedFile } from "../../contract/answers.ts";
import type { Deps } from "../../deps.ts";
import { DAY_MS } from "../../contract/time.ts";
import { isSigned, sign } from "../tokens.ts";
import { type CurrentFile, listItemFiles } from "./grants.ts";

type Item = Pick<OrderItem, "productId" | "name" | "files">;

export type Links = {
  files: PurchasedFile[];
  /** Null when the item has no files. */
  zipUrl: string | null;
};

/** Returns permanent paths to an item's files. Opening them requires the buyer's session. */
export function filePaths(db: Reader, item: Item): Links {
  const files = listItemFiles(db, item).map((file) => ({
    ...file,
    url: `/files/${file.id}/${fileNameOf(file.title)}.pdf`,
  }));
  const zip = `/files/product/${item.productId}/${fileNameOf(item.name)}.zip`;
  return { files, zipUrl: files.length > 0 ? zip : null };
}

type Grant = {
  item: Item;
  order: Pick<Order, "number" | "linkEpoch">;
  expiresAt: Date;
};

/** Returns absolute URLs to an item's files that need no session and expire at `expiresAt`. */
export function fileLinks(
  deps: Pick<Deps, "db" | "secret" | "config">,
  { item, order, expiresAt }: Grant,
): Links {
  const token = signLink(deps.secret, {
    orderNumber: order.number,
    productId: item.productId,
    epoch: order.linkEpoch,
    expiresAt,
  });
  const link = (path: string) => `${deps.config.publicUrl}${path}?token=${token}`;
  const { files, zipUrl } = filePaths(deps.db, item);
  return {
    files: files.map((file) => ({ ...file, url: link(file.url) })),
    zipUrl: zipUrl && link(zipUrl),
  };
}

/**
 * Returns a path in the ZIP for each file, with a folder per paper size. Names are unique ignoring
 * case, as on macOS and Windows file systems.
 */
export function zipNames(files: Pick<CurrentFile, "title" | "paper">[]): string[] {
  const taken = new Set<string>();
  return files.map(({ title, paper }) => {
    const wanted = `${paper ? `${PAPER_NAMES[paper]}/` : ""}${savedNameOf(title)}`;
    let name = wanted;
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${wanted}-${count}`;
    taken.add(name.toLowerCase());
    return `${name}.pdf`;
  });
}

const PURPOSE = "file-link";

/** Lifetimes of file links: short on pages, which renew them on reload, and long in mails. */
export const PAGE_LINK_MS = DAY_MS;
export const MAIL_LINK_MS = 60 * DAY_MS;

/** Signed content of a link, which opens one product's files until the order's epoch changes. */
export type LinkClaim = { orderNumber: string; productId: number; epoch: number; expiresAt: Date };

export function signLink(secret: string, claim: LinkClaim): string {
  const expiry = Math.floor(claim.expiresAt.getTime() / 1000);
  const payload = `${claim.orderNumber}.${claim.productId}.${claim.epoch}.${expiry}`;
  return `${payload}.${sign(secret, PURPOSE, payload)}`;
}

const TOKEN = /^(([\dA-Z]{4}-[\dA-Z]{4})\.(\d{1,15})\.(\d{1,9})\.(\d{1,12}))\.([\w-]{43})$/;

/** Returns the claim of a token with a valid signature. Does not check the expiry. */
export function readLink(secret: string, token: string): LinkClaim | undefined {
  const [, payload, orderNumber, productId, epoch, expiry, signature] = TOKEN.exec(token) ?? [];
  if (!payload || !orderNumber || !signature) return undefined;
  if (!isSigned(secret, PURPOSE, payload, signature)) return undefined;
  return {
    orderNumber,
    productId: Number(productId),
    epoch: Number(epoch),
    expiresAt: new Date(Number(expiry) * 1000),
  };
}

/** Returns a non-empty ASCII file name of letters, digits and dashes. */
export function fileNameOf(title: string): string {
  const plain = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-zA-Z0-9]+/g, "-");
  return plain.replace(/^-+|-+$/g, "").slice(0, 80) || "printable";
}

/** Keeps file names below the usual limit of 255 bytes; a UTF-8 character takes up to four. */
const MOST_LETTERS = 60;

/** Like `fileNameOf`, but keeps letters of all scripts. */
export function savedNameOf(title: string): string {
  const letters = title.normalize("NFKC").replace(/[^\p{L}\p{M}\p{N}]+/gu, "-");
  const name = [...letters.replace(/^-+|-+$/g, "")].slice(0, MOST_LETTERS).join("");
  return /[^\0-\u007F]/.test(name) ? name : fileNameOf(title);
}

export function dispositionOf(
  kind: "inline" | "attachment",
  { title, ending }: { title: string; ending: "pdf" | "zip" },
): string {
  const plain = fileNameOf(title);
  const saved = savedNameOf(title);
  const named = `${kind}; filename="${plain}.${ending}"`;
  return saved === plain
    ? named
    : `${named}; filename*=UTF-8''${encodeURIComponent(saved)}.${ending}`;
}
