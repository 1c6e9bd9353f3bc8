import { type Prepared, prepareText } from "./encoded-body.ts";

type Making = { make: (path: string) => Promise<string>; headers: Record<string, string> };

/** Prepares an answer when it is first asked for, and keeps it for good; a failure is tried again. */
export function preparedOnce({ make, headers }: Making): (path: string) => Promise<Prepared> {
  const kept = new Map<string, Promise<Prepared>>();
  return (path) => {
    const prepared = kept.get(path) ?? prepare(path);
    kept.set(path, prepared);
    return prepared;
  };

  async function prepare(path: string): Promise<Prepared> {
    try {
      return prepareText(await make(path), headers);
    } catch (error) {
      kept.delete(path);
      throw error;
    }
  }
}

/** The headers of a page that no search engine lists. */
export const unlistedPage = (caching: string) => ({
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": caching,
  "X-Robots-Tag": "noindex",
});
