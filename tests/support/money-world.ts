import { eq, max } from "drizzle-orm";
import type Stripe from "stripe";
import type { Tax } from "../../db/enums.ts";
import { updateRow } from "../../db/record.ts";
import { orderItems, orders, products as productsTable } from "../../db/schema.ts";
import { memoryStore } from "../../server/demo/payments/store.ts";
import type { Charge, Event, Session } from "../../server/demo/payments/objects.ts";
import type { Deps } from "../../server/deps.ts";
import { refundPayment, type RefundRequest } from "../../server/domain/money/refunds.ts";
import { reconcile } from "../../server/domain/money/reconcile.ts";
import { storeWebhook } from "../../server/domain/money/webhook-inbox.ts";
import { findOrder } from "../../server/domain/orders/order.ts";
import { adminAuthor } from "./admin-author.ts";
import { subjectOf } from "../../server/domain/mails/queue-mail.ts";
import { EVENT_TYPES, toPaymentEvent } from "../../server/integrations/stripe/events.ts";
import { stripePayments } from "../../server/integrations/stripe/payments.ts";
import { AppError } from "../../server/errors.ts";
import type { Payments } from "../../server/ports/payments.ts";
import { createLog } from "../../server/log.ts";
import { delivery } from "../../server/mails/delivery.tsx";
import { addressChanged, orderReceived } from "../../server/mails/order-notices.tsx";
import {
  claimMail,
  type Email,
  markFailed,
  markSent,
  releaseClaims,
} from "../../server/mails/queue.ts";
import { createTestApp, SITE } from "./create-test-app.ts";
import { refundLine } from "./money.ts";
import { changeSettings } from "./shop-settings.ts";
import { createTestSimulator } from "./stripe/simulator.ts";

/** The last product is an upgrade of the first. */
const PRICES = [3700, 1200, 1200, 500, 6200];
const SILENT = createLog({ level: "fatal", destination: { write: () => {} } });
/** Claims of a dead process expire after this time. */
const CLAIM_MS = 121_000;

export type MoneyShop = Awaited<ReturnType<typeof openMoneyShop>>;
export type World = ReturnType<typeof openWorld>;
type Post = ReturnType<typeof postOf>;

/**
 * Opens a shop with five products, two with the same price and one an upgrade. Consecutive `openWorld` calls share it.
 */
export async function openMoneyShop() {
  const { db, clock, deps, addProduct } = createTestApp();
  const products: number[] = [];
  for (const [index, price] of PRICES.entries()) {
    products.push(await addProduct({ name: `Book ${index}`, price, contents: [`pdf ${index}`] }));
  }
  const author = { actor: "test", now: clock.now() };
  const [upgradesFromId = 0] = products;
  db.write((tx) => updateRow(tx, productsTable, products.at(-1) ?? 0, { upgradesFromId }, author));
  changeSettings({ deps }, { gifts: true });
  // Sets the cursor of the provider's events, so that no later event is missed.
  await reconcile(deps);
  return { db, clock, deps, products };
}

/**
 * Opens a provider, two browsers and one shop process, ignoring the rows of earlier worlds. Mails
 * and webhooks are sent only on request.
 */
