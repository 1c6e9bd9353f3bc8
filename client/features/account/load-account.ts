import { Redirect } from "../../../server/contract/pages.ts";
import type { PageData } from "../../../server/pages/loaders.ts";
import { ApiError, isOffline } from "../../lib/answer.ts";

/** Data of the account page. */
export type AccountData = PageData["/account"] & {
  /** Reason why this is the offline copy: no connection, or a server error. */
  cached?: "offline" | "unread";
};

/**
 * Loads the account, or its offline copy when the server fails or cannot be reached. Empties the
 * device when nobody is signed in.
 */
export async function openAccount(ask: () => Promise<AccountData>): Promise<AccountData> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Redirect) await emptyThisDevice();
    const cached = whyCached(error);
    const data = cached && (await findCached());
    if (data) return { ...data, cached };
    throw error;
  }
}

/** Returns why the offline copy is used after an error; undefined if it must not be used. */
export function whyCached(error: unknown): AccountData["cached"] {
  if (isOffline(error)) return "offline";
  return error instanceof ApiError && error.status !== undefined ? "unread" : undefined;
}

/** The offline copy of the account; undefined when it is missing or unreadable. */
async function findCached(): Promise<AccountData | undefined> {
  try {
    const { findCachedAccount } = await import("../../pwa/library/library.ts");
    const account = await findCachedAccount();
    return account && { ...account, paper: null, sessions: account.sessions ?? [], more: [] };
  } catch {
    return undefined;
  }
}

/** Removes all users' data from this device, in every tab. A failure is reported, not thrown. */
export async function emptyThisDevice(): Promise<void> {
  try {
    const { emptyDevice } = await import("../../pwa/library/library.ts");
    await emptyDevice();
  } catch (error) {
    reportError(error);
  }
}
