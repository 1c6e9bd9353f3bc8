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
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Transaction } from "../../../db/client.ts";
import { type Author, eraseRow } from "../../../db/record.ts";
import { withdrawals } from "../../../db/buyer-schema.ts";
import {
  changes,
  emails,
  oneTimeCodes,
  orderItems,
  orderNotes,
  orders,
  users,
} from "../../../db/schema.ts";
import { passkeyChallenges } from "../../../db/passkey-schema.ts";
import { webhookEvents, idempotencyKeys, rateLimits } from "../../../db/store-schema.ts";
import type { Deps } from "../../deps.ts";
import { nextTurn } from "../../process/promises.ts";
import { findCursor, moveCursor } from "../../../db/cursors.ts";
import { ENDED, hasStatus } from "../orders/order.ts";
import { dropOldSessions } from "../sign-in/sessions.ts";
import { DAY_MS } from "../../contract/time.ts";
import { foldOldVisits } from "../stats/old-visits.ts";

const UNPAID_KEPT_DAYS = 90;
/** Retention of events: longer than the provider lists or resends them. */
const EVENT_KEPT_DAYS = 35;
const KEY_KEPT_DAYS = 90;
/** Retention of sign-in codes, and of mails that belong to no order or message. */
const CODE_KEPT_DAYS = 30;
const PASSING_MAILS = [
  "code",
  "alarm",
  "test",
  "owner_dead_mails",
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
const LINES_A_STEP = 200;
const COUNTERS_A_STEP = 500;
const STEPS_A_ROUND = 200;

const CODES_CURSOR = "old-codes";

type RetentionDeps = Pick<Deps, "db" | "clock" | "stopping">;

/** Erases a few rows in one transaction; returns whether there may be more. */
type Step = (deps: RetentionDeps) => boolean;

const STEPS: Step[] = [
  // Rate limit counters identify clients and mailboxes, so delete them on expiry.
  (deps) => {
    const isOver = lt(rateLimits.expire, deps.clock.now().getTime());
    return deleteSome(deps, { key: rateLimits.key, isOver, most: COUNTERS_A_STEP });
  },
  dropOldSessions,
  (deps) => {
    const isOver = lt(passkeyChallenges.expiresAt, deps.clock.now());
    return deleteSome(deps, { key: passkeyChallenges.challenge, isOver, most: LINES_A_STEP });
  },
  dropOldCodes,
  (deps) => {
    const isPassing = inArray(emails.kind, PASSING_MAILS);
    const isOver = lt(emails.createdAt, daysBefore(deps, CODE_KEPT_DAYS));
    return eraseSome(deps, emails, and(isPassing, isOver));
  },
  dropUnpaidOrders,
  (deps) =>
    eraseSome(deps, webhookEvents, lt(webhookEvents.handledAt, daysBefore(deps, EVENT_KEPT_DAYS))),
  (deps) => {
    const isOver = lt(idempotencyKeys.createdAt, daysBefore(deps, KEY_KEPT_DAYS));
    return deleteSome(deps, { key: idempotencyKeys.id, isOver, most: LINES_A_STEP });
  },
  foldOldVisits,
  // Change records that only mark an erased row.
  (deps) => {
    // Must match the WHERE clause of the partial index.
    const isErased = and(sql`${changes.action} = 'delete'`, isNull(changes.before));
    const isOver = and(isErased, lt(changes.createdAt, daysBefore(deps, ERASED_KEPT_DAYS)));
    return deleteSome(deps, { key: changes.id, isOver, most: LINES_A_STEP });
  },
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
        const rows = tx.select({ id: table.id }).from(table).where(eq(table.orderId, id)).all();
        for (const row of rows) eraseRow(tx, table, row.id, author);
      }
      eraseRow(tx, orders, id, author);
    }
    return found.length === ORDERS_A_STEP;
  });
}

type DeleteOptions = { key: SQLiteColumn; isOver: SQL | undefined; most: number };

function deleteSome({ db }: RetentionDeps, { key, isOver, most }: DeleteOptions): boolean {
  return db.write((tx) => {
    const over = tx.select({ key }).from(key.table).where(isOver).limit(most);
    return tx.delete(key.table).where(inArray(key, over)).run().changes === most;
  });
}

function eraseSome(
  deps: RetentionDeps,
  table: typeof emails | typeof webhookEvents,
  isOver: SQL | undefined,
): boolean {
  const author = retentionAuthor(deps);
  return deps.db.write((tx) => {
    const over = tx.select({ id: table.id }).from(table).where(isOver).limit(ERASED_A_STEP).all();
    for (const { id } of over) eraseRow(tx, table, id, author);
    return over.length === ERASED_A_STEP;
  });
}

function retentionAuthor({ clock }: RetentionDeps): Author {
  return { actor: "sweep", now: clock.now() };
}

function daysBefore({ clock }: RetentionDeps, days: number): Date {
  return new Date(clock.now().getTime() - days * DAY_MS);
}
