import { and, eq } from "drizzle-orm";
import type { Reader, Transaction } from "../../../db/client.ts";
import type { Settings } from "../../../db/content-schema.ts";
import { type Author, insertRow, updateRow } from "../../../db/record.ts";
import { type Order, orders } from "../../../db/schema.ts";
import { shopIdOf } from "../../config/shop-id.ts";
import type { CheckoutAnswer, CheckoutRequest } from "../../contract/checkout.ts";
import { messages } from "../../contract/messages.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { AppError, CallRefused, refusals } from "../../errors.ts";
import type { CheckoutLine } from "../../ports/payments.ts";
import { singleFlight, within } from "../../process/promises.ts";
import { listProductsById, pictureUrlOf, type SoldProduct } from "./catalogue.ts";
import { readSettings } from "../settings.ts";
import { insertItem } from "./item-access.ts";
import type { Viewer } from "../viewer.ts";
import { findOrderById, newOrderNumber } from "./order.ts";
import { hasStatus, PAYABLE } from "../../../db/order-status.ts";
import { agreementFor } from "./consent.ts";
import { listCredits } from "./credits.ts";
import { type CheckoutCode, findCheckoutCode, forgetCodes } from "./discounts.ts";
import { findOwnedItems } from "./duplicate-purchase.ts";
import { endOldestOpen, syncOpenOrders, syncOrder } from "./open-checkouts.ts";
import { type Quote, quote, type QuoteLine } from "./quote.ts";
import { noteCheckoutOpened, noteCheckoutRefused } from "./refused-products.ts";
import { type CheckoutVisitor, countCheckout } from "../stats/count-visits.ts";
import { sha256Hex } from "../tokens.ts";

const CHECKOUT_LIFETIME_MS = 23 * HOUR_MS;
/** How long an order without a provider response is retried with the same idempotency key. */
const CREATING_TIMEOUT_MS = MINUTE_MS;
/** Total time limit of all provider calls, so that the buyer gets a response within ten seconds. */
const DEADLINE_MS = 9000;
/** How long a browser's next order reuses its last order's email; same limit as for corrections. */
const SAME_VISIT_MS = DAY_MS;
/** Maximum rounds. Each round ends or pays a checkout, so more rounds indicate a bug. */
const MOST_ROUNDS = 3;
const BUYER = "buyer";
const SUCCESS_PAGE = "/checkout/success";

type CheckoutInput = {
  request: CheckoutRequest;
  viewer: Viewer & { browserHash: string };
  /** The browser's first language, a BCP 47 tag. */
  language?: string | null;
  /** Discount code of this visit, as typed by the visitor. */
  code?: string | undefined;
  visitor?: CheckoutVisitor;
};
/** Started checkout. `isCodeEnded`: its discount code has ended and is not applied. */
type StartedCheckout = { answer: CheckoutAnswer; isCodeEnded: boolean };
type Start = {
  input: CheckoutInput;
  quoted: Quote<SoldProduct>;
  email: string | null;
  settings: Pick<Settings, "tax" | "invoices" | "brand" | "consent" | "promotionCodes">;
  agreement: ReturnType<typeof agreementFor>;
};

/**
 * Starts a checkout of the products that this buyer does not own, or returns the open one with the same
 * content. With nothing left to pay, returns the success page of the order that contains the products.
 */
export async function startCheckout(deps: Deps, input: CheckoutInput): Promise<StartedCheckout> {
  const tooLate = (cause: string) =>
    new AppError("payment_provider", messages.checkoutFailed, { cause });
  // A session that arrives after the deadline is returned by the next request.
  return within(
    DEADLINE_MS,
    async () => {
      let isCodeRefused = false;
      for (let round = 0; round < MOST_ROUNDS; round++) {
        try {
          const started = await findOrOpen(deps, input, isCodeRefused);
          if (started) return started;
        } catch (error) {
          const isRefused = error instanceof AppError && error.cause instanceof CallRefused;
          if (input.code === undefined || isCodeRefused || !isRefused) throw error;
          // The code may have ended a moment ago: go on without it.
          forgetCodes(deps);
          isCodeRefused = true;
        }
      }
      throw tooLate("no stable checkout");
    },
    () => tooLate("too slow"),
  );
}

