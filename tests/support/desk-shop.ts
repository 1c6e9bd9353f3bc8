import { asc, eq } from "drizzle-orm";
import { orderNotes, refunds } from "../../db/schema.ts";
import { startCheckout } from "./browser.ts";
import { discountLines } from "./money-prices.ts";
import { changeSettings } from "./shop-settings.ts";
import { openShop, type Shop } from "./shop.ts";
import { itemsOf, ordersOf, requestsOf } from "./money.ts";
import { type Answer, type Caller, openRoles } from "./table-calls.ts";

type Press = { values?: object; key?: string | null; headers?: Record<string, string> };

let presses = 0;

export const newKey = (): string => `press-of-the-owner-${++presses}`;

/** Calls an action, with a new idempotency key by default. */
export async function press(
  caller: Pick<Caller, "call">,
  path: `${string}/${number}/${string}`,
  { values = {}, key = newKey(), headers = {} }: Press = {},
): Promise<Answer<Record<string, unknown>>> {
  const [table, id, action] = path.split("/");
  return caller.call("POST", `/api/tables/${table}/${id}/actions/${action}`, {
    body: values,
    headers: { ...(key !== null && { "Idempotency-Key": key }), ...headers },
  });
}

/**
 * Opens a shop with one order of its two products, and a caller for each role. The order has tax
 * of Germany on top of its prices if `isTaxed`, and a discount in percent.
 */
export async function openDesk({ isTaxed = false, percentOff = 0 } = {}) {
  const shop = await openShop();
  const { administrator: admin, ...others } = openRoles(shop);
  if (isTaxed) changeSettings(shop, { tax: "added" });
  const sessionId = await startCheckout(shop.browser, [shop.pack, shop.book]);
  discountLines(shop.simulator.context.store, sessionId, percentOff);
  const buyer = { email: "buyer@example.com", country: "DE" };
  await shop.simulator.control.pay(sessionId, buyer);
  await shop.settle();
  const [order] = ordersOf(shop);
  if (!order) throw new Error("Nothing was sold.");
  return {
    ...shop,
    ...others,
    admin,
    sessionId,
    orderId: order.id,
    control: shop.simulator.control,
  };
}

export type Desk = Awaited<ReturnType<typeof openDesk>>;

type Books = Pick<Shop, "db" | "simulator">;

export const refundsOf = ({ db }: Pick<Books, "db">) =>
  db.select().from(refunds).orderBy(asc(refunds.id)).all();

export const providersRefunds = ({ simulator }: Pick<Books, "simulator">): number[] =>
  simulator.context.store.list("refund").map(({ amount }) => amount);

export const notesOf = ({ db }: Pick<Books, "db">, orderId: number) =>
  db
    .select()
    .from(orderNotes)
    .where(eq(orderNotes.orderId, orderId))
    .orderBy(asc(orderNotes.id))
    .all();

export const refundOrder = (desk: Desk, amount: unknown, key = newKey()) =>
  press(desk.admin, `orders/${desk.orderId}/refund`, { values: { amount }, key });

export const refundItem = (desk: Desk, at: number, key = newKey()) =>
  press(desk.admin, `order_items/${itemsOf(desk)[at]?.id ?? 0}/refund_line`, { key });

export const requestsToRefund = (desk: Desk): number =>
  requestsOf(desk).filter((request) => request === "POST /v1/refunds").length;

/** Refunds in the shop and at the provider, with their effect on the order and its items. */
export const refundStateOf = (desk: Desk) => ({
  refunds: refundsOf(desk).map(({ amount, status }) => `${amount} ${status}`),
  given: providersRefunds(desk),
  refunded: ordersOf(desk)[0]?.refundedAmount,
  access: itemsOf(desk).map(({ revokeReason }) => revokeReason ?? "open"),
});
