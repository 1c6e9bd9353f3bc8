import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect, useMemo } from "react";
import { adminMessages } from "../../../server/contract/admin-messages.ts";
import type { BulkRequest, TablePage, TableRow } from "../../../server/contract/tables.ts";
import { adminWords } from "../../content/admin.ts";
import { outboxWords as words } from "../../content/admin-outbox.ts";
import { ApiError, isOffline } from "../../lib/answer.ts";
import { randomKey } from "../../lib/random-key.ts";
import { readableMessage } from "../../lib/readable-error.ts";
import { DeviceError } from "../../lib/idb.ts";
import type { NewEntry, Outcome } from "../offline/entry.ts";
import { pick, type Values } from "../offline/merge.ts";
import type { Outbox } from "../offline/outbox.ts";
import type { Scope } from "../offline/outbox-store.ts";
import { useAdmin } from "../app/admin-context.ts";
import { countOf } from "../../../server/contract/format.ts";
import { adminCalls } from "./api.ts";
import { ChangedMeanwhile, type WriteOptions, type Written } from "./request.ts";
import { readsOf } from "./queries.ts";
import { useAsk } from "../app/dialog.tsx";
import { findOfferWarnings } from "./offer-check.ts";
import { useDevice } from "../pending/outbox-context.tsx";
import { withRow } from "./reads.ts";
import { saveRows } from "./save-rows.ts";
import { useToasts } from "../app/toasts.tsx";

/** How long a form waits for the server before its write is only on this device. */
const ANSWER_MS = 5_000;

/** A row that is added, changed or deleted; it is kept on this device until the server has it. */
export type RowWrite = Exclude<NewEntry, { kind: "upload" }>;

export type Writes = {
  /**
   * Keeps a write of a row on this device and sends it; says `done` with an offer to undo it, or that it
   * is only here. Rejects with an ApiError that says why not: what was refused stays in the outbox until
   * it is saved again or given up. The draft that it was typed in goes as it is kept.
   */
  saveRow: (write: RowWrite, done: string, draft?: string) => Promise<void>;
  /**
   * Changes several rows atomically, with one undo. While offline the changes are queued on this
   * device like single writes. Rejects like `saveRow`.
   */
  saveRows: (batch: RowBatch, done: string) => Promise<void>;
  /** Drops what was refused of a row, as its form is closed by choice. */
  giveUp: (scope: Scope) => void;
  /**
   * Sends a write that is never queued, refetches what is shown, and shows `done` with an Undo. Rejects
   * with an ApiError; with the same `key` a repeated call happens once.
   */
  send: (call: DirectCall, options: { key: string; done?: string }) => Promise<void>;
};

/** A call that passes the options on to `adminCalls`. */
export type DirectCall = (options: WriteOptions) => Promise<Written<unknown>>;

type RowChange = ReturnType<typeof changeOf>;

/** Changes of rows of one table, based on the rows at `sequence`. */
export type RowBatch = { table: string; sequence: number; changes: RowChange[] };

const Context = createContext<Writes | undefined>(undefined);

/** All writes of the admin go through here. */
export function useWrites(): Writes {
  const writes = use(Context);
  if (!writes) throw new Error("A part of the admin is shown outside of it.");
  return writes;
}

/** A change of a row as it is shown: what it held there is what another's change is compared with. */
export function changeOf(row: TableRow, change: { table: string; label: string; values: Values }) {
  const base = pick(row, Object.keys(change.values));
  return { kind: "update", row: row.id, version: row.version, base, ...change } as const;
}

export function WritesProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { show } = useToasts();
  const ask = useAsk();
  const { outbox, storageProblem } = useDevice();
  const { user } = useAdmin();
  const isKept = storageProblem === undefined;
  const writes = useMemo(
    () => createWrites({ client, show, ask, outbox, isKept, user: user.id }),
    [client, show, ask, outbox, isKept, user.id],
  );
  useEffect(() => showSent(outbox, client), [outbox, client]);
  return <Context value={writes}>{children}</Context>;
}

type Parts = {
  client: QueryClient;
  show: ReturnType<typeof useToasts>["show"];
  ask: ReturnType<typeof useAsk>;
  outbox: Outbox;
  /** Whether what is written outlasts this page. */
  isKept: boolean;
  /** Whose admin it is. */
  user: number;
};

