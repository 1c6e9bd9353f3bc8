import { and, desc, inArray, lte } from "drizzle-orm";
import type { OrderStatus } from "../../../db/enums.ts";
import { updateRow } from "../../../db/record.ts";
import { type Order, orders } from "../../../db/schema.ts";
import { prepared } from "../../../db/statements.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import type { ListedCheckout } from "../../ports/payments.ts";
import { nextTurn } from "../../process/promises.ts";
import { isSuperseded } from "../orders/duplicate-purchase.ts";
import { fulfil, statusOf } from "../orders/fulfil.ts";
import { endSuperseded } from "../orders/open-checkouts.ts";
import { CHECK_FIRST, findOrderById } from "../orders/order.ts";
import { hasStatus, WAITING } from "../../../db/order-status.ts";

/** Limit of provider calls per round; the next round continues. */
const CALLS_A_ROUND = 100;
const ORDERS_A_ROUND = 1000;
/** Page size of the provider's list, and the largest id gap between orders of one group. */
const PAGE_SIZE = 100;
/** Allows for clock skew and delay between creating an order and its session. */
const LEEWAY_MS = 2 * MINUTE_MS;
const AUTHOR = "sweep";

type DueOrder = Pick<Order, "id" | "sessionId" | "createdAt">;
type CallBudget = { calls: number };

/**
 * Compares due orders with the provider's list of sessions, and fetches a session only if it is
 * missing or its status differs. Rejects when the list cannot be read, without ending any order.
 */
export async function checkDueOrders(deps: Deps): Promise<void> {
  const budget = { calls: CALLS_A_ROUND };
  for (const group of groupByPage(listDue(deps))) {
    if (deps.stopping?.aborted) return;
    await checkGroup(deps, group, budget);
  }
}

/** Prepared, because it runs after every order change. Usually returns no rows. */
const ordersToCheckFirst = prepared((db) =>
  db.select().from(orders).where(isDue(CHECK_FIRST)).limit(PAGE_SIZE).prepare(),
);

/** Checks the orders that were marked by `recheckOtherCheckouts`. */
export async function recheckOrders(deps: Deps): Promise<void> {
  for (const order of ordersToCheckFirst(deps.db).all()) {
    if (deps.stopping?.aborted) return;
    await checkOrder(deps, order);
  }
}

function isDue(now: Date) {
  return and(hasStatus(...WAITING), lte(orders.nextCheckAt, now));
}

/** Selects the orders that became due last, using the index; returns the newest order first. */
function listDue({ db, clock }: Deps): DueOrder[] {
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

/** Groups orders whose sessions are close together in the provider's list. */
function groupByPage(due: DueOrder[]): DueOrder[][] {
  const groups: DueOrder[][] = [];
  for (const order of due) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && last.id - order.id <= PAGE_SIZE) group.push(order);
    else groups.push([order]);
  }
  return groups;
}

async function checkGroup(deps: Deps, group: DueOrder[], budget: CallBudget): Promise<void> {
  const unlisted = new Set(group.flatMap(({ sessionId }) => sessionId ?? []));
  const times = group.map(({ createdAt }) => createdAt.getTime());
  const range = {
    from: new Date(Math.min(...times) - LEEWAY_MS),
    to: new Date(Math.max(...times) + LEEWAY_MS),
  };
  for (let after: string | null = null; unlisted.size > 0;) {
    if (budget.calls-- <= 0) return;
    const page = await deps.payments.listCheckouts(range, after);
    await checkListed(deps, page.entries, budget);
    for (const { id } of page.entries) unlisted.delete(id);
    after = page.next;
    if (after === null) break;
  }
  for (const { id, sessionId } of group) {
    if (sessionId !== null && !unlisted.has(sessionId)) continue;
    if (sessionId !== null && budget.calls-- <= 0) return;
    const order = findOrderById(deps.db, id);
    if (order && isWaiting(order)) await checkOrder(deps, order);
  }
}

async function checkListed(
  deps: Deps,
  listed: ListedCheckout[],
  budget: CallBudget,
): Promise<void> {
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

/** Checks one order. Only logs a failed provider call, so that it does not block other orders. */
async function checkOrder(deps: Deps, order: Order): Promise<void> {
  const { id, sessionId, status } = order;
  let isAsked = true;
  try {
    await endSuperseded(deps, order);
    if (sessionId) await fulfil(deps, sessionId);
  } catch (error) {
    isAsked = false;
    deps.log.warn({ order: id, err: error }, "order not checked");
  }
  // Without a session, the order can no longer be paid.
  const isOver = isAsked && status === "creating" && ageOf(deps, order) > HOUR_MS;
  if (isOver) end(deps, order, "failed");
  else postpone(deps, [order]);
}

function isWaiting({ status }: Order): boolean {
  return WAITING.some((waiting) => waiting === status);
}

function end({ db, clock }: Deps, { id, status: before }: Order, status: OrderStatus): void {
  db.write((tx) => {
    if (findOrderById(tx, id)?.status !== before) return;
    updateRow(tx, orders, id, { status }, { actor: AUTHOR, now: clock.now() });
  });
}

/** Schedules the next check. Not recorded in the order's history. */
function postpone(deps: Deps, checked: Order[]): void {
  if (checked.length === 0) return;
  const now = deps.clock.now().getTime();
  const byPause = Map.groupBy(checked, (order) => pauseMs(ageOf(deps, order)));
  deps.db.write((tx) => {
    for (const [pause, group] of byPause) {
      const ids = group.map(({ id }) => id);
      const isDueLater = and(inArray(orders.id, ids), inArray(orders.status, WAITING));
      const nextCheckAt = new Date(now + pause);
      tx.update(orders).set({ nextCheckAt }).where(isDueLater).run();
    }
  });
}

function ageOf({ clock }: Deps, { createdAt }: Order): number {
  return clock.now().getTime() - createdAt.getTime();
}

function pauseMs(age: number): number {
  if (age < HOUR_MS) return 10 * MINUTE_MS;
  return age < DAY_MS ? HOUR_MS : 6 * HOUR_MS;
}
