import { and, eq, inArray } from "drizzle-orm";
import type { Transaction } from "../../db/client.ts";
import { type Author, insertRow, updateRow } from "../../db/record.ts";
import { orderItems, orders, type OrderStatus } from "../../db/schema.ts";
import type { CheckoutAnswer, CheckoutRequest } from "../contract/checkout.ts";
import { refusals } from "../contract/messages.ts";
import type { Product } from "../contract/store.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { listProductsById } from "./catalogue.ts";
import { snapshotFiles, type Viewer } from "./grants.ts";
import { newOrderNumber } from "./order-number.ts";
import { findOwnedItems, settleOpenOrders } from "./owned-items.ts";
import { sha256Hex } from "./tokens.ts";

const CHECKOUT_LIFETIME_MS = 23 * 3_600_000;
/** An order whose provider call was cut short is tried again with the same key for this long. */
const CREATING_PATIENCE_MS = 60_000;
const BUYER = "buyer";

export type CheckoutInput = { request: CheckoutRequest; viewer: Viewer & { browserHash: string } };

type Order = typeof orders.$inferSelect;

/**
 * Starts paying for the lines this buyer does not own yet, at the prices of the database. Asked
 * again for the same lines by the same buyer, it gives the same checkout while that is open. With
 * nothing left to pay it gives the success page of the order that holds the products.
 */
export async function startCheckout(deps: Deps, input: CheckoutInput): Promise<CheckoutAnswer> {
  const ids = input.request.products.map((line) => line.productId);
  await settleOpenOrders(deps, ids, input.viewer);
  // What is owned already may have been taken off sale since.
  const owned = findOwnedItems(deps, ids, input.viewer);
  const wanted = ids.filter((id) => !owned.some((item) => item.productId === id));
  if (wanted.length === 0) return successPage(deps, owned[0]?.sessionId ?? "");

  const lines = productsOnSale(deps, wanted);
  const order = claimOrder(deps, { input, lines, key: checkoutKey(input, lines) });
  const { sessionId, checkoutUrl } = order;
  if (sessionId && checkoutUrl) return { checkoutUrl, sessionId };
  return openCheckout(deps, { input, lines, order });
}

function productsOnSale(deps: Deps, ids: number[]): Product[] {
  const found = new Map(listProductsById(deps.db, ids).map((product) => [product.id, product]));
  const wanted = ids.map((id) => {
    const product = found.get(id);
    if (!product) throw new AppError("invalid", refusals.unknownProduct);
    return product;
  });
  const currencies = new Set(wanted.map((product) => product.currency));
  if (currencies.size > 1) throw new AppError("invalid", refusals.mixedCurrency);
  return wanted;
}

const SUCCESS_PAGE = "/checkout/success";

function successPage(deps: Deps, sessionId: string): CheckoutAnswer {
  return { checkoutUrl: returnUrl(deps, SUCCESS_PAGE, sessionId), sessionId };
}

/** The same buyer with the same lines at the same prices and the same way back. */
function checkoutKey({ request, viewer }: CheckoutInput, lines: Product[]): string {
  const content = {
    buyer: viewer.user?.id ?? viewer.browserHash,
    browser: viewer.browserHash,
    lines: lines.map((product) => [product.id, product.price]),
    back: [request.successRouter, request.cancelRouter],
  };
  return sha256Hex(JSON.stringify(content));
}

type Start = { input: CheckoutInput; lines: Product[]; key: string };

/** The live order of this checkout, else a new one, stored before the provider is asked. */
function claimOrder(deps: Deps, start: Start): Order {
  const author = { actor: BUYER, now: deps.clock.now() };
  return deps.db.write((tx) => {
    const live = tx
      .select()
      .from(orders)
      .where(and(eq(orders.checkoutKey, start.key), inArray(orders.status, ["creating", "open"])))
      .get();
    if (live && !isStuck(live, author.now)) return live;
    if (live) updateRow(tx, orders, live.id, { status: "failed" }, author);
    return createOrder(tx, start, author);
  });
}

function isStuck({ status, createdAt }: Order, now: Date): boolean {
  return status === "creating" && now.getTime() - createdAt.getTime() > CREATING_PATIENCE_MS;
}

function createOrder(tx: Transaction, { input, lines, key }: Start, author: Author): Order {
  const order = insertRow(
    tx,
    orders,
    {
      number: newOrderNumber(),
      status: "creating",
      checkoutKey: key,
      browserHash: input.viewer.browserHash,
      userId: input.viewer.user?.id ?? null,
      currency: lines[0]?.currency ?? "usd",
      totalAmount: lines.reduce((sum, product) => sum + product.price, 0),
      nextCheckAt: author.now,
    },
    author,
  );
  for (const product of lines) {
    const { id: productId, name, price, type, billingPeriod } = product;
    const snapshot = { name, price, type, billingPeriod, files: snapshotFiles(tx, productId) };
    insertRow(tx, orderItems, { orderId: order.id, productId, ...snapshot }, author);
  }
  return order;
}

async function openCheckout(
  deps: Deps,
  { input, lines, order }: Omit<Start, "key"> & { order: Order },
): Promise<CheckoutAnswer> {
  const { request, viewer } = input;
  const session = await deps.payments
    .createCheckout({
      orderId: order.id,
      orderNumber: order.number,
      idempotencyKey: `checkout-${order.number}`,
      lines: lines.map((product) => ({ ...product, productId: product.id })),
      successUrl: returnUrl(deps, request.successRouter, "{CHECKOUT_SESSION_ID}"),
      cancelUrl: new URL(request.cancelRouter, deps.config.publicUrl).href,
      customerEmail: viewer.user?.email ?? null,
      expiresAt: new Date(order.createdAt.getTime() + CHECKOUT_LIFETIME_MS),
    })
    .catch((error: unknown) => {
      endOrder(deps, order.id, "creating", { status: "failed" });
      throw error;
    });
  endOrder(deps, order.id, "creating", {
    status: "open",
    sessionId: session.id,
    checkoutUrl: session.url,
  });
  return { checkoutUrl: session.url, sessionId: session.id };
}

/** Moves an order on from one status, unless a webhook has moved it in the meantime. */
function endOrder(deps: Deps, orderId: number, from: OrderStatus, patch: Partial<Order>): void {
  deps.db.write((tx) => {
    const order = tx.select().from(orders).where(eq(orders.id, orderId)).get();
    if (order?.status !== from) return;
    updateRow(tx, orders, orderId, patch, { actor: BUYER, now: deps.clock.now() });
  });
}

/** Where the provider returns the buyer: the path with the session's id in its query. */
function returnUrl(deps: Deps, path: string, sessionId: string): string {
  const url = new URL(path, deps.config.publicUrl);
  url.searchParams.delete("sessionId");
  const separator = url.search ? "&" : "?";
  // The provider replaces the placeholder only where it stands unescaped.
  return `${url.origin}${url.pathname}${url.search}${separator}sessionId=${sessionId}`;
}
