import type { BulkRequest } from "../../../server/contract/tables.ts";
import { outboxWords as words } from "../../content/admin-outbox.ts";
import { ApiError, isOffline } from "../../lib/answer.ts";
import { isOf, type Outcome } from "../offline/entry.ts";
import type { Outbox } from "../offline/outbox.ts";
import { accessEndOf } from "../app/access-end.ts";
import { countOf } from "../../../server/contract/format.ts";
import type { RowBatch } from "./use-writes.tsx";

/** Change sets that undo a batch, newest first; undefined while part of the batch is unsent. */
type Saved = { changeSets: number[] } | undefined;

type SaveRowsParts = {
  outbox: Outbox;
  /** Sends a bulk change and returns its change set. */
  send: (table: string, request: BulkRequest) => Promise<number | null>;
  /**
   * Queues one change on this device and sends it. Returns the outcome, or undefined when it is
   * unknown.
   */
  queue: (change: RowBatch["changes"][number]) => Promise<Outcome | undefined>;
  refusalOf: (outcome: Outcome | undefined) => ApiError | undefined;
};

/**
 * Changes several rows. The server applies them in one change set or rejects them all. While
 * offline or signed out, or while these rows have queued changes, each row becomes an outbox entry.
 */
export async function saveRows(parts: SaveRowsParts, batch: RowBatch): Promise<Saved> {
  const { outbox, send } = parts;
  const waiting = outbox.entries();
  if (!batch.changes.some((change) => waiting.some((entry) => isOf(entry, change)))) {
    try {
      const changeSet = await send(batch.table, bulkOf(batch));
      return { changeSets: changeSet === null ? [] : [changeSet] };
    } catch (error) {
      if (!isOffline(error) && accessEndOf(error) !== "signed-out") throw error;
    }
  }
  return queueRows(parts, batch);
}

function bulkOf({ sequence, changes }: RowBatch): BulkRequest {
  const rows = changes.map(({ row, version, values }) => ({ id: row, version, values }));
  return { action: "update", filter: {}, expected: rows.length, sequence, rows };
}

async function queueRows(
  { queue, refusalOf }: SaveRowsParts,
  { changes }: RowBatch,
): Promise<Saved> {
  const outcomes = await Promise.all(changes.map(queue));
  const refusals = outcomes.flatMap((outcome) => refusalOf(outcome) ?? []);
  const [refusal] = refusals;
  if (refusal) {
    throw new ApiError(words.someRefused(countOf(refusals.length, "row"), refusal.message));
  }
  const sent = outcomes.flatMap((outcome) => (outcome?.kind === "done" ? [outcome] : []));
  if (sent.length < outcomes.length) return undefined;
  return { changeSets: sent.flatMap(({ changeSet }) => changeSet ?? []).toReversed() };
}
