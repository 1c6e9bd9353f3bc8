/**
 * Whether the address still names the page that was loaded. It does not when the reader went back
 * right after a reload: the browser then only changes the address and leaves the rest to scripts.
 */
export function isLoadedPage(): boolean {
  const loaded = performance.getEntriesByType("navigation")[0]?.name ?? "";
  if (!URL.canParse(loaded)) return true;
  const { pathname, search } = new URL(loaded);
  return pathname === location.pathname && search === location.search;
}
