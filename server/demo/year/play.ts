import { eq } from "drizzle-orm";
import type { Db, Transaction } from "../../../db/client.ts";
import { updateRow } from "../../../db/record.ts";
import { contactSubmissions } from "../../../db/buyer-schema.ts";
import { type Order, orderItems, orders, products, users } from "../../../db/schema.ts";
import { unreportedSales } from "../../../db/store-schema.ts";
import { DEMO_OWNER } from "../../config.ts";
import { CONTACT_FORM_ID, TRAP_FIELD } from "../../contract/contact.ts";
import { ENGLISH } from "../../contract/language.ts";
import type { Deps } from "../../deps.ts";
import { notifyOfRows } from "../../domain/issues/notify.ts";
import { answerContact, submitContact } from "../../domain/mails/contact.ts";
import { claimRefund } from "../../domain/money/refunds.ts";
import { applyReversals, refundKey } from "../../domain/money/reversals.ts";
import { applySubscription } from "../../domain/money/subscriptions.ts";
import type { SoldProduct } from "../../domain/orders/catalogue.ts";
import { createOrder, openedOrder } from "../../domain/orders/checkout.ts";
import {
  type CheckoutContent,
  newCheckout,
  WHOLE_REQUEST,
} from "../../domain/orders/checkout-request.ts";
import { agreementFor } from "../../domain/orders/consent.ts";
import { listCredits } from "../../domain/orders/credits.ts";
import { applyCheckout } from "../../domain/orders/fulfil.ts";
import { findOrderById } from "../../domain/orders/order.ts";
import { markViewed } from "../../domain/orders/purchase-detail.ts";
import { quote, type QuoteCode } from "../../domain/orders/quote.ts";
import { addAdministrator } from "../../domain/sign-in/administrators.ts";
import { provenUser } from "../../domain/sign-in/sign-in.ts";
import { readSettings } from "../../domain/settings.ts";
import { sha256Hex } from "../../domain/tokens.ts";
import { closeDispute, openDispute, renewSubscription } from "../payments/bank.ts";
import { cancelAtPeriodEnd, refundCharge } from "../payments/billing.ts";
import { completeSession } from "../payments/complete-session.ts";
import { need, type SimulatorStore } from "../payments/objects.ts";
import { expireSession } from "../payments/sessions.ts";
import { TEST_CARDS } from "../payments/cards.ts";
import { createCodes, endCodes } from "./codes.ts";
import { keepEvents } from "./events.ts";
import { sendSilently } from "./mails.ts";
import type { Purchase, YearEvent } from "./plan.ts";
import { pastProvider, type PastProvider } from "./provider.ts";
import { countYear } from "./visits.ts";

/** Dependencies for playing a shop's past, without those of the running process. */
export type PlayDeps = Pick<Deps, "config" | "secret">;

export type Past = {
  tx: Transaction;
  /** `db` is the transaction; `clock` shows the time of the current event. */
  deps: PlayDeps & Pick<Deps, "db" | "clock">;
  provider: PastProvider;
  now: () => Date;
  /** Author of the owner's changes, at the current time. */
  owner: () => { actor: string; now: Date };
  catalogue: Map<string, SoldProduct>;
  codes: Map<string, QuoteCode>;
  checkout: Pick<CheckoutContent, "settings" | "agreement">;
  /** Ids of orders by their number in the plan. */
  orderIds: Map<number, number>;
  buyers: Map<number, Purchase["buyer"]>;
};

type PlayOptions = { events: readonly YearEvent[]; now: Date; webhookUrl: string };

/**
 * Plays the events of a plan in one transaction: the same functions as for real events write the
 * rows, with the time of each event. Returns the records of the provider.
 */
export function playYear(
  tx: Transaction,
  deps: PlayDeps,
  { events, now, webhookUrl }: PlayOptions,
): SimulatorStore {
  const time = { at: events[0]?.at ?? now.getTime() };
  const past = openPast(tx, deps, { time, webhookUrl });
  // Before the orders, which the counter searches for known sources on each day.
  countYear(past.deps, { events, now });
  for (const event of events) {
    time.at = event.at;
    play(past, event);
    keepEvents(past, now);
    if (event.kind !== "order") sendSilently(past.deps);
  }
  time.at = now.getTime();
  endCodes(past.provider.context, now);
  // The owner gets no mails about sales of the past.
  tx.delete(unreportedSales).run();
  return past.provider.context.store;
}

