import type { TableRow } from "../../../../server/contract/tables.ts";
import { ApiError } from "../../../lib/answer.ts";
import type { Entry, Outcome } from "../../../local/entry.ts";
import type { Send } from "../../../local/outbox.ts";
import { adminCalls } from "../calls.ts";
import { ChangedMeanwhile, type WriteOptions, type Written } from "../send.ts";

/** A call without an answer for so long has lost its connection. */
const CALL_LIMIT_MS = 20_000;
/** Large files take their time on a slow line. */
const UPLOAD_LIMIT_MS = 10 * 60_000;

const TOO_MANY = 429;
/** The store is not there: its proxy says so. */
const NO_STORE = new Set([502, 503, 504]);
const LEAST_SERVER_FAULT = 500;

/**
 * Sends the entries of a user's outbox, and reads from the answer what became of each. It never rejects;
 * with another's session nothing is sent.
 */
export function sendAs(user: number): Send {
  return (entry, file) => send({ entry, file, user }).catch(outcomeOf);
}

type Sending = { entry: Entry; file: Blob | undefined; user: number };

async function send({ entry, file, user }: Sending): Promise<Outcome> {
  const { table, row, key } = entry;
  const signal = AbortSignal.timeout(entry.kind === "upload" ? UPLOAD_LIMIT_MS : CALL_LIMIT_MS);
  const options: WriteOptions = { key, user, signal };
  switch (entry.kind) {
    case "create":
      return done(await adminCalls.createRow(table, entry.values, options));
    case "update": {
      const { values: json, version } = entry;
      return done(await adminCalls.updateRow(table, row, { json, version, ...options }));
    }
    case "delete": {
      const { changeSet } = await adminCalls.deleteRow(table, row, {
        version: entry.version,
        ...options,
      });
      return { kind: "done", changeSet };
    }
    case "upload":
      await adminCalls.upload(entry.upload, new File([file ?? ""], entry.label), { user, signal });
      return { kind: "done" };
  }
}

function done({ result, changeSet }: Written<TableRow>): Outcome {
  return { kind: "done", row: result, changeSet };
}

/** What a refusal means for the outbox. Only the store's own answers settle anything: a proxy's do not. */
function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) {
    reportError(error);
    return { kind: "retry", of: "entry" };
  }
  if (error instanceof ChangedMeanwhile) return { kind: "changed", theirs: error.last };
  const { status, code, reason, message, errors, retryAfterSeconds = 0 } = error;
  const afterMs = retryAfterSeconds * 1000;
  if (status === undefined || code === undefined || NO_STORE.has(status) || status === TOO_MANY) {
    return { kind: "retry", of: "all", afterMs };
  }
  if (status === 401) return { kind: "signed-out" };
  if (reason === "not_admin") return { kind: "forbidden" };
  if (reason === "unknown_row") return { kind: "gone" };
  if (status === 408 || status >= LEAST_SERVER_FAULT)
    return { kind: "retry", of: "entry", afterMs };
  return { kind: "rejected", message, ...(errors && { errors }) };
}