export function openWorld(shop: MoneyShop, name: string) {
  const { clock, db, products } = shop;
  const { stripe } = shop.deps.config;
  const store = memoryStore();
  const simulator = createTestSimulator({
    siteUrl: SITE,
    webhookUrl: `${SITE}/api/stripe/webhook`,
    webhookSecret: "whsec_world",
    secretKey: stripe.secretKey,
    now: clock.now,
    deliver: async () => new Response(),
    retryDelaysMs: [],
    settlementSeconds: Infinity,
    store,
  });
  const { control } = simulator;
  control.webhooks.mode = "drop";
  const real = stripePayments({ ...stripe, fetch: simulator.fetch });
  const delivered = new Set<string>();
  const posts: Post[] = [];
  let mortal = mortalPayments(real);
  const depsOf = (): Deps => ({ ...shop.deps, log: SILENT, payments: mortal.payments });
  let deps = depsOf();
  let refunds = 0;
  let presses = 0;
  let lastPress: RefundRequest | undefined;
  const [{ id: lastOrderId } = { id: null }] = db
    .select({ id: max(orders.id) })
    .from(orders)
    .all();

  return {
    name,
    clock,
    db,
    store,
    control,
    products,
    /** Highest order id of earlier worlds. */
    lastOrderId: lastOrderId ?? 0,
    posts,
    /**
     * Address corrections; `paid` is whether the payment had succeeded before, `sessions` the number of
     * sessions before.
     */
    corrections: [] as { sessionId: string; paid: boolean; sessions: number }[],
    resends: new Map<string, number>(),
    get deps() {
      return deps;
    },
    get refundsAsked() {
      return refunds;
    },
    priceOf: (productId: number) => PRICES[products.indexOf(productId)] ?? 0,
    /** Sets the shop's tax rule, which applies to later checkouts. */
    setTax: (tax: Tax) => changeSettings(shop, { tax }),
    /** Sets whether payments save their card for offers. */
    setCards: (saveCards: boolean) => changeSettings(shop, { saveCards }),
    viewer: (buyer: number) => ({ browserHash: `browser-${name}-${buyer}`, user: null }),
    address: (buyer: number) => `buyer-${name}-${buyer}@example.com`,
    failNext: (calls: number) => mortal.failNext(calls),
    runUntilDeath: (...args: Parameters<typeof mortal.runUntilDeath>) =>
      mortal.runUntilDeath(...args),

    /** Kills this process at its current point and starts another over the same database. */
    restart({ released }: { released: boolean }): void {
      mortal = mortalPayments(real);
      deps = depsOf();
      if (released) releaseClaims(deps);
      else clock.advance(CLAIM_MS);
    },

    sessions: (): Session[] => store.list("checkout.session"),
    linesOf: (sessionId: string) =>
      (store.find("session_plan", sessionId)?.lines ?? []).map((line) => ({
        productId: Number(store.find("product", line.price.product)?.metadata["product_id"]),
        price: line.price.unit_amount ?? 0,
        paid: line.amount_total,
        tax: line.amount_tax,
      })),
    chargeOf(session: Session): Charge | undefined {
      const intent = store.find("payment_intent", String(session.payment_intent));
      return store.find("charge", String(intent?.latest_charge));
    },
    disputeOf: (chargeId: string | undefined) =>
      store.list("dispute").find(({ charge }) => charge === chargeId),

    events: (): Event[] => store.list("event").filter(({ type }) => EVENT_TYPES.includes(type)),
    underWay(): Event[] {
      return this.events().filter(({ id }) => !delivered.has(id));
    },
    deliver(event: Event, times: number): void {
      delivered.add(event.id);
      const read = toPaymentEvent(event as unknown as Stripe.Event);
      for (let time = 0; time < times; time++) storeWebhook(deps, read);
    },
    drop: (event: Event) => void delivered.add(event.id),

    /** Refunds in the provider's dashboard; `productId` selects the line. */
    async refund(sessionId: string, refund: { amount: number; productId?: number }) {
      refunds += 1;
      await refundLine({ simulator, deps }, { sessionId, ...refund });
    },

    /** Refunds in the shop; `again` repeats the last request. */
    async giveBack(
      sessionId: string,
      { part, line, again }: { part: string; line: number; again: boolean },
    ): Promise<void> {
      const order = findOrder(db, sessionId);
      if (!order) return;
      const items = db.select().from(orderItems).where(eq(orderItems.orderId, order.id)).all();
      const itemId = items[line % items.length]?.id ?? 0;
      const amount = part === "goodwill" ? 300 : order.totalAmount;
      const press = {
        orderId: order.id,
        what: part === "line" ? { itemId } : { amount },
        reason: null,
        requestKey: `${name}-${++presses}`,
      };
      const author = adminAuthor({ db, clock });
      const wish = { ...((again && lastPress) || press), author };
      lastPress = wish;
      await refundPayment(deps, wish);
    },

    /** Sends due mails like the mail job; `trouble` makes sending fail or the process die. */
    sendMails(trouble: string): void {
      for (let email = claimMail(deps); email; email = claimMail(deps)) {
        if (trouble === "dies-before") return this.restart({ released: true });
        if (trouble === "refused") {
          markFailed(deps, email, { reason: "450 later", jitter: 0 });
          continue;
        }
        const links = gatherLinks(deps, email);
        if (links) posts.push(postOf(deps, email, links));
        if (trouble === "dies-after") return this.restart({ released: false });
        if (links) markSent(deps, email, "");
        else markFailed(deps, email, { reason: "It is to go nowhere.", permanent: true });
      }
    },
    close: () => control.stop(),
  };
}

