import { hasSignedOut } from "../../lib/pending-sign-out.ts";
import { browserStorage } from "../../lib/storage.ts";
import { ACCOUNT_KEY, type KeptAccount, withDatabase } from "./database.ts";

/** Keeps the account's data for use without a connection, in place of what was kept before. */
export async function keepAccount(data: KeptAccount): Promise<void> {
  if (isLeft(data)) return;
  await withDatabase((db) => db.put("account", data, ACCOUNT_KEY));
}

/**
 * The account as last read; undefined where none is kept, and after this browser has signed out. An
 * older build may have kept it in another shape.
 */
export async function findKeptAccount(): Promise<KeptAccount | undefined> {
  const kept = await withDatabase((db) => db.get("account", ACCOUNT_KEY));
  return kept && !isLeft(kept) ? kept : undefined;
}

function isLeft({ sessions }: KeptAccount): boolean {
  return hasSignedOut(browserStorage, sessions?.find(({ current }) => current)?.id);
}
