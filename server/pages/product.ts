import { PageNotFound, Redirect } from "../contract/pages.ts";
import { BUY_PARAM, productPath } from "../contract/paths.ts";
import { formerSlugs, shownProduct } from "../domain/orders/product-page.ts";
import { readCached } from "../domain/public-reads.ts";
import { loadDiscount, type PageLoad } from "./page-load.ts";

/**
 * Loads a product's page. A former slug, or capital letters in the path, redirect. The server never
 * starts a checkout for a link: mail scanners and browsers that prefetch open it, too.
 */
export async function loadProduct(load: PageLoad) {
  const { read, deps, id = "", visit } = load;
  const slug = id.toLowerCase();
  const shown = read(shownProduct(slug));
  const current = shown ? slug : readCached(deps.db, formerSlugs).get(slug);
  if (current !== undefined && visit && visit.c.req.path !== productPath(current)) {
    const { search } = new URL(visit.c.req.url);
    throw new Redirect(productPath(current) + search, 308);
  }
  if (!shown) throw new PageNotFound();
  const wantsCheckout = visit?.c.req.query(BUY_PARAM) !== undefined;
  return { ...shown, discount: await loadDiscount(load), wantsCheckout };
}
