import { and, eq } from "drizzle-orm";
import type { Reader, Transaction } from "../../../db/client.ts";
import { type Author, insertRow, updateRow } from "../../../db/record.ts";
import { type Order, orders } from "../../../db/schema.ts";
import type { CheckoutAnswer, CheckoutRequest } from "../../contract/checkout.ts";
import { messages } from "../../contract/messages.ts";
import { refusals } from "../../contract/refusals.ts";
import type { Product } from "../../contract/answers.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { singleFlight } from "../../process/single-flight.ts";
import { within } from "../../process/with-timeout.ts";
import { listProductsById } from "../catalogue.ts";
import { insertItem } from "../files/grants.ts";
import type { Viewer } from "../viewer.ts";
import { noteCheckoutOpened, noteCheckoutRefused } from "../health/products.ts";
import { findOrderById } from "./find-order.ts";
import { newOrderNumber } from "./order-number.ts";
import { isOneOf, UNPAID } from "./order-status.ts";
import { findOwnedItems } from "./duplicate-purchase.ts";
import { endOldestOpen, syncOpenOrders, syncOrder } from "./open-checkouts.ts";
import { shopIdOf } from "../../config/shop-id.ts";
import { sha256Hex } from "../tokens.ts";

const CHECKOUT_LIFETIME_MS = 23 * HOUR_MS;
/** An order whose provider call was cut short is tried again with the same key for this long. */
const CREATING_PATIENCE_MS = MINUTE_MS;
/** A buyer is told within ten seconds, however many calls of the provider follow one another. */
const DEADLINE_MS = 9000;
/** While an email can be corrected, other orders begin with it (decision: same-visit-email). */
const SAME_VISIT_MS = DAY_MS;
const BUYER = "buyer";

type CheckoutInput = { request: CheckoutRequest; viewer: Viewer & { browserHash: string } };

/**
 * Starts paying for the lines this buyer does not own yet, at the prices of the database. Asked
 * again for the same lines by the same buyer, it gives the same checkout while that is open. With
 * nothing left to pay it gives the success page of the order that holds the products.
 */
export async function startCheckout(deps: Deps, input: CheckoutInput): Promise<CheckoutAnswer> {
  // A session that arrives after the deadline is given to the next request.
  return within(DEADLINE_MS, () => findOrOpen(deps, input), tooLate);
}

function tooLate(): AppError {
  return new AppError("payment_provider", messages.checkoutFailed, { cause: "too slow" });
}

async function findOrOpen(deps: Deps, input: CheckoutInput): Promise<CheckoutAnswer> {
  // Sorted: the same lines in another order are the same checkout (decision: same-checkout).
  const ids = input.request.products.map((line) => line.productId).toSorted((a, b) => a - b);
  const asked = await syncOpenOrders(deps, ids, input.viewer);
  // What is owned already may have been taken off sale since (decision: owned-first).
  const owned = findOwnedItems(deps, ids, input.viewer);
  const wanted = ids.filter((id) => !owned.some((item) => item.productId === id));
  if (wanted.length === 0) return successPage(deps, owned[0]?.sessionId ?? "");

  const start: Start = {
    input,
    lines: productsOnSale(deps, wanted),
    email: knownEmail(deps, owned, input.viewer),
  };
  const key = checkoutKey(start);
  // One that was bought meanwhile may hold what is wanted.
  if (!findLiveOrder(deps.db, key) && (await endOldestOpen(deps, input.viewer))) {
    return findOrOpen(deps, input);
  }
  const order = claimOrder(deps, start, key);
  const { sessionId, checkoutUrl } = order;
  if (sessionId && !asked.includes(sessionId)) {
    const settled = await syncOrder(deps, sessionId);
    // It was paid or has expired since: this checkout has no live order any more.
    if (settled?.status !== "open") return findOrOpen(deps, input);
  }
  if (sessionId && checkoutUrl) return { checkoutUrl, sessionId };
  return openOnce(order.id, () => openCheckout(deps, start, order), deps);
}

/**
 * The email that a checkout begins with: the signed-in buyer's, or the one that this browser has
 * given for what it owns of the same offer already. The provider then asks for none: a second typing
 * error would separate a pack from its extras. Null where neither is known.
 */
function knownEmail(
  { clock }: Deps,
  owned: ReturnType<typeof findOwnedItems>,
  { user, browserHash }: Viewer,
): string | null {
  if (user) return user.email;
  const since = clock.now().getTime() - SAME_VISIT_MS;
  const own = owned.filter((item) => browserHash !== null && item.browserHash === browserHash);
  return own.findLast(({ orderedAt }) => orderedAt.getTime() > since)?.email ?? null;
}

