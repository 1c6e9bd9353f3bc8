type Link = Pick<HTMLAnchorElement, "href" | "origin" | "pathname" | "search" | "hash"> & {
  dataset: DOMStringMap;
};

/** On a link to a file that this device has. */
export const KEPT = { "data-kept": "" } as const;

/** Whether a link leads to the shop: not to a place of this page, a kept file or another program. */
export function needsConnection(
  link: Link,
  here: Pick<Location, "origin" | "pathname" | "search">,
): boolean {
  if (link.origin !== here.origin || link.dataset["kept"] !== undefined) return false;
  const samePage = link.pathname === here.pathname && link.search === here.search;
  return !(samePage && link.hash !== "");
}
