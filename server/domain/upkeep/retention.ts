import {
  and,
  asc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Transaction } from "../../../db/client.ts";
import { type Author, eraseRow, eraseRows } from "../../../db/record.ts";
import { withdrawals } from "../../../db/buyer-schema.ts";
import {
  changes,
  emails,
  oneTimeCodes,
  orderItems,
  orderNotes,
  orders,
  sessions,
  users,
} from "../../../db/schema.ts";
import { passkeyChallenges } from "../../../db/passkey-schema.ts";
import {
  idempotencyKeys,
  rateLimits,
  webhookDeliveries,
  webhookEvents,
} from "../../../db/store-schema.ts";
import type { Deps } from "../../deps.ts";
import { nextTurn } from "../../process/promises.ts";
import { findCursor, moveCursor } from "../../../db/cursors.ts";
import { ENDED, hasStatus } from "../../../db/order-status.ts";
import { DAY_MS } from "../../contract/time.ts";
import { forgetBuyers } from "./deleted-accounts.ts";
import { foldOldVisits } from "../stats/old-visits.ts";

const UNPAID_KEPT_DAYS = 90;
/** Retention of events: longer than the provider lists or resends them. */
const EVENT_KEPT_DAYS = 35;
const DELIVERY_KEPT_DAYS = 30;
const KEY_KEPT_DAYS = 90;
/** Retention of sign-in codes, and of mails that belong to no order or message. */
const CODE_KEPT_DAYS = 30;
const PASSING_MAILS = [
  "code",
  "email_change",
  "email_changed",
  "alarm",
  "test",
  "owner_dead_mails",
  "owner_sales",
  "weekly_summary",
  "passkey_changed",
  "support_changed",
] as const;
/** Retention of deletion records. A device that was offline for longer reloads its tables. */
const ERASED_KEPT_DAYS = 30;

// Rows per transaction, sized to block requests for about 2 ms.
const ORDERS_A_STEP = 5;
const ERASED_A_STEP = 20;
const CODES_A_STEP = 100;
const ROWS_A_STEP = 200;
const STEPS_A_ROUND = 200;

const CODES_CURSOR = "old-codes";

/** Deleted endpoints with deliveries. Reads one index entry of each endpoint, not of each delivery. */
const DELETED_ENDPOINTS = sql`(
  WITH RECURSIVE named (id) AS (
    SELECT min(endpoint_id) FROM webhook_deliveries
    UNION ALL
    SELECT (SELECT min(endpoint_id) FROM webhook_deliveries WHERE endpoint_id > named.id)
    FROM named WHERE id IS NOT NULL
  )
  SELECT id FROM named WHERE id IS NOT NULL AND id NOT IN (SELECT id FROM webhook_endpoints)
)`;

type RetentionDeps = Pick<Deps, "db" | "clock" | "stopping">;

/** Erases a few rows in one transaction; returns whether there may be more. */
type Step = (deps: RetentionDeps) => boolean;

const STEPS: Step[] = [
  // Rate limit counters identify clients and mailboxes, so delete them on expiry.
  deleteInSteps(rateLimits.key, ({ clock }) => lt(rateLimits.expire, clock.now().getTime())),
  deleteInSteps(sessions.id, ({ clock }) => lte(sessions.expiresAt, clock.now())),
  deleteInSteps(passkeyChallenges.challenge, ({ clock }) =>
    lt(passkeyChallenges.expiresAt, clock.now()),
  ),
  dropOldCodes,
  eraseInSteps(emails, (deps) =>
    and(
      inArray(emails.kind, PASSING_MAILS),
      lt(emails.createdAt, daysBefore(deps, CODE_KEPT_DAYS)),
    ),
  ),
  dropUnpaidOrders,
  forgetBuyers,
  eraseInSteps(webhookEvents, (deps) =>
    lt(webhookEvents.handledAt, daysBefore(deps, EVENT_KEPT_DAYS)),
  ),
  eraseInSteps(webhookDeliveries, (deps) =>
    lt(webhookDeliveries.createdAt, daysBefore(deps, DELIVERY_KEPT_DAYS)),
  ),
  eraseInSteps(webhookDeliveries, () => inArray(webhookDeliveries.endpointId, DELETED_ENDPOINTS)),
  deleteInSteps(idempotencyKeys.id, (deps) =>
    lt(idempotencyKeys.createdAt, daysBefore(deps, KEY_KEPT_DAYS)),
  ),
  foldOldVisits,
  // Change records that only mark an erased row.
  deleteInSteps(changes.id, (deps) =>
    and(
      // Must match the WHERE clause of the partial index.
      sql`${changes.action} = 'delete'`,
      isNull(changes.before),
      lt(changes.createdAt, daysBefore(deps, ERASED_KEPT_DAYS)),
    ),
  ),
];

