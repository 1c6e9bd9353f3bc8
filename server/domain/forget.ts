import { and, asc, eq, exists, inArray, isNotNull, isNull, lt, not, sql } from "drizzle-orm";
import type { Transaction } from "../../db/client.ts";
import { type Author, eraseRow } from "../../db/record.ts";
import {
  changes,
  emails,
  idempotencyKeys,
  orderItems,
  orderNotes,
  orders,
  webhookEvents,
} from "../../db/schema.ts";
import type { Deps } from "../deps.ts";
import { nextTurn } from "../next-turn.ts";
import { dropCodeMails, dropOldCodes } from "./sign-in/old-codes.ts";
import { dropOldCounters } from "./old-counters.ts";
import { ENDED, isOneOf } from "./orders/order-status.ts";
import { dropOldSessions } from "./sign-in/sessions.ts";

const DAY_MS = 24 * 3_600_000;
const UNPAID_KEPT_DAYS = 90;
/** Longer than the provider lists or repeats an event: one that is gone here comes no more. */
const EVENT_KEPT_DAYS = 35;
const KEY_KEPT_DAYS = 90;
/** A copy of the tables that was offline for longer is made anew. */
const ERASED_KEPT_DAYS = 30;

// About 2 ms of work each: a shopper waits for the end of one step.
const ORDERS_A_STEP = 5;
const EVENTS_A_STEP = 20;
const LINES_A_STEP = 200;
const STEPS_A_ROUND = 200;

type Needs = Pick<Deps, "db" | "clock">;

/** Erases a few rows in one short transaction; says whether there may be more of them. */
type Step = (needs: Needs) => boolean;

const STEPS: Step[] = [
  dropOldCounters,
  dropOldSessions,
  dropOldCodes,
  dropCodeMails,
  dropUnpaidOrders,
  dropHandledEvents,
  dropOldKeys,
  dropErasedLines,
];

/**
 * Forgets what docs/retention.md says is kept for a time only (decision: retention). Requests go first
 * between two steps, and what one round leaves over goes in the next.
 */
export async function forgetOld(needs: Needs): Promise<void> {
  for (const step of STEPS) {
    for (let taken = 0; taken < STEPS_A_ROUND && step(needs); taken++) await nextTurn();
  }
}

/**
 * Checkouts that were never paid, with their lines, mails and history. Only ended ones: an open one
 * is asked about first, and what was paid meanwhile is kept for good.
 */
function dropUnpaidOrders(needs: Needs): boolean {
  const author = sweeper(needs);
  const before = daysBefore(author, UNPAID_KEPT_DAYS);
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
  const author = sweeper(needs);
  const before = daysBefore(author, EVENT_KEPT_DAYS);
  return needs.db.write((tx) => {
    const found = tx
      .select({ id: webhookEvents.id })
      .from(webhookEvents)
      .where(lt(webhookEvents.handledAt, before))
      .limit(EVENTS_A_STEP)
      .all();
    for (const { id } of found) eraseRow(tx, webhookEvents, id, author);
    return found.length === EVENTS_A_STEP;
  });
}

function dropOldKeys(needs: Needs): boolean {
  const before = daysBefore(sweeper(needs), KEY_KEPT_DAYS);
  return needs.db.write((tx) => {
    const old = tx
      .select({ id: idempotencyKeys.id })
      .from(idempotencyKeys)
      .where(lt(idempotencyKeys.createdAt, before))
      .limit(LINES_A_STEP);
    const gone = tx.delete(idempotencyKeys).where(inArray(idempotencyKeys.id, old)).run();
    return gone.changes === LINES_A_STEP;
  });
}

/** The lines that say no more than that a row is gone. */
function dropErasedLines(needs: Needs): boolean {
  const before = daysBefore(sweeper(needs), ERASED_KEPT_DAYS);
  return needs.db.write((tx) => {
    const old = tx
      .select({ id: changes.id })
      .from(changes)
      // Written as its index has it.
      .where(
        and(
          sql`${changes.action} = 'delete'`,
          isNull(changes.before),
          lt(changes.createdAt, before),
        ),
      )
      .limit(LINES_A_STEP);
    const gone = tx.delete(changes).where(inArray(changes.id, old)).run();
    return gone.changes === LINES_A_STEP;
  });
}

function sweeper({ clock }: Needs): Author {
  return { actor: "sweep", now: clock.now() };
}

function daysBefore({ now }: Author, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
