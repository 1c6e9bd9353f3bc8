import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { orders } from "../../db/schema.ts";
import type { OrderStatus } from "../../db/values.ts";
import { createTestSimulator } from "./stripe/simulator.ts";
import { memoryStore } from "../../server/demo/payments/store.ts";
import type { Charge, Event, Session } from "../../server/demo/payments/types.ts";
import type { Deps } from "../../server/deps.ts";
import { subjectOf } from "../../server/domain/queue-mail.ts";
import { sweep } from "../../server/domain/money/sweep.ts";
import { storeEvents } from "../../server/domain/money/webhook-inbox.ts";
import { EVENT_TYPES, toPaymentEvent } from "../../server/integrations/stripe/events.ts";
import { stripePayments } from "../../server/integrations/stripe/payments.ts";
import { createLog } from "../../server/log.ts";
import { addressChanged } from "../../server/mails/address-changed.tsx";
import { delivery } from "../../server/mails/delivery.tsx";
import { orderReceived } from "../../server/mails/order-received.tsx";
import {
  claimMail,
  type Email,
  markDead,
  markFailed,
  markSent,
  releaseClaims,
} from "../../server/mails/queue.ts";
import { createTestApp, SITE } from "./create-test-app.ts";
import { mortalPayments } from "./mortal-payments.ts";

const PRICES = [3700, 1200, 1200, 500];
const SILENT = createLog({ level: "fatal", destination: { write: () => {} } });

export type MoneyShop = Awaited<ReturnType<typeof openMoneyShop>>;
export type World = ReturnType<typeof openWorld>;
/** A mail as the mail server got it. */
export type Post = {
  messageId: string;
  to: string;
  kind: string;
  orderId: number;
  /** Where the order's files belonged, and what the order was, when this left. */
  belongsTo: string | null;
  orderStatus: OrderStatus | undefined;
  epochs: number[];
};
/** An address that was corrected, before or after the payment was through. */
export type Correction = { sessionId: string; paid: boolean };
export type MailTrouble = "none" | "refused" | "dies-before" | "dies-after";

/** A shop with four products, two of them at one price; many worlds use it one after the other. */
export async function openMoneyShop() {
  const { db, clock, deps, addProduct } = createTestApp();
  const products: number[] = [];
  for (const [index, price] of PRICES.entries()) {
    products.push(await addProduct({ name: `Book ${index}`, price, contents: [`pdf ${index}`] }));
  }
  // From here on no event is missed: the cursor of the provider's events is set.
  await sweep(deps);
  return { db, clock, deps, products };
}

/**
 * A provider, two browsers and one process of the shop, alone in the world: what earlier worlds left
 * in the database is over. Everything happens when it is asked for, mails and webhooks too.
 */
