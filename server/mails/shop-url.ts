import { productPath } from "../contract/paths.ts";
import { isSectionShown } from "../contract/sections.ts";
import type { Deps } from "../deps.ts";
import { listProductsById } from "../domain/orders/catalogue.ts";
import { readSettings, readSite } from "../domain/settings.ts";

/**
 * Returns where the buyer of these products can buy again: the packs, or while they are hidden the
 * page of one of the products. Undefined while the shop is closed.
 */
export function shopUrl(
  deps: Pick<Deps, "config" | "db">,
  productIds: number[],
): string | undefined {
  if (!readSettings(deps).isOpen) return undefined;
  const { publicUrl } = deps.config;
  if (isSectionShown(readSite(deps), "pricing")) return `${publicUrl}/#pricing`;
  const slug = listProductsById(deps.db, productIds)[0]?.slug;
  return slug ? publicUrl + productPath(slug) : publicUrl;
}
