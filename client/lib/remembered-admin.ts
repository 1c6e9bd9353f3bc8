import type { CurrentUser } from "../../server/contract/auth.ts";
import { browserStorage, readJson, type TextStorage } from "./storage.ts";

/** Whose admin opens in this browser without a connection. */
const ADMIN_KEY = "administrator";

/** Notes who was let into the admin last. */
export function rememberAdmin(user: CurrentUser, storage: TextStorage = browserStorage): void {
  storage.setItem(ADMIN_KEY, JSON.stringify(user));
}

/** The administrator of this browser; undefined after a sign-out, and after any sign-in. */
export function findRememberedAdmin(
  storage: TextStorage = browserStorage,
): CurrentUser | undefined {
  return readJson(storage, ADMIN_KEY) as CurrentUser | undefined;
}

/** Without a connection the admin does not open, until an administrator was let in again. */
export function forgetAdmin(storage: TextStorage = browserStorage): void {
  storage.removeItem(ADMIN_KEY);
}
