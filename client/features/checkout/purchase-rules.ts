import type { PurchasedItem } from "../../../server/contract/store.ts";

/** The product's name; the spec's fallback is "Product N", counted from 1. */
export function itemName(
  item: Pick<PurchasedItem, "name" | "productName">,
  position: number,
): string {
  return item.productName || item.name || `Product ${position}`;
}

/**
 * Where a digital product is downloaded, and whether all its files come in one archive. A product of
 * one file is that file: an archive would only have to be unpacked.
 */
export function downloadOf({
  type,
  downloadUrl,
  fileUrl,
  files = [],
}: Pick<PurchasedItem, "type" | "downloadUrl" | "fileUrl"> &
  Partial<Pick<PurchasedItem, "files">>): { url: string; all: boolean } | undefined {
  const [first, second] = files.length === 1 ? [fileUrl, downloadUrl] : [downloadUrl, fileUrl];
  const url = type === "digital" ? first || second : null;
  return url ? { url, all: /\.zip(?:[?#]|$)/i.test(url) } : undefined;
}
