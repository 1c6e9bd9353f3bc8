import { and, eq } from "drizzle-orm";
import type { Reader, Transaction } from "../../../db/client.ts";
import { hasStatus, PAYABLE } from "../../../db/order-status.ts";
import { type Author, insertRow, updateRow } from "../../../db/record.ts";
import { type Order, orders } from "../../../db/schema.ts";
import type { CheckoutAnswer, CheckoutRequest } from "../../contract/checkout.ts";
import { ENGLISH } from "../../contract/language.ts";
import { messages } from "../../contract/messages.ts";
import { MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { buyerRefusals } from "../../contract/refusals.ts";
import { AppError, conflict } from "../../errors.ts";
import { singleFlight, within } from "../../process/promises.ts";
import { isOpenFor, readSettings } from "../settings.ts";
import { type CheckoutVisitor, countCheckout } from "../stats/count-visits.ts";
import { sha256Hex } from "../tokens.ts";
import type { Viewer } from "../viewer.ts";
import { listProductsById, type SoldProduct } from "./catalogue.ts";
import {
  type CheckoutContent,
  lessThan,
  newCheckout,
  noteCheckoutOpened,
  noteCheckoutRefused,
  type ProviderRequest,
  type Retry,
  retryAfter,
  returnUrl,
  WHOLE_REQUEST,
} from "./checkout-request.ts";
import { agreementFor } from "./consent.ts";
import { listCredits } from "./credits.ts";
import { type CheckoutCode, findCheckoutCode, forgetCodes } from "./discounts.ts";
import { findOwnedItems } from "./duplicate-purchase.ts";
import { type Buyer, newParties } from "./gifts.ts";
import { endOldestOpen, syncOpenOrders, syncOrder } from "./open-checkouts.ts";
import { findOrderById, insertItem, newOrderNumber } from "./order.ts";
import { canSaveCard, findKnownBuyer } from "./known-buyer.ts";
import { quote } from "./quote.ts";

/** How long an order without a provider response is retried with the same idempotency key. */
const CREATING_TIMEOUT_MS = MINUTE_MS;
/** Total time limit of all provider calls, so that the buyer gets a response within ten seconds. */
const DEADLINE_MS = 9000;
/** Maximum rounds. Each ends or pays a checkout or asks for less, so more rounds indicate a bug. */
const MOST_ROUNDS = 8;
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
type Start = { input: CheckoutInput; buyer: Buyer; content: CheckoutContent };

/**
 * Starts a checkout of the products that this buyer does not own, or returns the open one with the same
 * content. With nothing left to pay, returns the success page of the order that contains the products.
 */
export async function startCheckout(deps: Deps, input: CheckoutInput): Promise<StartedCheckout> {
  const tooLate = (cause: string) =>
    new AppError("payment_provider", messages.checkoutFailed, { cause });
  const ids = input.request.products.map((line) => line.productId).toSorted((a, b) => a - b);
  // A session that arrives after the deadline is returned by the next request.
  return within(
    DEADLINE_MS,
    async () => {
      let request = WHOLE_REQUEST;
      let synced: string[] | undefined;
      for (let round = 0; round < MOST_ROUNDS; round++) {
        synced ??= await syncOpenOrders(deps, ids, buyerOf(input));
        const result = await findOrOpen(deps, input, { ids, synced, request });
        if (!("retry" in result)) return result;
        if (result.retry === "stale") synced = undefined;
        request = lessThan(request, result);
      }
      throw tooLate("no stable checkout");
    },
    () => tooLate("too slow"),
  );
}

/** A gift to the buyer's own account is an ordinary purchase. */
function buyerOf({ viewer, request: { giftTo } }: CheckoutInput): Buyer & { browserHash: string } {
  return giftTo === viewer.user?.email ? viewer : { ...viewer, giftTo };
}

type Round = { ids: number[]; synced: string[]; request: ProviderRequest };

async function findOrOpen(
  deps: Deps,
  input: CheckoutInput,
  { ids, synced, request }: Round,
): Promise<StartedCheckout | Retry> {
  // Filter owned products before the lookup, because they may no longer be on sale.
  const buyer = buyerOf(input);
  const owned = findOwnedItems(deps, ids, buyer);
  const wanted = ids.filter((id) => !owned.some((item) => item.productId === id));
  if (wanted.length === 0) {
    countCheckout(deps, { ...input, opened: [] });
    const sessionId = owned[0]?.sessionId ?? "";
    const checkoutUrl = returnUrl(deps.config, SUCCESS_PAGE, sessionId);
    return { answer: { checkoutUrl, sessionId }, isCodeEnded: false };
  }
  if (!isOpenFor(deps, input.viewer.user)) throw conflict(buyerRefusals.shopClosed, "shop_closed");
  const products = productsOnSale(deps, wanted);
  const isGift = buyer.giftTo !== undefined;
  if (isGift) refuseWrongGift(deps, products);
  const { code, fault: codeFault }: CheckoutCode = request.hasCode
    ? await findCheckoutCode(deps, input.code)
    : { fault: "codeEnded" };
  const credits = isGift ? [] : listCredits(deps, products, input.viewer);
  const quoted = quote(products, { credits, code });
  const settings = readSettings(deps);
  const { email, ...known } = findKnownBuyer(owned, input.viewer, deps.clock.now());
  const customerId = settings.saveCards ? known.customerId : null;
  // No offers follow a gift.
  const savesCard = customerId === null && !isGift && canSaveCard(settings, quoted);
  const asked = agreementFor(deps, settings, { ...input, codeFault, savesCard });
  // Others could pay an upgrade price, or see a saved card, through the link of an expired checkout.
  const isPersonal = customerId !== null || quoted.lines.some(({ credit }) => credit !== null);
  const agreement = { ...asked, recovery: asked.recovery && !isPersonal };
  const { request: paths, language = null } = input;
  // The provider itself falls back to English.
  const fallback = settings.language === ENGLISH ? null : settings.language;
  const languages = [language, fallback].filter((tag) => tag !== null);
  const payer = { email, customerId, savesCard };
  const content = { paths, languages, quoted, payer, settings, agreement };
  const start = { input, buyer, content };
  const key = checkoutKey(start);
  if (!findLiveOrder(deps.db, key) && (await endOldestOpen(deps, buyer))) {
    return { retry: "stale" };
  }
  const order = claimOrder(deps, start, key);
  const { sessionId, checkoutUrl } = order;
  if (sessionId && !synced.includes(sessionId)) {
    const current = await syncOrder(deps, sessionId);
    if (current?.status !== "open") return { retry: "stale" };
  }
  const answer =
    sessionId && checkoutUrl
      ? { checkoutUrl, sessionId }
      : await openOnce(order.id, () => openCheckout(deps, order, { ...start, request }), deps);
  return "retry" in answer ? answer : { answer, isCodeEnded: codeFault === "codeEnded" };
}

function productsOnSale(deps: Deps, ids: number[]): SoldProduct[] {
  const found = new Map(listProductsById(deps.db, ids).map((product) => [product.id, product]));
  const wanted = ids.flatMap((id) => found.get(id) ?? []);
  if (wanted.length < ids.length)
    throw new AppError("invalid", buyerRefusals.unknownProduct, { reason: "unknown_product" });
  if (new Set(wanted.map((product) => product.currency)).size > 1)
    throw new AppError("invalid", buyerRefusals.mixedCurrency, { reason: "mixed_currency" });
  return wanted;
}

/** Gifts are digital products of a shop that sells gifts. */
function refuseWrongGift(deps: Deps, products: SoldProduct[]): void {
  if (readSettings(deps).gifts && products.every(({ type }) => type === "digital")) return;
  throw new AppError("invalid", buyerRefusals.noGift, { reason: "no_gift" });
}

function checkoutKey({ buyer, content }: Start): string {
  const { paths, languages, quoted, payer, settings, agreement } = content;
  const identity = {
    buyer: buyer.user?.id ?? buyer.browserHash,
    browser: buyer.browserHash,
    giftTo: buyer.giftTo,
    email: payer.email,
    ...(payer.customerId !== null && { customer: payer.customerId }),
    lines: quoted.lines.map(({ product, beforeCode, credit }) => [
      product.id,
      beforeCode,
      credit?.itemId ?? null,
    ]),
    back: [paths.successRouter, paths.cancelRouter],
    settings: [settings.tax, settings.invoices, settings.brand, ...languages],
    agreement,
    code: quoted.code?.id ?? settings.promotionCodes,
  };
  return sha256Hex(JSON.stringify(identity));
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

type NewOrder = {
  input: Pick<CheckoutInput, "visitor">;
  buyer: Buyer;
  content: Pick<CheckoutContent, "quoted" | "agreement">;
  key: string;
};

/** Stores an order that has no session yet. */
export function createOrder(
  tx: Transaction,
  { input: { visitor }, buyer, content, key }: NewOrder,
  author: Author,
): Order {
  const { lines } = content.quoted;
  const row = {
    number: newOrderNumber(),
    status: "creating",
    checkoutKey: key,
    ...newParties(buyer),
    currency: lines[0]?.product.currency ?? "usd",
    totalAmount: lines.reduce((sum, { beforeCode }) => sum + beforeCode, 0),
    nextCheckAt: author.now,
    termsText: content.agreement.terms,
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
const openOnce = singleFlight<CheckoutAnswer | Retry>();

async function openCheckout(
  deps: Deps,
  order: Order,
  { input, content, request }: Start & { request: ProviderRequest },
): Promise<CheckoutAnswer | Retry> {
  const { quoted, agreement, settings } = content;
  const productIds = quoted.lines.map(({ product }) => product.id);
  const checkout = newCheckout(deps, order, { content, request });
  let session;
  try {
    session = await deps.payments.createCheckout(checkout);
  } catch (error) {
    const retry = retryAfter(checkout, error);
    if (retry && retry.retry !== "code ended") return retry;
    changeWithoutSession(deps, order.id, () => ({ status: "failed" }));
    if (checkout.promotionCodeId === null) noteCheckoutRefused(deps, { productIds, error });
    if (!retry) throw error;
    forgetCodes(deps);
    return retry;
  }
  noteCheckoutOpened(deps, productIds);
  const opened = quoted.lines.map(({ product }) => product);
  const { visitor } = input;
  countCheckout(deps, { request: input.request, ...(visitor && { visitor }), opened });
  const isAsked = agreement.terms !== null || agreement.recovery;
  // Without a question for this visitor's region, the provider had nothing to refuse.
  if (isAsked || settings.consent === "off") deps.watch.refusedConsent = request.refusedConsent;
  changeWithoutSession(deps, order.id, (current) => openedOrder(current, session));
  return { checkoutUrl: session.url, sessionId: session.id };
}

/** Returns the changes of an order whose session was created. */
export function openedOrder(
  { status, checkoutKey }: Pick<Order, "status" | "checkoutKey">,
  { id: sessionId, url: checkoutUrl }: { id: string; url: string },
): Partial<Order> {
  return {
    status: "open",
    sessionId,
    checkoutUrl,
    // Clear the key of a failed order, because a newer order may use the same key.
    checkoutKey: status === "failed" ? null : checkoutKey,
  };
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
