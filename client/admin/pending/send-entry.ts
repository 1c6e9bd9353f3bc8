import type { TableRow } from "../../../server/contract/tables.ts";
import { outboxWords as words } from "../../content/admin-outbox.ts";
import { ApiError, NO_NETWORK, readableMessage } from "../../lib/answer.ts";
import type { Entry, Outcome } from "../offline/entry.ts";
import type { Send } from "../offline/outbox.ts";
import { adminCalls } from "../data/api.ts";
import { ChangedMeanwhile, type WriteOptions, type Written } from "../data/request.ts";

/** Request timeout. */
export const CALL_LIMIT_MS = 10_000;
const UPLOAD_LIMIT_MS = 10 * 60_000;

const TOO_MANY = 429;
const TIMED_OUT = 408;
const LEAST_REFUSAL = 400;
const SERVER_FAULT = 500;

/** Sends a user's entries and returns the outcomes. Never rejects; refused in another user's session. */
export function sendAs(user: number): Send {
  return async (entry, file) => {
    const signal = AbortSignal.timeout(entry.kind === "upload" ? UPLOAD_LIMIT_MS : CALL_LIMIT_MS);
    try {
      return await send({ entry, file, user, signal });
    } catch (error) {
      return outcomeOf(
        signal.aborted ? new ApiError(words.timedOut, { status: TIMED_OUT }) : error,
      );
    }
  };
}

type Sending = { entry: Entry; file: Blob | undefined; user: number; signal: AbortSignal };

async function send({ entry, file, user, signal }: Sending): Promise<Outcome> {
  const { table, row, key } = entry;
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

/**
 * Maps an error to an outcome. Only responses from the store itself resolve an entry; without a
 * connection, or behind a captive portal, the outcome has no message.
 */
function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) {
    reportError(error);
    return { kind: "retry", of: "entry", message: readableMessage(error) };
  }
  if (error instanceof ChangedMeanwhile) return { kind: "changed", theirs: error.last };
  const { status = 0, code, reason, message, errors, retryAfterSeconds = 0 } = error;
  const afterMs = retryAfterSeconds * 1000;
  const isPortal = code === undefined && status < LEAST_REFUSAL;
  if (code === NO_NETWORK || isPortal) return { kind: "retry", of: "all", afterMs };
  const isBusy = status === TOO_MANY || status === TIMED_OUT || status > SERVER_FAULT;
  if (isBusy) return { kind: "retry", of: "all", message, afterMs };
  // A proxy may reject only this entry, for example because its body is too large.
  if (status === SERVER_FAULT || code === undefined) {
    return { kind: "retry", of: "entry", message, afterMs };
  }
  if (status === 401) return { kind: "signed-out" };
  if (reason === "not_admin") return { kind: "forbidden" };
  if (reason === "unknown_row") return { kind: "gone" };
  return { kind: "rejected", message, ...(errors && { errors }) };
}
