import { ApiError, NO_NETWORK } from "../../lib/answer.ts";

/** The store is not there: its proxy says so. */
const NO_STORE: readonly unknown[] = [502, 503, 504];

/** Whether a failure says nothing of the store: only its own JSON has a code. */
export function isNoAnswer(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === undefined || error.code === NO_NETWORK || NO_STORE.includes(error.status);
}
