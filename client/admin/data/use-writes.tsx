import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { adminMessages } from "../../content/admin-messages.ts";
import { type OfferedProduct, offerWarnings } from "../../../server/contract/offer-warnings.ts";
import {
  type BulkRequest,
  MOST_ROWS_A_PAGE,
  type TableRow,
  type Value,
} from "../../../server/contract/tables.ts";
import { adminWords } from "../../content/admin.ts";
import { outboxWords as words } from "../../content/admin-outbox.ts";
import { ApiError, readableMessage } from "../../lib/answer.ts";
import { randomKey } from "../../lib/retry.ts";
import { DeviceError } from "../../device/idb.ts";
import { isOf, type NewEntry, type Outcome } from "../offline/entry.ts";
import { pick, type Values } from "../offline/merge.ts";
import type { Outbox } from "../offline/outbox.ts";
import type { Scope } from "../offline/outbox-store.ts";
import { failureOutcome, isQueued, mayHaveArrived } from "../offline/write-failure.ts";
import { useAdmin } from "./admin-context.ts";
import { countOf } from "../../../server/contract/format.ts";
import { adminCalls } from "./api.ts";
import { showsChange } from "./query-client.ts";
import { CALL_LIMIT_MS, ChangedMeanwhile, type WriteOptions, type Written } from "./request.ts";
import { useAsk } from "../ui/dialog.tsx";
import { usePasskeyCheck, type WithPasskey } from "./use-direct-write.ts";
import { useToasts } from "../ui/toasts.tsx";

/** How long a form waits for the result: the request timeout plus time for earlier entries. */
const ANSWER_MS = CALL_LIMIT_MS + 2_000;

/** Row write, stored in the outbox until the server has processed it. */
export type RowWrite = Exclude<NewEntry, { kind: "upload" }>;

export type Writes = {
  /**
   * Queues and sends a write; then shows `done` with an Undo button, or that the write is queued.
   * Rejects with an ApiError if the server rejects the write; its entry then stays in the outbox
   * until it is saved again or discarded. Queueing the write deletes `draft`.
   */
  saveRow: (write: RowWrite, done: string, draft?: string) => Promise<void>;
  /** Like `saveRow` for a change without a form: shows an error, and discards the failed write. */
  saveWithoutForm: (write: RowWrite, done: string) => Promise<void>;
  /**
   * Changes several rows atomically, with one Undo. While offline, queues each row as a separate
   * write. Rejects like `saveRow`.
   */
  saveRows: (batch: RowBatch, done: string) => Promise<void>;
  /** Removes a row's rejected entries from the outbox; called when its form closes. */
  giveUp: (scope: Scope) => void;
  /**
   * Sends a write without queueing it, refetches visible data, and shows `done` with an Undo
   * button. Rejects with an ApiError; retries with the same `key` are idempotent.
   */
  send: (call: DirectCall, options: { key: string; done?: string }) => Promise<void>;
};

/** Calls an `adminCalls` method with the given options. */
type DirectCall = (options: WriteOptions) => Promise<Written<unknown>>;

type RowChange = ReturnType<typeof changeOf>;

/** Changes to rows of one table, as read at sequence number `sequence`. */
export type RowBatch = { table: string; sequence: number; changes: RowChange[] };

/** Builds an update entry. Its base values are those shown to the user, for conflict detection. */
export function changeOf(row: TableRow, change: { table: string; label: string; values: Values }) {
  const base = pick(row, Object.keys(change.values));
  return { kind: "update", row: row.id, version: row.version, base, ...change } as const;
}

/** Returns the write operations of the admin. */
export function useWrites(): Writes {
  const client = useQueryClient();
  const { show } = useToasts();
  const ask = useAsk();
  const withPasskey = usePasskeyCheck();
  const { outbox, storageProblem, user } = useAdmin();
  const isStored = storageProblem === undefined;
  return useMemo(
    () => createWrites({ client, show, ask, withPasskey, outbox, isStored, user: user.id }),
    [client, show, ask, withPasskey, outbox, isStored, user.id],
  );
}

