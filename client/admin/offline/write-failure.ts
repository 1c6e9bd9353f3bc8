import { ApiError, isRefusedFor, NO_NETWORK } from "../../lib/answer.ts";
import type { Outcome } from "./entry.ts";

const BAD_REQUEST = 400;
const TIMED_OUT = 408;
const TOO_MANY = 429;
const SERVER_FAULT = 500;

/**
 * Decides what happens to a write that failed. Its form shows the same: a queued write is reported
 * as saved on this device, any other as failed.
 *
 * - Queued (`retry` of "all", `signed-out`, `forbidden`): the store has not answered, so the write
 *   may have been applied, or it accepts no writes at present. The write is sent again under its
 *   key until the store answers.
 * - Failed (`retry` of "entry", `rejected`, `gone`): the store or a proxy has refused the write, so
 *   it was not applied. It is sent again only if the user says so, or if no form waits for it.
 *
 * The store gives each error a `code`; a failure without one is a proxy's or a portal's page.
 */
export function failureOutcome(error: ApiError): Outcome {
  const { status = 0, code, reason, message, errors, retryAfterSeconds = 0 } = error;
  const afterMs = retryAfterSeconds * 1000;
  if (code === NO_NETWORK || isPortal(error)) return { kind: "retry", of: "all", afterMs };
  const isBusy = status === TOO_MANY || status === TIMED_OUT || status > SERVER_FAULT;
  if (isBusy || mayHaveArrived(error)) return { kind: "retry", of: "all", message, afterMs };
  // A proxy may reject only this entry, for example because its body is too large.
  if (status === SERVER_FAULT || code === undefined) {
    return { kind: "retry", of: "entry", message, afterMs };
  }
  if (status === 401) return { kind: "signed-out" };
  if (reason === "not_admin") return { kind: "forbidden" };
  if (reason === "unknown_row") return { kind: "gone" };
  return { kind: "rejected", message, ...(errors && { errors }), ...(reason && { reason }) };
}

/** Reports whether a write with this outcome stays in the queue. */
export function isQueued(outcome: Outcome): boolean {
  if (outcome.kind === "retry") return outcome.of === "all";
  return outcome.kind === "signed-out" || outcome.kind === "forbidden";
}

/** Reports whether the store may have processed a failed request: it has not answered itself. */
export function mayHaveArrived({ code, status }: ApiError): boolean {
  if (code !== undefined || status === undefined) return code === NO_NETWORK;
  return status < BAD_REQUEST || status >= SERVER_FAULT;
}

/** Statuses returned before the server looks up the idempotency key. */
const KEY_UNKNOWN = [401, 403, 408, 429];

/**
 * Reports whether an error proves that the server applied no request with its idempotency key.
 * False without a response, if the server did not look up the key, or if the key was already used.
 */
export function isRefusal(error: unknown): boolean {
  const { status = 0 } = error instanceof ApiError ? error : {};
  const isDecided = status >= 400 && status < 500 && !KEY_UNKNOWN.includes(status);
  return isDecided && !isRefusedFor(error, "key_reused");
}

function isPortal({ code, status = 0 }: ApiError): boolean {
  return code === undefined && status < BAD_REQUEST;
}
