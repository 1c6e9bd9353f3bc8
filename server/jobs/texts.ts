import type { Deps } from "../deps.ts";
import { feedTexts } from "../domain/tables/text-search.ts";

/** A round is short: the store may be told to stop meanwhile. */
const ROUND_MS = 500;
/** Of the time that the index takes, so much is left to others. */
const REST = 2;

/** Fills the index of texts for a moment, and leaves most of it to requests; true when more is left. */
export async function feedTextsInTurns({
  db,
  stopping,
}: Pick<Deps, "db" | "stopping">): Promise<boolean> {
  const endsAt = performance.now() + ROUND_MS;
  while (performance.now() < endsAt && !stopping?.aborted) {
    const startedAt = performance.now();
    if (!feedTexts(db)) return false;
    const taken = performance.now() - startedAt;
    await new Promise((resolve) => setTimeout(resolve, taken * REST));
  }
  return true;
}
