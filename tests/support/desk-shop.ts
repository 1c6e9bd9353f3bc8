import { asc, eq } from "drizzle-orm";
import { orderNotes, refunds } from "../../db/schema.ts";
import { buy, openShop, type Shop } from "./shop.ts";
import { itemsOf, ordersOf, requestsOf } from "./money.ts";
import { type Answer, type Caller, openRoles } from "./table-calls.ts";

export type Press = { values?: object; key?: string | null; headers?: Record<string, string> };

let presses = 0;

/** A key that no press had before. */
export const newKey = (): string => `press-of-the-owner-${++presses}`;

/** Presses an action's button once: with a key of its own unless told otherwise. */
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

/** A shop that has sold its two products in one order, and who may want something of it. */
export async function openDesk() {
  const shop = await openShop();
  const { administrator: admin, ...others } = openRoles(shop);
  const sessionId = await buy(shop, shop.browser, {
    products: [shop.pack, shop.book],
    email: "buyer@example.com",
  });
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

/** What the provider has given back, oldest first. */
export const providersRefunds = ({ simulator }: Pick<Books, "simulator">): number[] =>
  simulator.context.store.list("refund").map(({ amount }) => amount);

/** The notes of an order, oldest first. */
export const notesOf = ({ db }: Pick<Books, "db">, orderId: number) =>
  db
    .select()
    .from(orderNotes)
    .where(eq(orderNotes.orderId, orderId))
    .orderBy(asc(orderNotes.id))
    .all();

/** Presses the refund of an amount of the order that was sold. */
export const refundOrder = (desk: Desk, amount: unknown, key = newKey()) =>
  press(desk.admin, `orders/${desk.orderId}/refund`, { values: { amount }, key });

/** Presses the refund of one of the items there are, counted from 0. */
export const refundItem = (desk: Desk, at: number, key = newKey()) =>
  press(desk.admin, `order_items/${itemsOf(desk)[at]?.id ?? 0}/refund_line`, { key });

/** How often the provider was asked to give money back. */
export const requestsToRefund = (desk: Desk): number =>
  requestsOf(desk).filter((request) => request === "POST /v1/refunds").length;

/** The shop's refunds, the provider's, and what they mean for the order and its items. */
export const refundStateOf = (desk: Desk) => ({
  refunds: refundsOf(desk).map(({ amount, status }) => `${amount} ${status}`),
  given: providersRefunds(desk),
  refunded: ordersOf(desk)[0]?.refundedAmount,
  access: itemsOf(desk).map(({ revokeReason }) => revokeReason ?? "open"),
});
