import type { Reader } from "../../../db/client.ts";
import type { Order, OrderItem } from "../../../db/schema.ts";
import { PAPER_NAMES } from "../../contract/format.ts";
import type { PurchasedFile } from "../../contract/answers.ts";
import type { Deps } from "../../deps.ts";
import { fileNameOf, savedNameOf, signLink } from "./link-token.ts";
import { type CurrentFile, listItemFiles } from "./grants.ts";

type Item = Pick<OrderItem, "productId" | "name" | "files">;

type Links = {
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
