import { and, isNull, lte, sql } from "drizzle-orm";
import { updateRow } from "../../../db/record.ts";
import { type Order, orders } from "../../../db/schema.ts";
import { HOUR_MS, MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import type { Checkout } from "../../ports/payments.ts";

const RETRY_MS = 5 * MINUTE_MS;
/** Invoices follow the payment within seconds; later, the order stays without one. */
const GIVE_UP_MS = HOUR_MS;
const ORDERS_A_ROUND = 50;

/** Returns when to ask again for an invoice that the provider had not made at the payment. */
export function nextInvoiceCheck({ awaitsInvoice }: Checkout, now: Date): Date | null {
  return awaitsInvoice ? new Date(now.getTime() + RETRY_MS) : null;
}

/** Adds the invoices that the provider made after the payment. Throws AppError `payment_provider`. */
export async function fetchLateInvoices(deps: Deps): Promise<void> {
  for (const order of listDue(deps)) {
    if (deps.stopping?.aborted) return;
    const checkout = order.sessionId && (await deps.payments.findCheckout(order.sessionId));
    if (checkout) storeInvoice(deps, order, checkout);
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

function storeInvoice({ db, clock }: Deps, { id, paidAt }: Order, checkout: Checkout): void {
  const now = clock.now();
  const { invoice } = checkout;
  const isOver = now.getTime() - (paidAt?.getTime() ?? 0) > GIVE_UP_MS;
  const nextCheckAt = invoice || isOver ? null : new Date(now.getTime() + RETRY_MS);
  const found = invoice && { invoiceNumber: invoice.number, invoiceUrl: invoice.url };
  db.write((tx) => updateRow(tx, orders, id, { ...found, nextCheckAt }, { actor: "invoice", now }));
}
