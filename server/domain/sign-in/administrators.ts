import { eq } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { type Author, insertRow, updateRow } from "../../../db/record.ts";
import { type User, users } from "../../../db/schema.ts";
import type { CurrentUser } from "../../contract/auth.ts";
import type { Deps } from "../../deps.ts";

type Known = Pick<User, "id" | "email" | "name" | "isAdmin" | "emailVerifiedAt">;

/**
 * A user as the guards and the account know them. Those whom ADMIN_EMAILS names are administrators
 * once they have proved their email, which every sign-in does (decision: administrators).
 */
export function currentUser({ config }: Pick<Deps, "config">, user: Known): CurrentUser {
  const { id, email, name, emailVerifiedAt } = user;
  const isListed = emailVerifiedAt !== null && config.adminEmails.includes(email);
  return { id, email, name, isAdmin: user.isAdmin || isListed };
}

/** Makes the user of an email an administrator, and the user too; false when they are one already. */
export function addAdministrator(tx: Transaction, email: string, author: Author): boolean {
  const known = findUser(tx, email);
  if (known?.isAdmin) return false;
  if (known) updateRow(tx, users, known.id, { isAdmin: true }, author);
  else insertRow(tx, users, { email, isAdmin: true }, author);
  return true;
}

/** The user of an email is no administrator any more; false when they were none. */
export function removeAdministrator(tx: Transaction, email: string, author: Author): boolean {
  const known = findUser(tx, email);
  if (!known?.isAdmin) return false;
  updateRow(tx, users, known.id, { isAdmin: false }, author);
  return true;
}

function findUser(tx: Transaction, email: string): User | undefined {
  return tx.select().from(users).where(eq(users.email, email)).get();
}