/** Returns the file links of a mail; undefined when it must no longer be sent. */
function gatherLinks(deps: Deps, email: Email): string[] | undefined {
  const { kind, recipient } = email;
  const about = { orderId: email.orderId ?? 0, recipient };
  if (kind === "address_changed") {
    addressChanged.gather(deps, { ...about, ...subjectOf(kind, email) });
  }
  if (kind === "order_received") return orderReceived.gather(deps, about) && [];
  if (kind !== "delivery") return [];
  const mail = delivery.gather(deps, about);
  return mail?.items.flatMap((item) => item.files.map((file) => file.url));
}

/** Returns a record of a mail with the order's current email and status. */
function postOf({ db }: Deps, { messageId, recipient, kind, orderId }: Email, links: string[]) {
  const order = db
    .select()
    .from(orders)
    .where(eq(orders.id, orderId ?? 0))
    .get();
  return {
    messageId,
    to: recipient,
    kind,
    orderId,
    /** Owner of the files, and the person who paid for them. */
    owner: order?.email,
    payer: order?.giftTo == null ? order?.email : order.giverEmail,
    orderStatus: order?.status,
    // Format of a link's token: `order.product.epoch.expiry.signature`.
    epochs: links.map((url) => Number(new URL(url).searchParams.get("token")?.split(".").at(-3))),
  };
}

type Death = {
  /** Number of calls that are answered before the process dies during the next one. */
  afterCalls: number;
  /** Whether the provider does the work of the call whose response is lost. */
  workDone: boolean;
};

/**
 * Wraps payments so that the calling process can die during a call, as by SIGKILL: none of its code
 * continues. Calls can also be made to fail.
 */
function mortalPayments(real: Payments) {
  let dead = false;
  let outage = 0;
  let death: (Death & { died: () => void }) | undefined;

  const die = (): Promise<never> => {
    dead = true;
    death?.died();
    return new Promise<never>(() => {});
  };
  const guarded = async (call: () => unknown): Promise<unknown> => {
    if (dead) return die();
    const last = death && death.afterCalls-- <= 0;
    if (last && !death?.workDone) return die();
    if (outage > 0) {
      outage -= 1;
      throw new AppError("payment_provider", "The provider is down.");
    }
    const answer = await call();
    return last || dead ? die() : answer;
  };

  const payments = new Proxy(real, {
    get(target, name: keyof Payments) {
      // `readEvent` does not call the provider.
      if (name === "readEvent") return target[name];
      const call = target[name] as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => guarded(() => call(...args));
    },
  });
  return {
    payments,
    failNext: (calls: number) => void (outage = calls),
    /** Runs `work` until it ends or the process dies as planned. */
    async runUntilDeath(planned: Death, work: () => Promise<unknown>): Promise<void> {
      const end = Promise.withResolvers<void>();
      death = { ...planned, died: end.resolve };
      await Promise.race([work(), end.promise]);
      dead = true;
    },
  };
}
