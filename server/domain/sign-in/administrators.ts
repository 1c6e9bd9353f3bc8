import { and, eq, ne } from "drizzle-orm";
import type { Db, Reader, Transaction } from "../../../db/client.ts";
import { type Author, type ChangeSet, insertRow, updateRow } from "../../../db/record.ts";
import { type User, users } from "../../../db/schema.ts";
import type { CurrentUser } from "../../contract/sign-in.ts";
import type { Deps } from "../../deps.ts";

/** An administrator who makes a request. Requests can take minutes, so each write checks the rights again. */
export type Administrator = Pick<CurrentUser, "id" | "email"> & {
  /**
   * Throws AppError `unauthenticated` when the session has ended, `forbidden` when the user is no
   * longer an administrator.
   */
  requireRights: () => void;
  /**
   * Throws AppError `forbidden`, reason `passkey_stale`, when the administrator has passkeys and the
   * session's last check is older than `PASSKEY_CHECK_MS`.
   */
  requirePasskey: () => void;
  /**
   * Throws AppError `forbidden`, reason `sign_in_stale`, when the session's sign-in and last check
   * are older than `PASSKEY_CHECK_MS`.
   */
  requireRecentSignIn: () => void;
  /** Whether the email's user is an administrator, or becomes one by signing in. */
  isAdministrator: (db: Pick<Reader, "select">, email: string) => boolean;
  /** Like `db.write`, but calls `requireRights` first in the same transaction. */
  write: Db["write"];
};

/** Author of an administrator's changes. All changes of one `set` are undone together. */
export type AdminAuthor = Author &
  Pick<Administrator, "requirePasskey" | "isAdministrator" | "write"> & { set: ChangeSet };

export function authorOf(
  {
    id,
    requirePasskey,
    isAdministrator,
    write,
  }: Pick<Administrator, "id" | "requirePasskey" | "isAdministrator" | "write">,
  now: Date,
): AdminAuthor {
  return { actor: `admin:${id}`, now, set: { id: null }, requirePasskey, isAdministrator, write };
}

type StoredUser = Pick<User, "id" | "email" | "name" | "isAdmin" | "emailVerifiedAt">;

/** Converts a stored user. A verified email in ADMIN_EMAILS makes the user an administrator. */
export function currentUser({ config }: Pick<Deps, "config">, user: StoredUser): CurrentUser {
  const { id, email, name, emailVerifiedAt } = user;
  const isListed = emailVerifiedAt !== null && config.adminEmails.includes(email);
  return { id, email, name, isAdmin: user.isAdmin || isListed };
}

/** Whether the email's user is an administrator, or becomes one by signing in. */
export function isAdministratorEmail(
  { config }: Pick<Deps, "config">,
  db: Pick<Reader, "select">,
  email: string,
): boolean {
  return config.adminEmails.includes(email) || (findUser(db, email)?.isAdmin ?? false);
}

/** Makes an email's user an administrator, or creates one. Returns false for an administrator. */
export function addAdministrator(tx: Transaction, email: string, author: Author): boolean {
  const known = findUser(tx, email);
  if (known?.isAdmin) return false;
  if (known) updateRow(tx, users, known.id, { isAdmin: true }, author);
  else insertRow(tx, users, { email, isAdmin: true }, author);
  return true;
}

/** Revokes a user's rights. Returns "last" for the only administrator if ADMIN_EMAILS is empty. */
export function removeAdministrator(
  tx: Transaction,
  { email, config }: Pick<Deps, "config"> & { email: string },
  author: Author,
): "removed" | "none" | "last" {
  const known = findUser(tx, email);
  if (!known?.isAdmin) return "none";
  const others = and(eq(users.isAdmin, true), ne(users.id, known.id));
  const isLast = !tx.select({ id: users.id }).from(users).where(others).get();
  if (isLast && config.adminEmails.length === 0) return "last";
  updateRow(tx, users, known.id, { isAdmin: false }, author);
  return "removed";
}

function findUser(db: Pick<Reader, "select">, email: string): User | undefined {
  return db.select().from(users).where(eq(users.email, email)).get();
}
