import { ApiError, NO_NETWORK } from "../../lib/answer.ts";

const FAULT = 500;
/** Statuses of a proxy whose upstream is down. */
const NO_STORE: readonly unknown[] = [502, 503, 504];

/**
 * Whether a failure did not come from the store: no connection, a proxy error, or a page without an
 * error code such as a captive portal's. A 500 comes from the store, with or without a code.
 */
export function isNoAnswer(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { code, status } = error;
  if (code === undefined) return status !== FAULT;
  return code === NO_NETWORK || NO_STORE.includes(status);
}