function openPast(
  tx: Transaction,
  { config, secret }: PlayDeps,
  { time, webhookUrl }: { time: { at: number }; webhookUrl: string },
): Past {
  const clock = { now: () => new Date(time.at) };
  const deps = { config, secret, db: dbOf(tx), clock };
  const siteUrl = config.publicUrl;
  const provider = pastProvider({ siteUrl, webhookUrl, now: () => time.at });
  addAdministrator(tx, DEMO_OWNER, { actor: "sign-in", now: clock.now() });
  const owner = tx.select().from(users).where(eq(users.email, DEMO_OWNER)).get();
  const rows = tx.select().from(products).all();
  const settings = readSettings(deps);
  const viewer = { browserHash: null, user: null };
  return {
    tx,
    deps,
    provider,
    now: clock.now,
    owner: () => ({ actor: `admin:${owner?.id}`, now: clock.now() }),
    catalogue: new Map(rows.map((row) => [row.slug, { ...row, sampleUrl: null }])),
    codes: createCodes(provider.context),
    checkout: {
      // The provider computed the tax of the past, so that the overview has some.
      settings: { ...settings, tax: "included" },
      agreement: agreementFor(deps, settings, { viewer, codeFault: null, savesCard: false }),
    },
    orderIds: new Map(),
    buyers: new Map(),
  };
}

/** Returns a transaction as a database, for functions that open one themselves. */
function dbOf(tx: Transaction): Db {
  const write = <Result>(work: (tx: Transaction) => Result): Result => work(tx);
  return Object.assign(tx, { write, writeWithoutWaiting: write, onCommit() {}, close() {} });
}

function play(past: Past, event: YearEvent): void {
  switch (event.kind) {
    case "order":
      return startOrder(past, event);
    case "message":
      return sendMessage(past, event);
    case "account":
      return void provenUser(past.tx, event.email, past.now());
    default: {
      const id = past.orderIds.get(event.order);
      const order = id === undefined ? undefined : findOrderById(past.tx, id);
      // The shop may not have the product any more.
      if (order) playOrder(past, event, order);
    }
  }
}

type OrderEvent = Exclude<YearEvent, { kind: "order" | "message" | "account" }>;

function playOrder(past: Past, event: OrderEvent, order: Order): void {
  const { context } = past.provider;
  switch (event.kind) {
    case "pay":
      return pay(past, event.order, order);
    case "expire":
      expireSession(context, order.sessionId ?? "");
      return syncCheckout(past, order);
    case "refund":
      return refund(past, event, order);
    case "dispute":
      openDispute(context, chargeOf(past, order), "fraudulent");
      syncReversals(past, order);
      return notifyOfRows(past.deps);
    case "dispute won": {
      const disputes = context.store.list("dispute");
      const open = disputes.find((each) => each.payment_intent === order.paymentIntentId);
      if (open) closeDispute(context, open.id, "won");
      return syncReversals(past, order);
    }
    case "renew":
      renewSubscription(context, order.subscriptionId ?? "", event.isPaid);
      return syncSubscription(past, order);
    case "cancel":
      cancelAtPeriodEnd(context, order.subscriptionId ?? "", true);
      return syncSubscription(past, order);
  }
}

