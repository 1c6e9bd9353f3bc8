import { eq } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { type Author, deleteRow, insertRowOnce } from "../../../db/record.ts";
import { type User, users } from "../../../db/schema.ts";
import { savedViews } from "../../../db/store-schema.ts";
import { removePasskeys } from "./passkeys.ts";

/** Finds the user with this email, or creates one with an unverified email. */
export function ensureUser(tx: Transaction, email: string, author: Author): number {
  const known = tx.select({ id: users.id }).from(users).where(eq(users.email, email)).get();
  const user = known ?? insertRowOnce(tx, users, { email }, author);
  if (!user) throw new Error("A user was made twice in one transaction.");
  return user.id;
}

/**
 * Removes the passkeys and the saved views of a user who is to be deleted. The database would delete
 * them, too, but without telling devices, and without a note of the passkeys.
 */
export function removeAdminRows(
  tx: Transaction,
  { id: userId, email }: Pick<User, "id" | "email">,
  author: Author,
): void {
  removePasskeys(tx, { userId, email, author });
  const views = tx.select().from(savedViews).where(eq(savedViews.userId, userId)).all();
  for (const { id } of views) deleteRow(tx, savedViews, id, author);
}
