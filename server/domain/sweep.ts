import { and, asc, eq, lt, lte } from "drizzle-orm";
import { updateRow } from "../../db/record.ts";
import { jobCursors, orders, rateLimits } from "../../db/schema.ts";
import type { Deps } from "../deps.ts";
import { fulfil } from "./fulfil.ts";
import { dropOldCodes } from "./old-codes.ts";
import { isOneOf } from "./order-status.ts";
import { AT_ONCE } from "./rivals.ts";
import { dropOldSessions } from "./sessions.ts";
import { endSuperseded } from "./superseded.ts";
import { storeEvents } from "./webhook-inbox.ts";

type Order = typeof orders.$inferSelect;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const CURSOR = "provider-events";
/** Events may appear a little after their own time; those seen before are kept once. */
const OVERLAP_MS = 10 * MINUTE_MS;
/** How far back a new database looks: a restored one goes on from its own cursor. */
const FIRST_LOOK_MS = 24 * HOUR_MS;
/** The provider keeps events for 30 days. */
const LONGEST_LOOK_MS = 29 * 24 * HOUR_MS;
const ORDERS_A_ROUND = 100;

/**
 * Finds what no webhook has reported: takes the provider's events since the last sweep into the
 * inbox, asks about orders that stayed open, and ends those of what their buyer has paid for by now.
 * Nothing is expired without asking, and nothing is refunded. Rejects, once all else is done, when
 * the events could not be had.
 */
export async function sweep(deps: Deps): Promise<void> {
  dropOldCounters(deps);
  dropOldSessions(deps);
  dropOldCodes(deps);
  try {
    await catchUpEvents(deps);
  } finally {
    // Where the events cannot be had, asking about each order is all there is left.
    for (const order of dueOrders(deps, deps.clock.now())) await checkOrder(deps, order);
  }
}

/** Checks the orders that cannot wait for the next sweep. */
export async function checkHurried(deps: Deps): Promise<void> {
  for (const order of dueOrders(deps, AT_ONCE)) await checkOrder(deps, order);
}

/** Counters of rate limits name addresses: they are kept no longer than they count. */
function dropOldCounters({ db, clock }: Deps): void {
  db.write((tx) => tx.delete(rateLimits).where(lt(rateLimits.expire, clock.now().getTime())).run());
}

async function catchUpEvents(deps: Deps): Promise<void> {
  const now = deps.clock.now().getTime();
  const seen = deps.db.select().from(jobCursors).where(eq(jobCursors.name, CURSOR)).get();
  const since = Math.max((seen?.value ?? now - FIRST_LOOK_MS) - OVERLAP_MS, now - LONGEST_LOOK_MS);
  storeEvents(deps, await deps.payments.listEvents(new Date(since)));
  deps.db.write((tx) =>
    tx
      .insert(jobCursors)
      .values({ name: CURSOR, value: now })
      .onConflictDoUpdate({ target: jobCursors.name, set: { value: now } })
      .run(),
  );
}

function dueOrders({ db }: Deps, now: Date): Order[] {
  return db
    .select()
    .from(orders)
    .where(and(isOneOf("creating", "open", "processing"), lte(orders.nextCheckAt, now)))
    .orderBy(asc(orders.nextCheckAt), asc(orders.id))
    .limit(ORDERS_A_ROUND)
    .all();
}

async function checkOrder(deps: Deps, order: Order): Promise<void> {
  const age = deps.clock.now().getTime() - order.createdAt.getTime();
  const asked = await ask(deps, order);
  const author = { actor: "sweep", now: deps.clock.now() };
  deps.db.write((tx) => {
    const current = tx.select().from(orders).where(eq(orders.id, order.id)).get();
    if (!current || !isWaiting(current)) return;
    const nextCheckAt = new Date(author.now.getTime() + pauseMs(age));
    // Without a session there is nothing that could still be paid.
    const end = asked && current.status === "creating" && age > HOUR_MS;
    updateRow(tx, orders, order.id, { ...(end && { status: "failed" }), nextCheckAt }, author);
  });
}

/** False when the provider could not be asked: one such order must not hold up the others. */
async function ask(deps: Deps, order: Order): Promise<boolean> {
  const { id, sessionId } = order;
  try {
    await endSuperseded(deps, order);
    if (sessionId) await fulfil(deps, sessionId);
    return true;
  } catch (error) {
    deps.log.warn({ order: id, err: error }, "order not checked");
    return false;
  }
}

function isWaiting({ status }: Order): boolean {
  return status === "creating" || status === "open" || status === "processing";
}

/** Asked often while buyers are at the payment page, then less and less. */
function pauseMs(age: number): number {
  if (age < HOUR_MS) return 10 * MINUTE_MS;
  return age < 24 * HOUR_MS ? HOUR_MS : 6 * HOUR_MS;
}
