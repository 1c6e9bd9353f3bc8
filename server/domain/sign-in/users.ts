import { eq } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { type Author, insertRowOnce } from "../../../db/record.ts";
import { users } from "../../../db/schema.ts";

/** Finds the user with this email, or creates one with an unverified email. */
export function ensureUser(tx: Transaction, email: string, author: Author): number {
  const known = tx.select({ id: users.id }).from(users).where(eq(users.email, email)).get();
  const user = known ?? insertRowOnce(tx, users, { email }, author);
  if (!user) throw new Error("A user was made twice in one transaction.");
  return user.id;
}