/** Returns undefined when a checkout was paid or ended meanwhile, so that the caller must retry. */
async function findOrOpen(
  deps: Deps,
  input: CheckoutInput,
  isCodeRefused: boolean,
): Promise<StartedCheckout | undefined> {
  const ids = input.request.products.map((line) => line.productId).toSorted((a, b) => a - b);
  const synced = await syncOpenOrders(deps, ids, input.viewer);
  // Filter owned products before the lookup, because they may no longer be on sale.
  const owned = findOwnedItems(deps, ids, input.viewer);
  const wanted = ids.filter((id) => !owned.some((item) => item.productId === id));
  if (wanted.length === 0) {
    countCheckout(deps, { ...input, opened: [] });
    const sessionId = owned[0]?.sessionId ?? "";
    const checkoutUrl = returnUrl(deps, SUCCESS_PAGE, sessionId);
    return { answer: { checkoutUrl, sessionId }, isCodeEnded: false };
  }
  const products = productsOnSale(deps, wanted);
  const email = knownEmail(deps, owned, input.viewer);
  const { code, fault: codeFault }: CheckoutCode = isCodeRefused
    ? { fault: "codeEnded" }
    : await findCheckoutCode(deps, input.code);
  const quoted = quote(products, { credits: listCredits(deps, products, input.viewer), code });
  const settings = readSettings(deps);
  const asked = agreementFor(deps, settings, { ...input, codeFault });
  // Others could pay an upgrade price through the link of an expired checkout.
  const isUpgrade = quoted.lines.some(({ credit }) => credit !== null);
  const agreement = { ...asked, recovery: asked.recovery && !isUpgrade };
  const start: Start = { input, quoted, email, settings, agreement };
  const key = checkoutKey(start);
  if (!findLiveOrder(deps.db, key) && (await endOldestOpen(deps, input.viewer))) return undefined;
  const order = claimOrder(deps, start, key);
  const { sessionId, checkoutUrl } = order;
  if (sessionId && !synced.includes(sessionId)) {
    const current = await syncOrder(deps, sessionId);
    if (current?.status !== "open") return undefined;
  }
  const answer =
    sessionId && checkoutUrl
      ? { checkoutUrl, sessionId }
      : await openOnce(order.id, () => openCheckout(deps, start, order), deps);
  return { answer, isCodeEnded: codeFault === "codeEnded" };
}

/** Returns the email of the account, or of this browser's last order, to keep orders together. */
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

function productsOnSale(deps: Deps, ids: number[]): SoldProduct[] {
  const found = new Map(listProductsById(deps.db, ids).map((product) => [product.id, product]));
  const wanted = ids.flatMap((id) => found.get(id) ?? []);
  if (wanted.length < ids.length)
    throw new AppError("invalid", refusals.unknownProduct, { reason: "unknown_product" });
  if (new Set(wanted.map((product) => product.currency)).size > 1)
    throw new AppError("invalid", refusals.mixedCurrency, { reason: "mixed_currency" });
  return wanted;
}

function checkoutKey(start: Start): string {
  const { input, quoted, email, settings, agreement } = start;
  const { request, viewer, language } = input;
  const content = {
    buyer: viewer.user?.id ?? viewer.browserHash,
    browser: viewer.browserHash,
    email,
    lines: quoted.lines.map(({ product, beforeCode, credit }) => [
      product.id,
      beforeCode,
      credit?.itemId ?? null,
    ]),
    back: [request.successRouter, request.cancelRouter],
    settings: [settings.tax, settings.invoices, settings.brand, language],
    agreement,
    code: quoted.code?.id ?? settings.promotionCodes,
  };
  return sha256Hex(JSON.stringify(content));
}

/** Returns the live order with this key, or creates one. Runs before the provider call. */
function claimOrder(deps: Deps, start: Start, key: string): Order {
  const author = { actor: BUYER, now: deps.clock.now() };
  return deps.db.write((tx) => {
    const live = findLiveOrder(tx, key);
    const age = live ? author.now.getTime() - live.createdAt.getTime() : 0;
    if (live && (live.status !== "creating" || age <= CREATING_TIMEOUT_MS)) return live;
    if (live) updateRow(tx, orders, live.id, { status: "failed" }, author);
    return createOrder(tx, { ...start, key }, author);
  });
}

function findLiveOrder(db: Pick<Reader, "select">, key: string): Order | undefined {
  const isLive = and(eq(orders.checkoutKey, key), hasStatus(...PAYABLE));
  return db.select().from(orders).where(isLive).get();
}

