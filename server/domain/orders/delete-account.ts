import {
  and,
  asc,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  ne,
  notInArray,
  or,
  sql,
} from "drizzle-orm";
import { contactSubmissions, mailPreferences } from "../../../db/buyer-schema.ts";
import type { Db, Reader, Transaction } from "../../../db/client.ts";
import { type Author, deleteRow, eraseRow, updateRow } from "../../../db/record.ts";
import {
  type Order,
  orderItems,
  orderNotes,
  orders,
  subscriptionRecords,
  users,
} from "../../../db/schema.ts";
import { savedViews } from "../../../db/store-schema.ts";
import { PAID_OR_PROCESSING } from "../../../db/order-status.ts";
import type { DeletionObstacle } from "../../contract/account-deletion.ts";
import type { Deps } from "../../deps.ts";
import { conflict } from "../../errors.ts";
import { nextTurn } from "../../process/promises.ts";
import { eraseMailsAbout } from "../mails/contact.ts";
import { isAdministratorEmail } from "../sign-in/administrators.ts";
import { removePasskeys } from "../sign-in/passkeys.ts";
import { HAS_ACCOUNT } from "../viewer.ts";
import { onEnded, runSteps } from "./consequences.ts";
import { deletionErrors } from "./refusals.ts";
import { eraseReview } from "./reviews.ts";

/** Rows per transaction, because other requests wait for it. */
const ROWS_A_STEP = 20;
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
  { id, email }: Account,
): DeletionObstacle | null {
  if (isAdministratorEmail({ config }, db, email)) return "administrator";
  const bought = listBought(db, { id, email });
  if (bought.some(({ status }) => status === "processing")) return "processing";
  if (bought.some((order) => order.isDisputed)) return "dispute";
  const runs = and(
    or(eq(subscriptionRecords.userId, id), eq(subscriptionRecords.email, email)),
    eq(subscriptionRecords.endsAtPeriodEnd, false),
    notInArray(subscriptionRecords.status, OVER),
  );
  const running = db.select({ id: subscriptionRecords.id }).from(subscriptionRecords).where(runs);
  return running.get() ? "subscription" : null;
}

/**
 * Deletes an account with its messages and reviews. Its paid orders are kept, without the account, until their
 * retention ends (`upkeep/deleted-accounts.ts`). Idempotent: a repetition after a crash finishes the deletion. Throws AppError
 * `conflict` if there is an obstacle.
 */
export async function deleteAccount(
  deps: Pick<Deps, "config" | "db">,
  { user, endsAccess, author: { actor, now }, write }: Deletion,
): Promise<void> {
  // Without the author's change set, because a deletion cannot be undone.
  const author = { actor, now };
  refuseObstacle(deps, deps.db, user);
  await inSteps(() => write((tx) => detachUnpaid(tx, user, author)));
  await inSteps(() => write((tx) => eraseMessages(tx, user, author)));
  write((tx) => {
    refuseObstacle(deps, tx, user);
    // Another tab may have started a checkout meanwhile.
    detachUnpaid(tx, user, author);
    for (const order of listBought(tx, user)) releaseOrder(tx, { order, user, endsAccess, author });
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

/** Repeats a step until it has found fewer rows than it may take. */
async function inSteps(step: () => number): Promise<void> {
  while (step() === ROWS_A_STEP) await nextTurn();
}

/** Makes checkouts that are not paid the orders of a guest. */
function detachUnpaid(tx: Transaction, { id }: Account, author: Author): number {
  const isUnpaid = and(eq(orders.userId, id), notInArray(orders.status, PAID_OR_PROCESSING));
  const found = tx.select({ id: orders.id }).from(orders).where(isUnpaid).limit(ROWS_A_STEP).all();
  for (const order of found) {
    updateRow(tx, orders, order.id, { userId: null }, author);
  }
  return found.length;
}

function eraseMessages(tx: Transaction, { email }: Account, author: Author): number {
  const { id, createdAt } = contactSubmissions;
  const isTheirs = eq(contactSubmissions.email, email);
  const found = tx
    .select({ id, createdAt })
    .from(contactSubmissions)
    .where(isTheirs)
    .limit(ROWS_A_STEP)
    .all();
  for (const message of found) {
    eraseMailsAbout(tx, { ...message, author });
    eraseRow(tx, contactSubmissions, message.id, author);
  }
  return found.length;
}

type Bought = Pick<Order, "id" | "status" | "userId"> & {
  isGiven: boolean;
  isDisputed: boolean;
  isShared: boolean;
};

/**
 * Paid and processing orders of the account. `isGiven`: a gift to somebody else. `isShared`: another
 * account shows it, too, because one of them bought it with the email of the other.
 */
function listBought(db: Pick<Reader, "select">, { id, email }: Account): Bought[] {
  const { userId, status, giverEmail } = orders;
  const theirs = db
    .select({ id: orders.id })
    .from(orders)
    .where(
      or(
        eq(userId, id),
        and(eq(orders.email, email), HAS_ACCOUNT),
        and(eq(giverEmail, email), isNull(orders.giverDeletedAt)),
      ),
    );
  const others = db
    .select({ id: users.id })
    .from(users)
    .where(and(ne(users.id, id), or(eq(users.id, userId), eq(users.email, orders.email))));
  const disputes = db
    .select({ id: orderNotes.id })
    .from(orderNotes)
    .where(
      and(
        eq(orderNotes.orderId, orders.id),
        inArray(orderNotes.kind, ["dispute_open", "renewal_dispute_open"]),
        // Open at the bank, even if the owner has marked the note as done.
        eq(orderNotes.causeGone, false),
      ),
    );
  return db
    .select({
      id: orders.id,
      status,
      userId,
      isGiven: sql`${giverEmail} IS ${email}`.mapWith(Boolean),
      isShared: sql`${exists(others)}`.mapWith(Boolean),
      isDisputed: sql`${exists(disputes)}`.mapWith(Boolean),
    })
    .from(orders)
    .where(and(inArray(orders.id, theirs), inArray(status, PAID_OR_PROCESSING)))
    .orderBy(asc(orders.id))
    .all();
}

type Release = Pick<Deletion, "user" | "endsAccess" | "author"> & { order: Bought };

/** Takes a paid order from the account. A gift stays with its recipient, a shared order there. */
function releaseOrder(tx: Transaction, { order, user, endsAccess, author }: Release): void {
  const { id, isGiven, isShared, userId } = order;
  if (isGiven) {
    updateRow(tx, orders, id, { giverDeletedAt: author.now, giverHash: null }, author);
    return;
  }
  if (isShared) {
    if (userId === user.id) updateRow(tx, orders, id, { userId: null }, author);
    return;
  }
  const left = { userId: null, browserHash: null, accountDeletedAt: author.now };
  const released = updateRow(tx, orders, id, left, author);
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
function eraseUser(tx: Transaction, { id, email }: Account, author: Author): void {
  const subscriptions = eq(subscriptionRecords.userId, id);
  for (const row of tx.select().from(subscriptionRecords).where(subscriptions).all()) {
    eraseRow(tx, subscriptionRecords, row.id, author);
  }
  const wanted = and(eq(mailPreferences.email, email), eq(mailPreferences.wanted, true));
  for (const row of tx.select().from(mailPreferences).where(wanted).all()) {
    eraseRow(tx, mailPreferences, row.id, author);
  }
  removePasskeys(tx, { userId: id, email, author });
  for (const view of tx.select().from(savedViews).where(eq(savedViews.userId, id)).all()) {
    deleteRow(tx, savedViews, view.id, author);
  }
  // Deletes the sessions and external logins, too.
  eraseRow(tx, users, id, author);
}
