import {
  and,
  asc,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  ne,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { contactSubmissions, mailPreferences } from "../../../db/buyer-schema.ts";
import type { Db, Reader, Transaction } from "../../../db/client.ts";
import { type Author, eraseRow, eraseRows, updateRow } from "../../../db/record.ts";
import {
  type Order,
  orderItems,
  orderNotes,
  orders,
  subscriptionRecords,
  users,
} from "../../../db/schema.ts";
import { PAID_OR_PROCESSING } from "../../../db/order-status.ts";
import type { DeletionObstacle } from "../../contract/account-deletion.ts";
import type { Deps } from "../../deps.ts";
import { conflict } from "../../errors.ts";
import { nextTurn } from "../../process/promises.ts";
import { eraseMailsAbout } from "../mails/contact.ts";
import { isAdministratorEmail } from "../sign-in/administrators.ts";
import { removeAdminRows } from "../sign-in/users.ts";
import { onEnded, runSteps } from "./consequences.ts";
import { isOfAccount } from "./gifts.ts";
import { deletionErrors } from "./refusals.ts";
import { eraseReview } from "./reviews.ts";

// Rows per transaction, because other requests wait for it.
const ROWS_A_STEP = 20;
const ORDERS_A_STEP = 5;
/** Statuses of subscriptions that charge no more. */
const OVER = ["canceled", "unpaid", "incomplete_expired"];

type Account = { id: number; email: string };

export type Deletion = {
  user: Account;
  /** Whether access to the files ends, too. */
  endsAccess: boolean;
  author: Author;
  /** Runs a transaction; an administrator's also checks the rights. */
  write: Db["write"];
};

/** Returns why an account cannot be deleted now; null if it can. */
export function findObstacle(
  { config }: Pick<Deps, "config">,
  db: Pick<Reader, "select">,
  user: Account,
): DeletionObstacle | null {
  const { id, email } = user;
  if (isAdministratorEmail({ config }, db, email)) return "administrator";
  const hasOrder = (isObstacle: SQL) => {
    const query = db.select({ id: orders.id }).from(orders);
    return query.where(and(isOfAccount(db, user), isObstacle)).get() !== undefined;
  };
  if (hasOrder(eq(orders.status, "processing"))) return "processing";
  if (hasOrder(isDisputed(db))) return "dispute";
  // A subquery, so that SQLite uses the indexes on user and email: most subscriptions renew.
  const theirs = db
    .select({ id: subscriptionRecords.id })
    .from(subscriptionRecords)
    .where(or(eq(subscriptionRecords.userId, id), eq(subscriptionRecords.email, email)));
  const runs = and(
    inArray(subscriptionRecords.id, theirs),
    eq(subscriptionRecords.endsAtPeriodEnd, false),
    notInArray(subscriptionRecords.status, OVER),
  );
  const subscriptions = db
    .select({ id: subscriptionRecords.id })
    .from(subscriptionRecords)
    .where(runs);
  return subscriptions.get() ? "subscription" : null;
}

/** SQL condition for orders whose payment is disputed at the bank, whatever the owner has marked. */
function isDisputed(db: Pick<Reader, "select">): SQL {
  const kinds = inArray(orderNotes.kind, ["dispute_open", "renewal_dispute_open"]);
  const isOpen = and(eq(orderNotes.orderId, orders.id), kinds, eq(orderNotes.causeGone, false));
  return exists(db.select({ id: orderNotes.id }).from(orderNotes).where(isOpen));
}

/**
 * Deletes an account with its messages and reviews. Its paid orders are kept, without the account,
 * until their retention ends (`upkeep/deleted-accounts.ts`). Works in steps; a repetition after a
 * crash finishes them. Throws AppError `conflict` if there is an obstacle.
 */
export async function deleteAccount(
  deps: Pick<Deps, "config" | "db">,
  { user, endsAccess, author: { actor, now }, write }: Deletion,
): Promise<void> {
  // Without the author's change set, because a deletion cannot be undone.
  const author = { actor, now };
  refuseObstacle(deps, deps.db, user);
  const steps = [detachUnpaid, eraseMessages, releaseOrders];
  const leaving = { user, endsAccess, author };
  for (const step of steps) {
    while (write((tx) => step(tx, leaving)) > 0) await nextTurn();
  }
  write((tx) => {
    refuseObstacle(deps, tx, user);
    // Another tab may have bought something meanwhile.
    for (const step of steps) step(tx, leaving);
    eraseUser(tx, user, author);
  });
}

function refuseObstacle(
  deps: Pick<Deps, "config">,
  db: Pick<Reader, "select">,
  user: Account,
): void {
  const obstacle = findObstacle(deps, db, user);
  if (obstacle) throw conflict(deletionErrors[obstacle]);
}

type Leaving = Omit<Deletion, "write">;

/** Turns unpaid checkouts into guest orders. */
function detachUnpaid(tx: Transaction, { user, author }: Leaving): number {
  const isUnpaid = and(eq(orders.userId, user.id), notInArray(orders.status, PAID_OR_PROCESSING));
  const checkouts = tx
    .select({ id: orders.id })
    .from(orders)
    .where(isUnpaid)
    .limit(ROWS_A_STEP)
    .all();
  for (const order of checkouts) {
    updateRow(tx, orders, order.id, { userId: null }, author);
  }
  return checkouts.length;
}

function eraseMessages(tx: Transaction, { user, author }: Leaving): number {
  const { id, createdAt } = contactSubmissions;
  const isTheirs = eq(contactSubmissions.email, user.email);
  const messages = tx
    .select({ id, createdAt })
    .from(contactSubmissions)
    .where(isTheirs)
    .limit(ROWS_A_STEP)
    .all();
  for (const message of messages) {
    eraseMailsAbout(tx, { ...message, author });
    eraseRow(tx, contactSubmissions, message.id, author);
  }
  return messages.length;
}

type BoughtOrder = Pick<Order, "id" | "userId"> & {
  isGiven: boolean;
  isShared: boolean;
  isDisputed: boolean;
};

/**
 * Lists some paid orders to detach from the account. `isGiven`: a gift that the user paid for. `isShared`:
 * another account shows it, too, because one of them bought it with the email of the other.
 */
function listBought(tx: Transaction, user: Account): BoughtOrder[] {
  const { userId, giverEmail, giverDeletedAt } = orders;
  const others = tx
    .select({ id: users.id })
    .from(users)
    .where(and(ne(users.id, user.id), or(eq(users.id, userId), eq(users.email, orders.email))));
  // Without the second condition, a gift that the owner moved to its giver is listed again and again.
  const isGiven = sql`(${giverEmail} IS ${user.email} AND ${giverDeletedAt} IS NULL)`;
  const isLeft = or(eq(userId, user.id), isGiven, notExists(others));
  return tx
    .select({
      id: orders.id,
      userId,
      isGiven: isGiven.mapWith(Boolean),
      isShared: sql`${exists(others)}`.mapWith(Boolean),
      isDisputed: sql`${isDisputed(tx)}`.mapWith(Boolean),
    })
    .from(orders)
    .where(and(isOfAccount(tx, user), eq(orders.status, "paid"), isLeft))
    .orderBy(asc(orders.id))
    .limit(ORDERS_A_STEP)
    .all();
}

function releaseOrders(tx: Transaction, leaving: Leaving): number {
  const batch = listBought(tx, leaving.user);
  // The dispute may have begun during the deletion.
  if (batch.some((order) => order.isDisputed)) throw conflict(deletionErrors.dispute);
  for (const order of batch) releaseOrder(tx, order, leaving);
  return batch.length;
}

/** Detaches a paid order. A gift stays with its recipient, a shared order with the other account. */
function releaseOrder(
  tx: Transaction,
  order: BoughtOrder,
  { user, endsAccess, author }: Leaving,
): void {
  const { id, isGiven, isShared, userId } = order;
  if (isGiven) {
    updateRow(tx, orders, id, { giverDeletedAt: author.now, giverHash: null }, author);
    return;
  }
  if (isShared) {
    if (userId === user.id) updateRow(tx, orders, id, { userId: null }, author);
    return;
  }
  const patch = { userId: null, browserHash: null, accountDeletedAt: author.now };
  const released = updateRow(tx, orders, id, patch, author);
  eraseReview(tx, id, author);
  if (endsAccess) endAccess(tx, { order: released, author });
}

function endAccess(tx: Transaction, { order, author }: { order: Order; author: Author }): void {
  const isGranted = and(
    eq(orderItems.orderId, order.id),
    isNotNull(orderItems.grantedAt),
    isNull(orderItems.revokedAt),
  );
  const ended = { revokedAt: author.now, revokeReason: "account_deleted" } as const;
  const items = tx.select({ id: orderItems.id }).from(orderItems).where(isGranted).all();
  const itemIds = items.map((item) => item.id);
  for (const id of itemIds) updateRow(tx, orderItems, id, ended, author);
  runSteps(onEnded, tx, { order, author, by: "account_deleted", itemIds });
}

/** Erases the user with all rows that only the account needs. Stopped mails stay stopped. */
function eraseUser(tx: Transaction, account: Account, author: Author): void {
  const { id, email } = account;
  eraseRows(tx, subscriptionRecords, eq(subscriptionRecords.userId, id), author);
  const wanted = and(eq(mailPreferences.email, email), eq(mailPreferences.wanted, true));
  eraseRows(tx, mailPreferences, wanted, author);
  removeAdminRows(tx, account, author);
  // Deletes the sessions and external logins, too.
  eraseRow(tx, users, id, author);
}