function createOrder(
  tx: Transaction,
  { input: { viewer, visitor }, quoted: { lines }, agreement, key }: Start & { key: string },
  author: Author,
): Order {
  const row = {
    number: newOrderNumber(),
    status: "creating",
    checkoutKey: key,
    browserHash: viewer.browserHash,
    userId: viewer.user?.id ?? null,
    currency: lines[0]?.product.currency ?? "usd",
    totalAmount: lines.reduce((sum, { beforeCode }) => sum + beforeCode, 0),
    nextCheckAt: author.now,
    termsText: agreement.terms,
    referrer: visitor?.source.referrer || null,
    utmSource: visitor?.source.utmSource || null,
    utmCampaign: visitor?.source.utmCampaign || null,
  } as const;
  const order = insertRow(tx, orders, row, author);
  for (const { product, beforeCode: price, credit } of lines) {
    const { id: productId, name, type, billingPeriod } = product;
    const item = { orderId: order.id, productId, name, price, type, billingPeriod };
    const credited = { creditAmount: credit?.amount ?? 0, creditedItemId: credit?.itemId ?? null };
    insertItem(tx, { ...item, ...credited }, author);
  }
  return order;
}

/** Joins concurrent calls, because the provider refuses a second call with a key that is in use. */
const openOnce = singleFlight<CheckoutAnswer>();

async function openCheckout(
  deps: Deps,
  { input: { request, language = null, visitor }, quoted, email, settings, ...start }: Start,
  order: Order,
): Promise<CheckoutAnswer> {
  const opened = quoted.lines.map(({ product }) => product);
  const productIds = opened.map(({ id }) => id);
  const session = await deps.payments
    .createCheckout({
      orderNumber: order.number,
      shopId: shopIdOf(deps),
      idempotencyKey: `checkout-${order.number}`,
      lines: quoted.lines.map((line) => toLine(deps, line)),
      successUrl: returnUrl(deps, request.successRouter, "{CHECKOUT_SESSION_ID}"),
      cancelUrl: new URL(request.cancelRouter, deps.config.publicUrl).href,
      customerEmail: email,
      tax: settings.tax,
      invoice: settings.invoices,
      locale: language,
      brand: settings.brand,
      ...start.agreement,
      promotionCodeId: quoted.code?.id ?? null,
      acceptsCodes: settings.promotionCodes,
      expiresAt: new Date(order.createdAt.getTime() + CHECKOUT_LIFETIME_MS),
    })
    .catch((error: unknown) => {
      changeWithoutSession(deps, order.id, () => ({ status: "failed" }));
      if (quoted.code === null) noteCheckoutRefused(deps, { productIds, error });
      throw error;
    });
  noteCheckoutOpened(deps, productIds);
  countCheckout(deps, { request, ...(visitor && { visitor }), opened });
  const { id: sessionId, url: checkoutUrl, refusedConsent } = session;
  const { terms, recovery } = start.agreement;
  const isAsked = terms !== null || recovery;
  // Without a question for this visitor's region, the provider had nothing to refuse.
  if (isAsked || settings.consent === "off") deps.watch.refusedConsent = refusedConsent;
  changeWithoutSession(deps, order.id, ({ status, checkoutKey }) => ({
    status: "open",
    sessionId,
    checkoutUrl,
    // Clear the key of a failed order, because a newer order may use the same key.
    checkoutKey: status === "failed" ? null : checkoutKey,
  }));
  return { checkoutUrl, sessionId };
}

function toLine(
  { config }: Deps,
  { product, beforeCode: price }: QuoteLine<SoldProduct>,
): CheckoutLine {
  const pictureUrl = pictureUrlOf(product.images, config);
  return { ...product, price, productId: product.id, pictureUrl };
}

/** Updates an order unless a webhook has assigned a session meanwhile. */
function changeWithoutSession(
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

function returnUrl(deps: Deps, path: string, sessionId: string): string {
  const url = new URL(path, deps.config.publicUrl);
  url.searchParams.delete("sessionId");
  const separator = url.search ? "&" : "?";
  // Not built with `URL`: the provider does not replace an escaped placeholder.
  return `${url.origin}${url.pathname}${url.search}${separator}sessionId=${sessionId}`;
}
