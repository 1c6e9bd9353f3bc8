import { useState } from "react";
import type { Batch } from "../../../server/contract/content.ts";

type Loading = "idle" | "loading" | "failed";

/** The rows of a list, which grow at each call of `loadMore`, until `more` is false. */
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

/** Adds the rows of a batch that are not known. After a row that is gone, a batch begins again. */
export function addBatch<Row extends { id: number }>(rows: Row[], next: Batch<Row>): Batch<Row> {
  const known = new Set(rows.map(({ id }) => id));
  const added = next.rows.filter(({ id }) => !known.has(id));
  return { rows: [...rows, ...added], more: next.more && added.length > 0 };
}
