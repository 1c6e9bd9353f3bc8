import type { PurchasedItem } from "../../../server/contract/store.ts";

/** The product's name; the spec's fallback is "Product N", counted from 1. */
export function itemName(
  item: Pick<PurchasedItem, "name" | "productName">,
  position: number,
): string {
  return item.productName || item.name || `Product ${position}`;
}

/** Where a digital product is downloaded, and whether all its files come in one archive. */
export function downloadOf(
  item: Pick<PurchasedItem, "type" | "downloadUrl" | "fileUrl">,
): { url: string; all: boolean } | undefined {
  const url = item.type === "digital" ? item.downloadUrl || item.fileUrl : null;
  return url ? { url, all: /\.zip(?:[?#]|$)/i.test(url) } : undefined;
}