function productsOnSale(deps: Deps, ids: number[]): Product[] {
  const found = new Map(listProductsById(deps.db, ids).map((product) => [product.id, product]));
  const wanted = ids.map((id) => {
    const product = found.get(id);
    if (!product)
      throw new AppError("invalid", refusals.unknownProduct, { reason: "unknown_product" });
    return product;
  });
  const currencies = new Set(wanted.map((product) => product.currency));
  if (currencies.size > 1)
    throw new AppError("invalid", refusals.mixedCurrency, { reason: "mixed_currency" });
  return wanted;
}

const SUCCESS_PAGE = "/checkout/success";

function successPage(deps: Deps, sessionId: string): CheckoutAnswer {
  return { checkoutUrl: returnUrl(deps, SUCCESS_PAGE, sessionId), sessionId };
}

type Start = { input: CheckoutInput; lines: Product[]; email: string | null };

/** The same buyer, lines, prices and way back have the same key (decision: same-checkout). */
function checkoutKey({ input: { request, viewer }, lines, email }: Start): string {
  const content = {
    buyer: viewer.user?.id ?? viewer.browserHash,
    browser: viewer.browserHash,
    email,
    lines: lines.map((product) => [product.id, product.price]),
    back: [request.successRouter, request.cancelRouter],
  };
  return sha256Hex(JSON.stringify(content));
}

/** The live order of this checkout, else a new one (decision: order-first). */
function claimOrder(deps: Deps, start: Start, key: string): Order {
  const author = { actor: BUYER, now: deps.clock.now() };
  return deps.db.write((tx) => {
    const live = findLiveOrder(tx, key);
    if (live && !isStuck(live, author.now)) return live;
    if (live) updateRow(tx, orders, live.id, { status: "failed" }, author);
    return createOrder(tx, { ...start, key }, author);
  });
}

function findLiveOrder(db: Pick<Reader, "select">, key: string): Order | undefined {
  const isLive = and(eq(orders.checkoutKey, key), isOneOf(...UNPAID));
  return db.select().from(orders).where(isLive).get();
}

function isStuck({ status, createdAt }: Order, now: Date): boolean {
  return status === "creating" && now.getTime() - createdAt.getTime() > CREATING_PATIENCE_MS;
}

function createOrder(
  tx: Transaction,
  { input, lines, key }: Start & { key: string },
  author: Author,
): Order {
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
  for (const { id: productId, name, price, type, billingPeriod } of lines) {
    insertItem(tx, { orderId: order.id, productId, name, price, type, billingPeriod }, author);
  }
  return order;
}

/** The provider refuses a second call while it works on the same idempotency key. */
const openOnce = singleFlight<CheckoutAnswer>();

async function openCheckout(
  deps: Deps,
  { input: { request }, lines, email }: Start,
  order: Order,
): Promise<CheckoutAnswer> {
  const productIds = lines.map(({ id }) => id);
  const session = await deps.payments
    .createCheckout({
      orderNumber: order.number,
      shopId: shopIdOf(deps),
      idempotencyKey: `checkout-${order.number}`,
      lines: lines.map((product) => ({ ...product, productId: product.id })),
      successUrl: returnUrl(deps, request.successRouter, "{CHECKOUT_SESSION_ID}"),
      cancelUrl: new URL(request.cancelRouter, deps.config.publicUrl).href,
      customerEmail: email,
      expiresAt: new Date(order.createdAt.getTime() + CHECKOUT_LIFETIME_MS),
    })
    .catch((error: unknown) => {
      changeUnanswered(deps, order.id, () => ({ status: "failed" }));
      noteCheckoutRefused(deps, { productIds, error });
      throw error;
    });
  noteCheckoutOpened(deps, productIds);
  const { id: sessionId, url: checkoutUrl } = session;
  changeUnanswered(deps, order.id, ({ status, checkoutKey }) => ({
    status: "open",
    sessionId,
    checkoutUrl,
    // One that was given up meanwhile may have a successor, which has taken the place of its key.
    checkoutKey: status === "failed" ? null : checkoutKey,
  }));
  return { checkoutUrl, sessionId };
}

/** Changes an order that has no session yet, unless a webhook has given it one in the meantime. */
function changeUnanswered(
  deps: Deps,
  orderId: number,
  patchOf: (order: Order) => Partial<Order>,
): void {
  deps.db.write((tx) => {
    const order = findOrderById(tx, orderId);
    if (!order || order.sessionId !== null) return;
    updateRow(tx, orders, orderId, patchOf(order), { actor: BUYER, now: deps.clock.now() });
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