type WritesParts = {
  client: QueryClient;
  show: ReturnType<typeof useToasts>["show"];
  ask: ReturnType<typeof useAsk>;
  withPasskey: WithPasskey;
  outbox: Outbox;
  /** Whether queued writes are persisted, rather than held in memory. */
  isStored: boolean;
  user: number;
};

/** Creates the write operations; `useWrites` supplies the parts. */
export function createWrites(parts: WritesParts): Writes {
  const { client, show, ask, withPasskey, outbox, isStored, user } = parts;
  const saveRow: Writes["saveRow"] = async (write, done, draft) => {
    if (write.table === "") throw new ApiError(adminMessages.noTable);
    await confirmOffers([write]);
    const outcome = await withPasskey(async () => {
      const answered = await queue(write, draft);
      const refusal = refusalOf(answered);
      if (refusal) throw refusal;
      return answered;
    });
    if (outcome?.kind === "done") return showDone(done, setsOf(outcome.changeSet));
    showQueued(write.label);
  };

  const giveUp = (scope: Scope) => void outbox.giveUp(scope).catch(reportError);

  const saveWithoutForm: Writes["saveWithoutForm"] = (write, done) =>
    saveRow(write, done).catch((error: unknown) => {
      show({ text: readableMessage(error), failed: true });
      giveUp(write);
    });

  const queue = async (write: RowWrite, draft?: string) => {
    const options = { withinMs: ANSWER_MS, ...(draft !== undefined && { draft }) };
    const { outcome } = await outbox.write(write, options).catch(asApiError);
    return outcome;
  };

  const showQueued = (label: string) =>
    show({ text: isStored ? words.queued(label) : words.queuedInTab(label), kind: "queued" });

  const saveAll: Writes["saveRows"] = async (batch, done) => {
    await confirmOffers(batch.changes);
    const saved = await saveRows({ outbox, send: sendBulk, queue }, batch);
    if (saved) showDone(done, saved.changeSets);
    else showQueued(countOf(batch.changes.length, "row"));
  };

  const sendBulk = (table: string, request: BulkRequest) =>
    sendNow((options) => adminCalls.changeMany(table, request, options), randomKey());

  const send: Writes["send"] = async (call, { key, done }) => {
    const changeSet = await sendNow(call, key).catch((error: unknown) => {
      throw actionError(error);
    });
    if (done) showDone(done, setsOf(changeSet));
  };

  const sendNow = async (call: DirectCall, key: string) => {
    const { changeSet } = await withPasskey(() => call({ key, user }));
    // A write can affect any list.
    void client.invalidateQueries({ predicate: (query) => showsChange(query, "all") });
    return changeSet;
  };

  const showDone = (text: string, changeSets: number[]) =>
    show({ text, ...(changeSets.length > 0 && { undo: () => undo(changeSets) }) });

  /** Asks for confirmation of writes that break an offer; rejects if declined. */
  const confirmOffers = async (wanted: RowWrite[]) => {
    const found = await Promise.all(wanted.map(findOfferWarnings));
    const [text, ...more] = new Set(found.flat());
    if (text === undefined) return;
    const { offers } = adminWords;
    const sure = await ask({
      title: offers.title,
      text: [text, ...more].join(" "),
      yes: offers.yes,
      danger: true,
    });
    if (!sure) throw new ApiError(text);
  };

  const undo = async (changeSets: number[]) => {
    try {
      // Undo newest first: a later change may depend on an earlier one.
      for (const changeSet of changeSets) {
        await send((options) => adminCalls.undo(changeSet, options), { key: randomKey() });
      }
      show({ text: adminWords.done.undone });
    } catch (error) {
      show({ text: readableMessage(error), failed: true });
    }
  };

  return { saveRow, saveWithoutForm, saveRows: saveAll, send, giveUp };
}

