import type { Deps } from "../../deps.ts";
import type { Page, PaymentEvent, Stretch } from "../../ports/payments.ts";
import { findCursor, moveCursor } from "../../../db/cursors.ts";
import { dropUnnamedUploads } from "../files/old-uploads.ts";
import { forgetOld } from "../retention.ts";
import { checkDueOrders } from "./open-orders.ts";
import { finishRefunds } from "./refunds.ts";
import { storeListed } from "./webhook-inbox.ts";
import { singleFlight } from "../../process/single-flight.ts";
import { DAY_MS, MINUTE_MS } from "../../contract/time.ts";
import { AppError, KeyRefused } from "../../errors.ts";

const CURSOR = "provider-events";
/** Events may appear a little after their own time; those seen before are kept once. */
const OVERLAP_MS = 10 * MINUTE_MS;
/** How far back a new database looks: a restored one goes on from its own cursor. */
const FIRST_LOOK_MS = DAY_MS;
/** The provider keeps events for 30 days. */
export const LONGEST_LOOK_DAYS = 29;
/** Taken whole or begun again: one that was cut short repeats no more than this. */
const STRETCH_MS = 2 * DAY_MS;

const joinRound = singleFlight<void>();

/**
 * Finds what no webhook has reported (decision: sweep): takes the provider's events since the last
 * sweep into the inbox, compares orders that stayed open with their sessions, and ends those of what
 * their buyer has paid for by now. Nothing is expired without asking, and no refund is made but those
 * that an administrator has asked for and whose answer was lost. Forgets
 * what is kept for a time only. Each part runs even if another fails; rejects with the first failure.
 * When the store stops, it ends between two parts: the next round goes on.
 * One round at a time: a call during one is answered by that one.
 */
export function sweep(deps: Deps): Promise<void> {
  return joinRound("round", () => sweepOnce(deps), deps);
}

async function sweepOnce(deps: Deps): Promise<void> {
  const failures: unknown[] = [];
  // Where the events cannot be had, comparing the orders with their sessions is all that is left.
  for (const part of [
    catchUpEvents,
    checkDueOrders,
    finishRefunds,
    forgetOld,
    dropUnnamedUploads,
  ]) {
    if (deps.stopping?.aborted) break;
    await part(deps).catch((error: unknown) => failures.push(error));
  }
  if (failures.length === 0) return;
  for (const error of failures.slice(1)) deps.log.error({ err: error }, "sweep round failed");
  throw failures[0];
}

/** The health page tells of a provider whose list can't be had. */
async function catchUpEvents(deps: Deps): Promise<void> {
  const { sweep: noticed } = deps.watch;
  try {
    noticed.taken = await takeNewEvents(deps);
    noticed.listedAt = deps.clock.now();
    noticed.isKeyRefused = false;
  } catch (error) {
    noticed.isKeyRefused = error instanceof AppError && error.cause instanceof KeyRefused;
    throw error;
  }
}

/** Returns how many were new here. */
async function takeNewEvents(deps: Deps): Promise<number> {
  const now = deps.clock.now().getTime();
  const seen = findCursor(deps.db, CURSOR);
  // A clock that was ahead has left one that lies in the future.
  const known = seen !== undefined && seen <= now ? seen : now - FIRST_LOOK_MS;
  let from = Math.max(known - OVERLAP_MS, now - LONGEST_LOOK_DAYS * DAY_MS);
  let taken = 0;
  while (from < now && !deps.stopping?.aborted) {
    const to = Math.min(from + STRETCH_MS, now);
    taken += await takeEvents(deps, {
      from: new Date(from),
      ...(to < now && { to: new Date(to) }),
    });
    deps.db.write((tx) => moveCursor(tx, CURSOR, to));
    from = to;
  }
  return taken;
}

/** Stores the events of a time page by page: months of them neither fill the memory nor hold a lock. */
async function takeEvents(deps: Deps, stretch: Stretch): Promise<number> {
  let taken = 0;
  let after: string | null = null;
  do {
    const page: Page<PaymentEvent> = await deps.payments.listEvents(stretch, after);
    taken += storeListed(deps, page.entries.toReversed());
    after = page.next;
  } while (after !== null);
  return taken;
}
