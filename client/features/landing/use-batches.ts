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
      const next = await loadAfter(rows.at(-1)?.id ?? 0);
      // After a row that is gone, the answer begins with the first rows again.
      const known = new Set(rows.map(({ id }) => id));
      const added = next.rows.filter(({ id }) => !known.has(id));
      setLoaded({ rows: [...rows, ...added], more: next.more && added.length > 0 });
      setState("idle");
    } catch {
      setState("failed");
    }
  }

  return { rows, more, state, loadMore };
}
