import type { CurrentUser } from "../../server/contract/auth.ts";
import { browserStorage, readJson, type TextStorage } from "./storage.ts";

/** Storage key of the user whose admin opens offline. */
const ADMIN_KEY = "administrator";

export function rememberAdmin(user: CurrentUser, storage: TextStorage = browserStorage): void {
  storage.setItem(ADMIN_KEY, JSON.stringify(user));
}

/** The last administrator of this browser; undefined after a sign-out or another sign-in. */
export function findRememberedAdmin(
  storage: TextStorage = browserStorage,
): CurrentUser | undefined {
  return readJson(storage, ADMIN_KEY) as CurrentUser | undefined;
}

/** The admin does not open offline until an administrator uses it online again. */
export function forgetAdmin(storage: TextStorage = browserStorage): void {
  storage.removeItem(ADMIN_KEY);
}