export function openWorld(shop: MoneyShop, name: string) {
  const { clock, db, products } = shop;
  const { config } = shop.deps;
  const store = memoryStore();
  const { control, fetch } = createTestSimulator({
    siteUrl: SITE,
    webhookUrl: `${SITE}/api/stripe/webhook`,
    webhookSecret: "whsec_world",
    secretKey: config.stripe.secretKey,
    now: clock.now,
    deliver: async () => new Response(),
    retryDelaysMs: [],
    settlementSeconds: Infinity,
    store,
  });
  control.webhooks.mode = "drop";
  const real = stripePayments({ ...config.stripe, fetch });
  const posts: Post[] = [];
  const corrections: Correction[] = [];
  const delivered = new Set<string>();
  let mortal = mortalPayments(real);
  let deps = depsOf();
  let refunds = 0;

  function depsOf(): Deps {
    return { ...shop.deps, log: SILENT, payments: mortal.payments };
  }

  const post = (email: Email): boolean => {
    const { kind, recipient } = email;
    const about = { orderId: email.orderId ?? 0, recipient };
    const files = kind === "delivery" ? delivery.gather(deps, about) : null;
    const received = kind === "order_received" ? orderReceived.gather(deps, about) : null;
    if (files === undefined || received === undefined) return false;
    if (kind === "address_changed") {
      addressChanged.gather(deps, { ...about, ...subjectOf(kind, email) });
    }
    const links = files?.items.flatMap((item) => item.files.map((file) => file.url)) ?? [];
    posts.push({ ...addressed(deps, email), epochs: links.map(epochOf) });
    return true;
  };

  return {
    name,
    clock,
    db,
    store,
    control,
    posts,
    corrections,
    products,
    get deps() {
      return deps;
    },
    get refundsAsked() {
      return refunds;
    },
    browserHash: (buyer: number) => `browser-${name}-${buyer}`,
    address: (buyer: number) => `buyer-${name}-${buyer}@example.com`,
    failNext: (calls: number) => mortal.failNext(calls),

    /** Ends this process wherever it is and starts another over the same database. */
    restart({ released }: { released: boolean }): void {
      mortal = mortalPayments(real);
      deps = depsOf();
      if (released) releaseClaims(deps);
      // Without that the claims of the dead run out by themselves.
      else clock.advance(121_000);
    },
    runUntilDeath: (...args: Parameters<typeof mortal.runUntilDeath>) =>
      mortal.runUntilDeath(...args),

    /** The sessions there are, oldest first. */
    sessions: (): Session[] => store.list("checkout.session"),
    /** The events that the shop acts on. */
    events: (): Event[] => store.list("event").filter(({ type }) => EVENT_TYPES.includes(type)),
    /** Puts an event into the inbox, as the webhook route does. */
    deliver(event: Event, times: number): void {
      delivered.add(event.id);
      const read = toPaymentEvent(event as unknown as Stripe.Event);
      for (let time = 0; time < times; time++) storeEvents(deps, [read]);
    },
    /** Lets an event get lost on its way. */
    drop: (event: Event) => void delivered.add(event.id),
    /** The events that are still on their way. */
    underWay: (): Event[] =>
      store
        .list("event")
        .filter(({ id, type }) => !delivered.has(id) && EVENT_TYPES.includes(type)),

    chargeOf(session: Session): Charge | undefined {
      const intent = store.find("payment_intent", String(session.payment_intent));
      return store.find("charge", String(intent?.latest_charge));
    },
    /** Refunds as the owner does, at the provider; `productId` names the line it is for. */
    async refund(charge: Charge, { amount, productId }: { amount: number; productId?: number }) {
      const body = new URLSearchParams({
        payment_intent: String(charge.payment_intent),
        amount: String(amount),
      });
      if (productId) body.set("metadata[product_id]", String(productId));
      const headers = { Authorization: `Bearer ${config.stripe.secretKey}` };
      refunds += 1;
      const answer = await fetch("http://provider/v1/refunds", { method: "POST", headers, body });
      if (!answer.ok) throw new Error(await answer.text());
    },

    /** Sends what is due, as the mail job does. */
    sendMails(trouble: MailTrouble): void {
      for (let email = claimMail(deps); email; email = claimMail(deps)) {
        if (trouble === "dies-before") return this.restart({ released: true });
        if (trouble === "refused") {
          markFailed(deps, email, { reason: "450 later", jitter: 0 });
          continue;
        }
        const sent = post(email);
        if (trouble === "dies-after") return this.restart({ released: false });
        if (sent) markSent(deps, email, "");
        else markDead(deps, email, "Nobody is to have it.");
      }
    },
    close: () => control.stop(),
  };
}

function addressed({ db }: Pick<Deps, "db">, { messageId, recipient, kind, orderId }: Email) {
  const order = db
    .select({ email: orders.email, status: orders.status })
    .from(orders)
    .where(eq(orders.id, orderId ?? 0))
    .get();
  return {
    messageId,
    to: recipient,
    kind,
    orderId: orderId ?? 0,
    belongsTo: order?.email ?? null,
    orderStatus: order?.status,
  };
}

/** The epoch that a link's token names: `order.product.epoch.expiry.signature`. */
function epochOf(url: string): number {
  return Number(new URL(url).searchParams.get("token")?.split(".").at(-3));
}
