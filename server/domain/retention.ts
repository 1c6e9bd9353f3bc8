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
  not,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Transaction } from "../../db/client.ts";
import { type Author, eraseRow } from "../../db/record.ts";
import {
  changes,
  emails,
  oneTimeCodes,
  orderItems,
  orderNotes,
  orders,
  users,
  webhookEvents,
} from "../../db/schema.ts";
import { idempotencyKeys, rateLimits } from "../../db/store-schema.ts";
import type { Deps } from "../deps.ts";
import { nextTurn } from "../process/next-turn.ts";
import { findCursor, moveCursor } from "../../db/cursors.ts";
import { ENDED, isOneOf } from "./orders/order.ts";
import { dropOldSessions } from "./sign-in/sessions.ts";
import { DAY_MS } from "../contract/time.ts";

const UNPAID_KEPT_DAYS = 90;
/** Longer than the provider lists or repeats an event: one that is gone here comes no more. */
const EVENT_KEPT_DAYS = 35;
const KEY_KEPT_DAYS = 90;
/** Of codes and of the mails that brought them, and of other mails that pass by. */
const CODE_KEPT_DAYS = 30;
/** A copy of the tables that was offline for longer is made anew. */
const ERASED_KEPT_DAYS = 30;

// About 2 ms of work each: a shopper waits for the end of one step.
const ORDERS_A_STEP = 5;
const ERASED_A_STEP = 20;
const CODES_A_STEP = 100;
const LINES_A_STEP = 200;
const COUNTERS_A_STEP = 500;
const STEPS_A_ROUND = 200;

const CODES_CURSOR = "old-codes";

type Needs = Pick<Deps, "db" | "clock" | "stopping">;

/** Erases a few rows in one short transaction; says whether there may be more of them. */
type Step = (needs: Needs) => boolean;

const STEPS: Step[] = [
  dropOldCounters,
  dropOldSessions,
  dropOldCodes,
  dropPassingMails,
  dropUnpaidOrders,
  dropHandledEvents,
  dropOldKeys,
  dropErasedLines,
];

/**
 * Forgets what docs/retention.md says is kept for a time only (decision: retention). Requests go first
 * between two steps, and what one round leaves over, or the end of the store, goes in the next.
 */
export async function forgetOld(needs: Needs): Promise<void> {
  for (const step of STEPS) {
    for (let taken = 0; taken < STEPS_A_ROUND && step(needs); taken++) {
      await nextTurn();
      if (needs.stopping?.aborted) return;
    }
  }
}

/** Counters of rate limits name clients and mailboxes: they are kept no longer than they count. */
function dropOldCounters(needs: Needs): boolean {
  const isOver = lt(rateLimits.expire, needs.clock.now().getTime());
  return deleteSome(needs, { key: rateLimits.key, isOver, most: COUNTERS_A_STEP });
}

/**
 * Codes of more than a month ago: any visitor can type in any email (decision: code-nowhere). Guesses
 * since the last good sign-in still count, where there is something to guess at. Looks at a few codes
 * after those of the step before; when it has come to the young ones, it begins anew.
 */
function dropOldCodes(needs: Needs): boolean {
  const before = daysBefore(needs, CODE_KEPT_DAYS);
  return needs.db.write((tx) => {
    const from = findCursor(tx, CODES_CURSOR) ?? 0;
    const old = listOldCodes(tx, { from, before });
    const last = old.at(-1);
    if (last !== undefined) dropThoseOver(tx, old);
    if (last !== undefined || from > 0) moveCursor(tx, CODES_CURSOR, last ?? 0);
    return last !== undefined;
  });
}

/** The next few codes, as far as they are old. */
function listOldCodes(tx: Transaction, { from, before }: { from: number; before: Date }): number[] {
  const next = tx
    .select({ id: oneTimeCodes.id, createdAt: oneTimeCodes.createdAt })
    .from(oneTimeCodes)
    .where(gt(oneTimeCodes.id, from))
    .orderBy(asc(oneTimeCodes.id))
    .limit(CODES_A_STEP)
    .all();
  return next.filter(({ createdAt }) => createdAt < before).map((code) => code.id);
}

