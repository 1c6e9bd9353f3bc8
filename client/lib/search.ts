/** The values of an address's query by their keys. */
export type Search = Partial<Record<string, string>>;

/** Reads a query string; of a repeated key the last value counts, and an empty one is missing. */
export function parseSearch(search: string): Search {
  return Object.fromEntries([...new URLSearchParams(search)].filter(([, value]) => value !== ""));
}
