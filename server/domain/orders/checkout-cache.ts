import type { Order } from "../../../db/schema.ts";
import { messages } from "../../contract/messages.ts";
import { MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { singleFlight } from "../../process/single-flight.ts";
import { findOrder, findOrderById } from "./order.ts";
import { fulfil } from "./fulfil.ts";

/** How old the provider's answer about a session may be on a page. */
export const ANSWER_MS = 3000;
/** Only a webhook turns an unknown session into an order of this shop. */
const UNKNOWN_MS = MINUTE_MS;
const MOST_CACHED = 5000;
/** Anybody can invent session ids: they must not use up the provider's limit of about 100 calls a second. */
const MOST_UNKNOWN_A_SECOND = 20;

type Cache = {
  /** By session id. The order's current state is always read from the database. */
  answers: Map<string, { until: number; orderId: number | undefined }>;
  /** Questions about sessions without an order in the current second. */
  unknown: { second: number; count: number };
};

const caches = new WeakMap<Deps, Cache>();
const askOnce = singleFlight<Order | undefined>();

/**
 * The order of a session, for pages: like `fulfil`, but asks the provider at most once in three seconds,
 * and once a minute about a session that it does not know. Throws AppError `payment_provider`, also when
 * too many sessions without an order were asked about in this second.
 */
export async function refreshOrder(deps: Deps, sessionId: string): Promise<Order | undefined> {
  const last = cacheOf(deps).answers.get(sessionId);
  if (!last || deps.clock.now().getTime() >= last.until) {
    return askOnce(sessionId, () => ask(deps, sessionId), deps);
  }
  const order = findOrder(deps.db, sessionId);
  // An order whose session was replaced is found by its own id.
  if (order || last.orderId === undefined) return order;
  return findOrderById(deps.db, last.orderId);
}

async function ask(deps: Deps, sessionId: string): Promise<Order | undefined> {
  if (!findOrder(deps.db, sessionId)) countUnknown(deps);
  const order = await fulfil(deps, sessionId);
  const { answers } = cacheOf(deps);
  const until = deps.clock.now().getTime() + (order ? ANSWER_MS : UNKNOWN_MS);
  answers.delete(sessionId);
  answers.set(sessionId, { until, orderId: order?.id });
  const [oldest] = answers.keys();
  if (answers.size > MOST_CACHED && oldest !== undefined) answers.delete(oldest);
  return order;
}

function countUnknown(deps: Deps): void {
  const { unknown } = cacheOf(deps);
  const second = Math.floor(deps.clock.now().getTime() / 1000);
  if (unknown.second !== second) Object.assign(unknown, { second, count: 0 });
  unknown.count += 1;
  if (unknown.count <= MOST_UNKNOWN_A_SECOND) return;
  throw new AppError("payment_provider", messages.network, { cause: "too many unknown sessions" });
}

function cacheOf(deps: Deps): Cache {
  const cache: Cache = caches.get(deps) ?? {
    answers: new Map(),
    unknown: { second: 0, count: 0 },
  };
  caches.set(deps, cache);
  return cache;
}