/** Erases expired data (see docs/retention.md) in batches, yielding to requests in between. */
export async function forgetOld(deps: RetentionDeps): Promise<void> {
  for (const step of STEPS) {
    for (let taken = 0; taken < STEPS_A_ROUND && step(deps); taken++) {
      await nextTurn();
      if (deps.stopping?.aborted) return;
    }
  }
}

/** Erases codes older than a month, except those whose wrong guesses count for a known email. */
function dropOldCodes(deps: RetentionDeps): boolean {
  const before = daysBefore(deps, CODE_KEPT_DAYS);
  return deps.db.write((tx) => {
    const from = findCursor(tx, CODES_CURSOR) ?? 0;
    const next = tx
      .select({ id: oneTimeCodes.id, createdAt: oneTimeCodes.createdAt })
      .from(oneTimeCodes)
      .where(gt(oneTimeCodes.id, from))
      .orderBy(asc(oneTimeCodes.id))
      .limit(CODES_A_STEP)
      .all();
    const old = next.filter(({ createdAt }) => createdAt < before).map(({ id }) => id);
    const last = old.at(-1);
    if (last !== undefined) dropUncounted(tx, old);
    if (last !== undefined || from > 0) moveCursor(tx, CODES_CURSOR, last ?? 0);
    return last !== undefined;
  });
}

function dropUncounted(tx: Transaction, codeIds: number[]): void {
  const good = alias(oneTimeCodes, "good");
  const { id, email } = oneTimeCodes;
  const goodSince = tx
    .select({ id: good.id })
    .from(good)
    .where(and(eq(good.email, email), isNotNull(good.usedAt), gte(good.id, id)));
  const user = tx.select({ id: users.id }).from(users).where(eq(users.email, email));
  const order = tx.select({ id: orders.id }).from(orders).where(eq(orders.email, email));
  const isUncounted = or(
    eq(oneTimeCodes.attempts, 0),
    exists(goodSince),
    and(notExists(user), notExists(order)),
  );
  tx.delete(oneTimeCodes)
    .where(and(inArray(id, codeIds), isUncounted))
    .run();
}

/** Erases old orders that ended unpaid, with their items, notes, mails and history. */
function dropUnpaidOrders(deps: RetentionDeps): boolean {
  const author = retentionAuthor(deps);
  const before = daysBefore(deps, UNPAID_KEPT_DAYS);
  return deps.db.write((tx) => {
    const granted = tx
      .select({ id: orderItems.id })
      .from(orderItems)
      .where(and(eq(orderItems.orderId, orders.id), isNotNull(orderItems.grantedAt)));
    const isOld = and(isNull(orders.paidAt), lt(orders.createdAt, before), notExists(granted));
    const found = tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(hasStatus(...ENDED), isOld))
      .orderBy(asc(orders.createdAt))
      .limit(ORDERS_A_STEP)
      .all();
    for (const { id } of found) {
      for (const table of [orderItems, orderNotes, withdrawals, emails]) {
        eraseRows(tx, table, eq(table.orderId, id), author);
      }
      eraseRow(tx, orders, id, author);
    }
    return found.length === ORDERS_A_STEP;
  });
}

type IsOver = (deps: RetentionDeps) => SQL | undefined;

/** Deletes rows of the table with this key. */
function deleteInSteps(key: SQLiteColumn, isOver: IsOver): Step {
  return (deps) =>
    deps.db.write((tx) => {
      const over = tx.select({ key }).from(key.table).where(isOver(deps)).limit(ROWS_A_STEP);
      const deleted = tx.delete(key.table).where(inArray(key, over)).run();
      return deleted.changes === ROWS_A_STEP;
    });
}

/** Erases rows with their history. */
function eraseInSteps(
  table: typeof emails | typeof webhookEvents | typeof webhookDeliveries,
  isOver: IsOver,
): Step {
  return (deps) =>
    deps.db.write((tx) => {
      const over = tx.select({ id: table.id }).from(table).where(isOver(deps)).limit(ERASED_A_STEP);
      const ids = over.all();
      for (const { id } of ids) eraseRow(tx, table, id, retentionAuthor(deps));
      return ids.length === ERASED_A_STEP;
    });
}

function retentionAuthor({ clock }: RetentionDeps): Author {
  return { actor: "sweep", now: clock.now() };
}

function daysBefore({ clock }: RetentionDeps, days: number): Date {
  return new Date(clock.now().getTime() - days * DAY_MS);
}