/** Drops those of these codes whose guesses count no more. */
function dropThoseOver(tx: Transaction, codeIds: number[]): void {
  const good = alias(oneTimeCodes, "good");
  const { id, email } = oneTimeCodes;
  const goodSince = tx
    .select({ id: good.id })
    .from(good)
    .where(and(eq(good.email, email), isNotNull(good.usedAt), gte(good.id, id)));
  const user = tx.select({ id: users.id }).from(users).where(eq(users.email, email));
  const order = tx.select({ id: orders.id }).from(orders).where(eq(orders.email, email));
  const countsNoMore = or(
    eq(oneTimeCodes.attempts, 0),
    exists(goodSince),
    and(notExists(user), notExists(order)),
  );
  tx.delete(oneTimeCodes)
    .where(and(inArray(id, codeIds), countsNoMore))
    .run();
}

/** Mails that are about no order and no message: a code, an alarm, a test. */
function dropPassingMails(needs: Needs): boolean {
  const before = daysBefore(needs, CODE_KEPT_DAYS);
  const isOver = and(inArray(emails.kind, ["code", "alarm", "test"]), lt(emails.createdAt, before));
  return eraseSome(needs, emails, isOver);
}

/**
 * Checkouts that were never paid, with their lines, mails and history. Only ended ones: an open one
 * is asked about first, and what was paid meanwhile is kept for good.
 */
function dropUnpaidOrders(needs: Needs): boolean {
  const author = retentionAuthor(needs);
  const before = daysBefore(needs, UNPAID_KEPT_DAYS);
  return needs.db.write((tx) => {
    const granted = tx
      .select({ id: orderItems.id })
      .from(orderItems)
      .where(and(eq(orderItems.orderId, orders.id), isNotNull(orderItems.grantedAt)));
    const found = tx
      .select({ id: orders.id })
      .from(orders)
      .where(
        and(
          isOneOf(...ENDED),
          isNull(orders.paidAt),
          lt(orders.createdAt, before),
          not(exists(granted)),
        ),
      )
      .orderBy(asc(orders.createdAt))
      .limit(ORDERS_A_STEP)
      .all();
    for (const { id } of found) eraseOrder(tx, id, author);
    return found.length === ORDERS_A_STEP;
  });
}

function eraseOrder(tx: Transaction, id: number, author: Author): void {
  for (const table of [orderItems, orderNotes, emails]) {
    const rows = tx.select({ id: table.id }).from(table).where(eq(table.orderId, id)).all();
    for (const row of rows) eraseRow(tx, table, row.id, author);
  }
  eraseRow(tx, orders, id, author);
}

function dropHandledEvents(needs: Needs): boolean {
  const isOver = lt(webhookEvents.handledAt, daysBefore(needs, EVENT_KEPT_DAYS));
  return eraseSome(needs, webhookEvents, isOver);
}

function dropOldKeys(needs: Needs): boolean {
  const isOver = lt(idempotencyKeys.createdAt, daysBefore(needs, KEY_KEPT_DAYS));
  return deleteSome(needs, { key: idempotencyKeys.id, isOver, most: LINES_A_STEP });
}

/** The lines that say no more than that a row is gone. */
function dropErasedLines(needs: Needs): boolean {
  const before = daysBefore(needs, ERASED_KEPT_DAYS);
  // Written as its index has it.
  const isDelete = sql`${changes.action} = 'delete'`;
  const isOver = and(isDelete, isNull(changes.before), lt(changes.createdAt, before));
  return deleteSome(needs, { key: changes.id, isOver, most: LINES_A_STEP });
}

type Some = {
  /** By which the rows of its table are found. */
  key: SQLiteColumn;
  isOver: SQL | undefined;
  most: number;
};

/** Deletes a few rows of a table that has no history. */
function deleteSome({ db }: Needs, { key, isOver, most }: Some): boolean {
  return db.write((tx) => {
    const over = tx.select({ key }).from(key.table).where(isOver).limit(most);
    return tx.delete(key.table).where(inArray(key, over)).run().changes === most;
  });
}

/** Erases a few rows of a table with all of their history. */
function eraseSome(
  needs: Needs,
  table: typeof emails | typeof webhookEvents,
  isOver: SQL | undefined,
): boolean {
  const author = retentionAuthor(needs);
  return needs.db.write((tx) => {
    const over = tx.select({ id: table.id }).from(table).where(isOver).limit(ERASED_A_STEP).all();
    for (const { id } of over) eraseRow(tx, table, id, author);
    return over.length === ERASED_A_STEP;
  });
}

function retentionAuthor({ clock }: Needs): Author {
  return { actor: "sweep", now: clock.now() };
}

function daysBefore({ clock }: Needs, days: number): Date {
  return new Date(clock.now().getTime() - days * DAY_MS);
}
