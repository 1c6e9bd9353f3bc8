import { findCursor, moveCursor } from "../../../db/cursors.ts";
import { DAY_MS, MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { AppError, KeyRefused } from "../../errors.ts";
import type { Page, PaymentEvent } from "../../ports/payments.ts";
import { singleFlight } from "../../process/promises.ts";
import { fetchLateInvoices } from "../orders/late-invoices.ts";
import { checkDueOrders } from "./open-orders.ts";
import { finishRefunds } from "./refunds.ts";
import { storeListed } from "./webhook-inbox.ts";

const CURSOR = "provider-events";
/** Overlap with the previous range, because events may be listed late. Duplicates are ignored. */
const OVERLAP_MS = 10 * MINUTE_MS;
/** Initial range of a new database. A restored database continues from its cursor. */
const FIRST_LOOK_MS = DAY_MS;
/** Longest range to reconcile: just under the 30 days that the provider retains events. */
export const LONGEST_LOOK_DAYS = 29;
/** Length of one range. The cursor advances after each, so an interruption repeats little work. */
const RANGE_MS = 2 * DAY_MS;

const reconcileOnce = singleFlight<void>();

/**
 * Stores events missed by webhooks, checks open orders, finishes refunds and adds late invoices.
 * Concurrent calls share one round. All parts run even if one fails; rejects with the first error.
 */
export function reconcile(deps: Deps): Promise<void> {
  return reconcileOnce("round", () => runRound(deps), deps);
}

async function runRound(deps: Deps): Promise<void> {
  const failures: unknown[] = [];
  for (const part of [catchUpEvents, checkDueOrders, finishRefunds, fetchLateInvoices]) {
    if (deps.stopping?.aborted) break;
    await part(deps).catch((error: unknown) => failures.push(error));
  }
  if (failures.length === 0) return;
  for (const error of failures.slice(1)) deps.log.error({ err: error }, "reconcile round failed");
  throw failures[0];
}

async function catchUpEvents(deps: Deps): Promise<void> {
  const { reconciled } = deps.watch;
  try {
    reconciled.taken = await takeNewEvents(deps);
    reconciled.listedAt = deps.clock.now();
    reconciled.isKeyRefused = false;
  } catch (error) {
    reconciled.isKeyRefused = error instanceof AppError && error.cause instanceof KeyRefused;
    throw error;
  }
}

async function takeNewEvents(deps: Deps): Promise<number> {
  const now = deps.clock.now().getTime();
  const seen = findCursor(deps.db, CURSOR);
  // Ignore a future cursor, which was stored while the clock was ahead.
  const known = seen !== undefined && seen <= now ? seen : now - FIRST_LOOK_MS;
  let from = Math.max(known - OVERLAP_MS, now - LONGEST_LOOK_DAYS * DAY_MS);
  let taken = 0;
  while (from < now && !deps.stopping?.aborted) {
    const to = Math.min(from + RANGE_MS, now);
    const range = { from: new Date(from), ...(to < now && { to: new Date(to) }) };
    // One page per transaction, to limit memory use and lock time.
    for (let after: string | null | undefined; after !== null;) {
      const page: Page<PaymentEvent> = await deps.payments.listEvents(range, after ?? null);
      taken += storeListed(deps, page.entries.toReversed());
      after = page.next;
    }
    deps.db.write((tx) => moveCursor(tx, CURSOR, to));
    from = to;
  }
  return taken;
}