function createWrites({ client, show, ask, outbox, isKept, user }: Parts): Writes {
  const saveRow: Writes["saveRow"] = async (write, done, draft) => {
    if (write.table === "") throw new ApiError(adminMessages.noTable);
    await confirmOffers([write]);
    const outcome = await keep(write, draft);
    if (outcome?.kind === "done") return sayDone(done, setsOf(outcome.changeSet));
    const refusal = refusalOf(outcome);
    if (refusal) throw refusal;
    sayKept(write.label);
  };

  const keep = async (write: RowWrite, draft?: string) => {
    const options = { withinMs: ANSWER_MS, ...(draft !== undefined && { draft }) };
    const { outcome } = await outbox.write(write, options).catch(asApiError);
    return outcome;
  };

  const sayKept = (label: string) => {
    if (!isKept) throw new ApiError(words.notKept);
    show({ text: words.kept(label), kind: "kept" });
  };

  const saveAll: Writes["saveRows"] = async (batch, done) => {
    await confirmOffers(batch.changes);
    const saved = await saveRows({ outbox, send: sendBulk, keep, refusalOf }, batch);
    if (saved) sayDone(done, saved.changeSets);
    else sayKept(countOf(batch.changes.length, "row"));
  };

  const sendBulk = (table: string, request: BulkRequest) =>
    sendNow((options) => adminCalls.changeMany(table, request, options), randomKey());

  const send: Writes["send"] = async (call, { key, done }) => {
    const changeSet = await sendNow(call, key).catch((error: unknown) => {
      throw isOffline(error) ? new ApiError(words.lostAction) : error;
    });
    if (done) sayDone(done, setsOf(changeSet));
  };

  const sendNow = async (call: DirectCall, key: string) => {
    const { changeSet } = await call({ key, user });
    void readAgain(client);
    return changeSet;
  };

  const sayDone = (text: string, changeSets: number[]) =>
    show({ text, ...(changeSets.length > 0 && { undo: () => undo(changeSets) }) });

  /** Says before a write what it would take from the offers; one that is not wanted rejects with that. */
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

  /** A write of its own, which can't be taken for the first. */
  const undo = async (changeSets: number[]) => {
    try {
      // Undo in order: a later change may depend on an earlier one.
      for (const changeSet of changeSets) {
        await send((options) => adminCalls.undo(changeSet, options), { key: randomKey() });
      }
      show({ text: adminWords.done.undone });
    } catch (error) {
      show({ text: readableMessage(error), failed: true });
    }
  };

  return {
    saveRow,
    saveRows: saveAll,
    send,
    giveUp: (scope) => void outbox.giveUp(scope).catch(reportError),
  };
}

/** Error of an entry for the form that waits for it; undefined while the entry is queued. */
function refusalOf(outcome: Outcome | undefined): ApiError | undefined {
  if (outcome?.kind === "retry" && outcome.message !== undefined) {
    return new ApiError(outcome.message);
  }
  if (outcome?.kind === "rejected") {
    const { message, errors } = outcome;
    return new ApiError(message || adminMessages.saveFailed, { ...(errors && { errors }) });
  }
  if (outcome?.kind === "changed") {
    return new ChangedMeanwhile(new ApiError(adminWords.conflict.heading), outcome.theirs);
  }
  return outcome?.kind === "gone" ? new ApiError(adminWords.conflict.gone) : undefined;
}

function setsOf(changeSet: number | null | undefined): number[] {
  return changeSet === null || changeSet === undefined ? [] : [changeSet];
}

function asApiError(error: unknown): never {
  throw error instanceof DeviceError ? new ApiError(words.device[error.reason]) : error;
}

/** Shows what was sent from any tab: the answer's row takes its place, then all lists are read again. */
function showSent(outbox: Outbox, client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = outbox.onSettled(({ table }, outcome) => {
    if (outcome.kind !== "done") return;
    if (outcome.row) putInCache(client, table, outcome.row);
    clearTimeout(timer);
    timer = setTimeout(() => void readAgain(client), 50);
  });
  return () => {
    end();
    clearTimeout(timer);
  };
}

/**
 * The server has answered with the row as it stands: it takes its place in what was read before. A reading
 * that is on its way may be older than the write, and would show the row as it was.
 */
function putInCache(client: QueryClient, table: string, row: TableRow): void {
  const queryKey = ["rows", table];
  void client.cancelQueries({ queryKey }, { revert: false });
  readsOf(client).putInCache(table, row);
  client.setQueriesData<TablePage>({ queryKey }, (page) => page && withRow(page, row));
}

/** A write may show in every list: a price in the order's page, a count beside a filter. */
function readAgain(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "schemas" });
}
