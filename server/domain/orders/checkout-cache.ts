import type { Order } from "../../../db/schema.ts";
import type { Asker, Deps } from "../../deps.ts";
import { AppError, ProviderBusy } from "../../errors.ts";
import { findOrder, findOrderById } from "./find-order.ts";
import { fulfil } from "./fulfil.ts";
import { MINUTE_MS } from "../../contract/time.ts";
import { singleFlight } from "../../process/single-flight.ts";

/** How far a page may be behind the provider (decision: remembered-answers). */
export const ANSWER_MS = 3000;
/** An unknown session becomes an order of ours only by a webhook. */
const UNKNOWN_MS = MINUTE_MS;
const MOST_REMEMBERED = 5000;

/**
 * The order of a session for those who have just paid it: `fulfil`, except that an answer of the last
 * seconds counts and that questions at the same moment are one call. Throws AppError
 * `payment_provider`.
 */
export async function orderOfSuccess(deps: Deps, sessionId: string): Promise<Order | undefined> {
  // An id without an order may be invented: it takes no call from payments (decision: provider-budget).
  const asker = findOrder(deps.db, sessionId) ? "payment" : "page";
  return orderOfVisit(deps, sessionId, asker);
}

/**
 * The same for any other page, which never waits for the provider's budget: when that is spent, the
 * order is what the database knows.
 */
export async function orderOfPage(deps: Deps, sessionId: string): Promise<Order | undefined> {
  try {
    return await orderOfVisit(deps, sessionId, "page");
  } catch (error) {
    if (!(error instanceof AppError && error.cause instanceof ProviderBusy)) throw error;
    return findOrder(deps.db, sessionId);
  }
}

/** The provider's last answers by session id; the order's current state is in the database. */
type Answers = Map<string, { until: number; orderId: number | undefined }>;

const answersByStore = new WeakMap<Deps, Answers>();
const askOnce = singleFlight<Order | undefined>();

async function orderOfVisit(
  deps: Deps,
  sessionId: string,
  asker: Asker,
): Promise<Order | undefined> {
  const last = answersOf(deps).get(sessionId);
  if (last && deps.clock.now().getTime() < last.until) {
    const order = findOrder(deps.db, sessionId);
    // An order that was given up before its session was known has no session of its own.
    if (order || last.orderId === undefined) return order;
    return findOrderById(deps.db, last.orderId);
  }
  return askOnce(`${asker} ${sessionId}`, () => ask(deps, sessionId, asker), deps);
}

async function ask(deps: Deps, sessionId: string, asker: Asker): Promise<Order | undefined> {
  const order = await fulfil(deps, sessionId, asker);
  const answers = answersOf(deps);
  const until = deps.clock.now().getTime() + (order ? ANSWER_MS : UNKNOWN_MS);
  answers.delete(sessionId);
  answers.set(sessionId, { until, orderId: order?.id });
  const [oldest] = answers.keys();
  if (answers.size > MOST_REMEMBERED && oldest !== undefined) answers.delete(oldest);
  return order;
}

function answersOf(deps: Deps): Answers {
  const answers: Answers = answersByStore.get(deps) ?? new Map();
  answersByStore.set(deps, answers);
  return answers;
}