/** Opens a checkout as `startCheckout` does. */
function startOrder(past: Past, { order: nth, buyer, products: slugs, code, from }: Purchase) {
  const { tx, deps, provider, checkout, catalogue } = past;
  const known = slugs.flatMap((slug) => catalogue.get(slug) ?? []);
  const bought = known.toSorted((a, b) => a.id - b.id);
  if (bought.length < slugs.length) return;
  const author = { actor: "buyer", now: past.now() };
  const viewer = { browserHash: sha256Hex(buyer.browser), user: null };
  // A new buyer has nothing that could be credited.
  const credits = from === "/" ? [] : listCredits(deps, bought, viewer);
  const quoted = quote(bought, { credits, code: code === null ? undefined : past.codes.get(code) });
  const paths = { successRouter: "/checkout/success", cancelRouter: from };
  const content = {
    ...checkout,
    quoted,
    paths,
    languages: [ENGLISH],
    // The buyer types it on the payment page.
    payer: { email: null, customerId: null, savesCard: false },
  };
  const visitor = { source: buyer.source, client: buyer.browser, device: buyer.device };
  const key = sha256Hex(`${buyer.browser} ${nth}`);
  const order = createOrder(tx, { input: { visitor }, buyer: viewer, content, key }, author);
  const session = provider.createCheckout(
    newCheckout(deps, order, { content, request: WHOLE_REQUEST }),
  );
  const opened = openedOrder(order, { id: session.id, url: session.url ?? "" });
  updateRow(tx, orders, order.id, opened, author);
  past.orderIds.set(nth, order.id);
  past.buyers.set(order.id, buyer);
}

function pay(past: Past, nth: number, order: Order): void {
  const buyer = past.buyers.get(order.id);
  const [card] = TEST_CARDS;
  if (!buyer || !card) throw new Error(`Order ${nth} has no buyer.`);
  const { name, email, country, taxId } = buyer;
  const input = { name, email, country, taxId, card: card.number };
  completeSession(past.provider.context, order.sessionId ?? "", input);
  syncCheckout(past, order);
  // The payment page leads back to the order.
  const paid = findOrderById(past.tx, order.id);
  if (paid) markViewed(past.deps, paid);
}

/** Mirrors `fulfil`. */
function syncCheckout({ tx, deps, provider }: Past, { sessionId }: Order): void {
  applyCheckout(deps, tx, provider.findCheckout(sessionId ?? ""));
}

/** Mirrors `refundPayment`, called by the owner. */
function refund(past: Past, event: OrderEvent & { kind: "refund" }, order: Order): void {
  const { tx, provider } = past;
  const author = past.owner();
  const items = tx.select().from(orderItems).where(eq(orderItems.orderId, order.id)).all();
  const item = event.isItem ? items.at(-1) : undefined;
  const { refund: row } = claimRefund(tx, {
    orderId: order.id,
    what: item ? { itemId: item.id } : { amount: order.totalAmount },
    reason: event.reason,
    requestKey: sha256Hex(`refund ${event.order}`),
    author,
  });
  const metadata = {
    refund_key: refundKey(order, row),
    ...(item && { product_id: String(item.productId) }),
  };
  const charge = chargeOf(past, order);
  refundCharge(provider.context, { charge, amount: row.amount, metadata });
  applyReversals(tx, order, {
    reversals: provider.findReversals(order.paymentIntentId ?? ""),
    author,
  });
}

function chargeOf({ provider: { context } }: Past, { paymentIntentId }: Order) {
  const intent = need(context.store, "payment_intent", paymentIntentId);
  return need(context.store, "charge", intent.latest_charge as string);
}

/** Mirrors the webhook of a reversal. */
function syncReversals({ tx, provider, now }: Past, order: Order): void {
  const reversals = provider.findReversals(order.paymentIntentId ?? "");
  applyReversals(tx, order, { reversals, author: { actor: "reversal", now: now() } });
}

/** Mirrors the webhook of a subscription. */
function syncSubscription({ tx, provider, now }: Past, { subscriptionId }: Order): void {
  const found = provider.findSubscription(subscriptionId ?? "");
  const reversals = { refunds: [], failedRefunds: [], disputes: [] };
  applySubscription(tx, { found, reversals, now: now() });
}

function sendMessage(past: Past, event: YearEvent & { kind: "message" }): void {
  const { tx, deps } = past;
  const { isSpam, answer, message } = event;
  const request = {
    formId: CONTACT_FORM_ID,
    ...message,
    ...(isSpam && { [TRAP_FIELD]: "filled" }),
  } as const;
  submitContact(deps, { request, thank: true });
  if (answer === null) return;
  const newest = tx.select().from(contactSubmissions).all().at(-1);
  if (!newest) throw new Error("The message was not stored.");
  const author = past.owner();
  answerContact(tx, { id: newest.id, answer, key: "answer", author });
}
