// Query values stay the strings they are: the router's own parser would turn an order number
// such as "123" into a number and write quotes around it when it links back.

/** Reads a query string; of a repeated key the last value counts. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Writes a query string with its question mark, or nothing; keys without a value are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (value !== undefined && value !== null) query.set(key, String(value));
  }
  return query.size > 0 ? `?${query}` : "";
}

/** A query value as text, or undefined when it is missing or empty. */
export function textParam(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
