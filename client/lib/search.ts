/** Query parameters by name. */
export type Search = Partial<Record<string, string>>;

/** Parses a query string: the last of repeated keys counts, empty values are left out. */
export function parseSearch(search: string): Search {
  return Object.fromEntries([...new URLSearchParams(search)].filter(([, value]) => value !== ""));
}
