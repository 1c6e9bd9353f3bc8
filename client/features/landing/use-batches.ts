import { useState } from "react";
import type { Batch } from "../../../server/contract/content.ts";

type Loading = "idle" | "loading" | "failed";

/** Returns the loaded rows of a list. `loadMore` appends the next batch while `more` is true. */
export function useBatches<Row extends { id: number }>(
  first: Batch<Row>,
  loadAfter: (id: number) => Promise<Batch<Row>>,
) {
  const [{ rows, more }, setLoaded] = useState(first);
  const [state, setState] = useState<Loading>("idle");

  async function loadMore(): Promise<void> {
    if (state === "loading") return;
    setState("loading");
    try {
      setLoaded(addBatch(rows, await loadAfter(rows.at(-1)?.id ?? 0)));
      setState("idle");
    } catch {
      setState("failed");
    }
  }

  return { rows, more, state, loadMore };
}

/** Appends the rows not loaded yet. The server restarts the list if the last row was deleted. */
export function addBatch<Row extends { id: number }>(rows: Row[], next: Batch<Row>): Batch<Row> {
  const known = new Set(rows.map(({ id }) => id));
  const added = next.rows.filter(({ id }) => !known.has(id));
  return { rows: [...rows, ...added], more: next.more && added.length > 0 };
}
