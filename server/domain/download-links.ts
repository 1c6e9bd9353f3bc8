import type { orderItems, orders } from "../../db/schema.ts";
import type { PurchasedFile } from "../contract/store.ts";
import type { Deps } from "../deps.ts";
import { fileNameOf, signLink } from "./file-links.ts";
import { listItemFiles } from "./grants.ts";

type Grant = {
  item: typeof orderItems.$inferSelect;
  order: Pick<typeof orders.$inferSelect, "number" | "linkEpoch">;
  expiresAt: Date;
};

/**
 * The absolute, signed addresses of a bought product's files: each file, and the ZIP of all of them
 * (null when there is nothing to download).
 */
export function fileLinks(
  deps: Pick<Deps, "db" | "secret" | "config">,
  { item, order, expiresAt }: Grant,
): { files: PurchasedFile[]; zipUrl: string | null } {
  const token = signLink(deps.secret, {
    orderNumber: order.number,
    productId: item.productId,
    epoch: order.linkEpoch,
    expiresAt,
  });
  const link = (path: string) => `${deps.config.publicUrl}${path}?token=${token}`;
  const files = listItemFiles(deps.db, item).map((file) => ({
    ...file,
    url: link(`/files/${file.id}/${fileNameOf(file.title)}.pdf`),
  }));
  const zip = `/files/product/${item.productId}/${fileNameOf(item.name)}.zip`;
  return { files, zipUrl: files.length > 0 ? link(zip) : null };
}
