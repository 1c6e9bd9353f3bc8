import { and, desc, inArray, lte } from "drizzle-orm";
import { prepared } from "../../../db/statements.ts";
import { updateRow } from "../../../db/record.ts";
import { type Order, orders } from "../../../db/schema.ts";
import type { OrderStatus } from "../../../db/enums.ts";
import type { Deps } from "../../deps.ts";
import type { ListedCheckout, Stretch } from "../../ports/payments.ts";
import { nextTurn } from "../../process/next-turn.ts";
import { CHECK_FIRST, findOrderById, isOneOf, WAITING } from "../orders/order.ts";
import { fulfil, statusOf } from "../orders/fulfil.ts";
import { isSuperseded } from "../orders/duplicate-purchase.ts";
import { endSuperseded } from "../orders/open-checkouts.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../contract/time.ts";

/** Most rounds need a handful: what is left over is asked about in the next one. */
const CALLS_A_ROUND = 100;
const ORDERS_A_ROUND = 1000;
/** Orders with more others than a page holds between them are listed apart. */
const PAGE_SIZE = 100;
/** A session is made a little after its order, and the provider's clock is another. */
const LEEWAY_MS = 2 * MINUTE_MS;
const AUTHOR = "sweep";

type Due = Pick<Order, "id" | "sessionId" | "createdAt">;
/** How many calls of the provider this round may still make. */
type Budget = { calls: number };

/**
 * Compares the orders that are due with the provider's list of sessions, the newest first, a hundred
 * a call; only one whose session is in another state than it, or not in the list, is asked about by
 * itself (decision: session-list). All open orders that a page holds are looked after, due or not, so
 * that they are due together from then on. Rejects when the list cannot be had: nothing is ended then.
 */
export async function checkDueOrders(deps: Deps): Promise<void> {
  const budget = { calls: CALLS_A_ROUND };
  for (const run of runsOf(listDue(deps))) {
    if (deps.stopping?.aborted) return;
    await checkRun(deps, run, budget);
  }
}

/** Asked after every change of an order: most find none. */
const ordersToCheckFirst = prepared((db) =>
  db.select().from(orders).where(isDue(CHECK_FIRST)).limit(PAGE_SIZE).prepare(),
);

/** Asks about the orders that cannot wait for the next round. */
export async function recheckOrders(deps: Deps): Promise<void> {
  for (const order of ordersToCheckFirst(deps.db).all()) {
    if (deps.stopping?.aborted) return;
    await checkOrder(deps, order);
  }
}

function isDue(now: Date) {
  return and(isOneOf(...WAITING), lte(orders.nextCheckAt, now));
}

/** The orders that became due last, newest first: by their index, however many are due. */
function listDue({ db, clock }: Deps): Due[] {
  const { id, sessionId, createdAt, nextCheckAt } = orders;
  return db
    .select({ id, sessionId, createdAt })
    .from(orders)
    .where(isDue(clock.now()))
    .orderBy(desc(nextCheckAt))
    .limit(ORDERS_A_ROUND)
    .all()
    .toSorted((a, b) => b.id - a.id);
}

/** The orders in groups, each of which one stretch of the provider's list holds with few others. */
function runsOf(due: Due[]): Due[][] {
  const runs: Due[][] = [];
  let last: Due | undefined;
  for (const order of due) {
    const run = runs.at(-1);
    if (run && last && last.id - order.id <= PAGE_SIZE) run.push(order);
    else runs.push([order]);
    last = order;
  }
  return runs;
}

async function checkRun(deps: Deps, run: Due[], budget: Budget): Promise<void> {
  const unseen = new Set(run.flatMap(({ sessionId }) => sessionId ?? []));
  const stretch = stretchOf(run);
  for (let after: string | null = null; unseen.size > 0;) {
    if (budget.calls-- <= 0) return;
    const page = await deps.payments.listCheckouts(stretch, after);
    await checkListed(deps, page.entries, budget);
    for (const { id } of page.entries) unseen.delete(id);
    after = page.next;
    if (after === null) break;
  }
  for (const { id, sessionId } of run) {
    if (sessionId !== null && !unseen.has(sessionId)) continue;
    if (sessionId !== null && budget.calls-- <= 0) return;
    const order = findOrderById(deps.db, id);
    if (order && isWaiting(order)) await checkOrder(deps, order);
  }
}

function stretchOf(run: Due[]): Stretch {
  const times = run.map(({ createdAt }) => createdAt.getTime());
  return {
    from: new Date(Math.min(...times) - LEEWAY_MS),
    to: new Date(Math.max(...times) + LEEWAY_MS),
  };
}

/** Looks after the orders of these sessions that are not through yet. */
async function checkListed(deps: Deps, listed: ListedCheckout[], budget: Budget): Promise<void> {
  const statuses = new Map(listed.map((session) => [session.id, statusOf(session)]));
  const ofPage = inArray(orders.sessionId, [...statuses.keys()]);
  const found = deps.db.select().from(orders).where(ofPage).all().filter(isWaiting);
  const unchanged: Order[] = [];
  for (const order of found) {
    await nextTurn();
    const status = statuses.get(order.sessionId ?? "");
    if (order.status === "open" && status === "expired") end(deps, order, "expired");
    else if (status === order.status && !isSuperseded(deps, order)) unchanged.push(order);
    else if (budget.calls-- > 0) await checkOrder(deps, order);
  }
  postpone(deps, unchanged);
}

async function checkOrder(deps: Deps, order: Order): Promise<void> {
  const asked = await ask(deps, order);
  // Without a session there is nothing that could still be paid.
  if (asked && order.status === "creating" && ageOf(deps, order) > HOUR_MS) {
    end(deps, order, "failed");
  } else {
    postpone(deps, [order]);
  }
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
  return WAITING.some((waiting) => waiting === status);
}

/** Ends an order that nothing can be paid for any more, unless something has happened meanwhile. */
function end({ db, clock }: Deps, { id, status: before }: Order, status: OrderStatus): void {
  db.write((tx) => {
    const current = findOrderById(tx, id);
    if (current?.status !== before) return;
    updateRow(tx, orders, id, { status }, { actor: AUTHOR, now: clock.now() });
  });
}

/** When an order is asked about next is no part of its history (decision: retention). */
function postpone(deps: Deps, checked: Order[]): void {
  if (checked.length === 0) return;
  const now = deps.clock.now().getTime();
  const byPause = Map.groupBy(checked, (order) => pauseMs(ageOf(deps, order)));
  deps.db.write((tx) => {
    for (const [pause, group] of byPause) {
      const ids = group.map(({ id }) => id);
      const stillWaiting = inArray(orders.status, WAITING);
      tx.update(orders)
        .set({ nextCheckAt: new Date(now + pause) })
        .where(and(inArray(orders.id, ids), stillWaiting))
        .run();
    }
  });
}

function ageOf({ clock }: Deps, { createdAt }: Order): number {
  return clock.now().getTime() - createdAt.getTime();
}

/** Asked often while buyers are at the payment page, then less and less. */
function pauseMs(age: number): number {
  if (age < HOUR_MS) return 10 * MINUTE_MS;
  return age < DAY_MS ? HOUR_MS : 6 * HOUR_MS;
}
