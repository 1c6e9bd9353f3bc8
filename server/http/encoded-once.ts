import { singleFlight } from "../process/single-flight.ts";
import { type Prepared, prepareText } from "./encoded-body.ts";

type Making = { make: (path: string) => Promise<string>; headers: Record<string, string> };

/** Prepares a response on its first request and caches it; a failure is retried on the next request. */
export function preparedOnce({ make, headers }: Making): (path: string) => Promise<Prepared> {
  const prepared = new Map<string, Prepared>();
  const prepareOnce = singleFlight<Prepared>();
  return async (path) =>
    prepared.get(path) ??
    prepareOnce(path, async () => {
      const answer = prepareText(await make(path), headers);
      prepared.set(path, answer);
      return answer;
    });
}

/** The headers of a page that no search engine lists. */
export const unlistedPage = (caching: string) => ({
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": caching,
  "X-Robots-Tag": "noindex",
});
