import { and, eq, isNull, lte, sql } from "drizzle-orm";
import { updateRow } from "../../../db/record.ts";
import { type Order, orders } from "../../../db/schema.ts";
import { HOUR_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import type { Checkout } from "../../ports/payments.ts";
import { INVOICE_RETRY_MS } from "./order.ts";

/** Invoices follow the payment within seconds; after that, the order has no invoice. */
const GIVE_UP_MS = HOUR_MS;
const ORDERS_A_ROUND = 50;

/**
 * Adds the invoices that the provider made after the payment. Only logs a failed provider call, so
 * that it does not block other orders.
 */
export async function fetchLateInvoices(deps: Deps): Promise<void> {
  for (const order of listDue(deps)) {
    if (deps.stopping?.aborted) return;
    try {
      const checkout = order.sessionId && (await deps.payments.findCheckout(order.sessionId));
      storeInvoice(deps, order, checkout ? checkout.invoice : null);
    } catch (error) {
      deps.log.warn({ order: order.id, err: error }, "invoice not fetched");
      postpone(deps, order);
    }
  }
}

/** Paid orders whose check is due; the WHERE clause matches the index `orders_awaiting_invoice`. */
function listDue({ db, clock }: Deps): Order[] {
  const isDue = and(
    sql`${orders.status} = 'paid'`,
    isNull(orders.invoiceNumber),
    lte(orders.nextCheckAt, clock.now()),
  );
  return db.select().from(orders).where(isDue).limit(ORDERS_A_ROUND).all();
}

/** Schedules the next check. Not recorded in the order's history. */
function postpone({ db, clock }: Deps, { id }: Order): void {
  const nextCheckAt = new Date(clock.now().getTime() + INVOICE_RETRY_MS);
  db.write((tx) => tx.update(orders).set({ nextCheckAt }).where(eq(orders.id, id)).run());
}

/** Stores the invoice; null if there is none yet, or if the provider does not know the session. */
function storeInvoice(
  { db, clock }: Deps,
  { id, paidAt }: Order,
  invoice: Checkout["invoice"],
): void {
  const now = clock.now();
  const isOver = now.getTime() - (paidAt?.getTime() ?? 0) > GIVE_UP_MS;
  const nextCheckAt = invoice || isOver ? null : new Date(now.getTime() + INVOICE_RETRY_MS);
  const found = invoice && { invoiceNumber: invoice.number, invoiceUrl: invoice.url };
  db.write((tx) => updateRow(tx, orders, id, { ...found, nextCheckAt }, { actor: "invoice", now }));
}