/** Returns the error that a form shows for an outcome; undefined if applied or still queued. */
export function refusalOf(outcome: Outcome | undefined): ApiError | undefined {
  if (outcome?.kind === "rejected") {
    const { kind: _kind, message, ...details } = outcome;
    return new ApiError(message || adminMessages.saveFailed, details);
  }
  if (outcome?.kind === "changed") {
    return new ChangedMeanwhile(new ApiError(adminWords.conflict.heading), outcome.theirs);
  }
  return outcome?.kind === "gone" ? new ApiError(adminWords.conflict.gone) : undefined;
}

/** Returns the error that the dialog of a call outside the queue shows. */
export function actionError(error: unknown): unknown {
  const isLost = error instanceof ApiError && mayHaveArrived(error);
  return isLost ? new ApiError(words.lostAction) : error;
}

function setsOf(changeSet: number | null | undefined): number[] {
  return changeSet === null || changeSet === undefined ? [] : [changeSet];
}

function asApiError(error: unknown): never {
  throw error instanceof DeviceError ? new ApiError(words.device[error.reason]) : error;
}

/** Change sets to revert for an Undo, newest first; undefined while part of the batch is unsent. */
type Saved = { changeSets: number[] } | undefined;

type SaveRowsParts = {
  outbox: Outbox;
  /** Sends a bulk change and returns its change set. */
  send: (table: string, request: BulkRequest) => Promise<number | null>;
  /** Queues and sends one change. Returns undefined if the outcome is unknown. */
  queue: (change: RowChange) => Promise<Outcome | undefined>;
};

/**
 * Changes several rows. The server applies all of them in one change set, or none. Queues each row
 * separately if a row already has queued changes, or if a single write would be queued. If the lost
 * request was applied, these writes find their values in the rows and change nothing.
 */
export async function saveRows(parts: SaveRowsParts, batch: RowBatch): Promise<Saved> {
  const { outbox, send } = parts;
  const waiting = outbox.entries();
  if (!batch.changes.some((change) => waiting.some((entry) => isOf(entry, change)))) {
    try {
      const changeSet = await send(batch.table, bulkOf(batch));
      return { changeSets: changeSet === null ? [] : [changeSet] };
    } catch (error) {
      if (!(error instanceof ApiError) || !isQueued(failureOutcome(error))) throw error;
    }
  }
  return queueRows(parts, batch);
}

function bulkOf({ sequence, changes }: RowBatch): BulkRequest {
  const rows = changes.map(({ row, version, values }) => ({ id: row, version, values }));
  return { action: "update", filter: {}, expected: rows.length, sequence, rows };
}

async function queueRows({ queue }: SaveRowsParts, { changes }: RowBatch): Promise<Saved> {
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

/** Returns warnings about offers that a write would break; may be empty. */
async function findOfferWarnings(write: RowWrite): Promise<string[]> {
  const isEdit = write.kind === "update" && ("name" in write.values || "active" in write.values);
  if (!isEdit && write.kind !== "delete") return [];
  if (write.table !== "products") return [];
  const limit = String(MOST_ROWS_A_PAGE);
  // Skip the check when offline; the write itself then reports the failure.
  const asked = [adminCalls.listRows("products", { limit }), adminCalls.listRows("settings", {})];
  const [page, settings] = await Promise.all(asked).catch(() => []);
  const [row] = settings?.data ?? [];
  if (!page || !row) return [];
  const { row: id } = write;
  const after =
    write.kind === "delete"
      ? page.data.filter((row) => row.id !== id)
      : page.data.map((row) => (row.id === id ? { ...row, ...write.values, id } : row));
  return offerWarnings(page.data.map(offered), after.map(offered), {
    offers: row["offers"] === true,
    firstOfferId: idOf(row["first_offer_id"]),
    secondOfferId: idOf(row["second_offer_id"]),
    lastOfferId: idOf(row["last_offer_id"]),
  });
}

function offered({ id, name, active }: Values & { id: number }): OfferedProduct {
  return { id, name: String(name ?? ""), active: active === true };
}

const idOf = (value: Value | undefined) => (typeof value === "number" ? value : null);
