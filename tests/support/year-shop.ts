import { eq } from "drizzle-orm";
import { updateRow } from "../../db/record.ts";
import { orders, products, users } from "../../db/schema.ts";
import { contactSubmissions } from "../../db/buyer-schema.ts";
import { products as catalogue } from "../../db/seed/catalogue.ts";
import { DEMO_OWNER } from "../../server/config.ts";
import { CONTACT_FORM_ID, TRAP_FIELD } from "../../server/contract/contact.ts";
import { createCodes } from "../../server/demo/year/codes.ts";
import type { YearEvent } from "../../server/demo/year/plan.ts";
import { notifyOfRows } from "../../server/domain/issues/notify.ts";
import { answerContact, submitContact } from "../../server/domain/mails/contact.ts";
import { refundPayment } from "../../server/domain/money/refunds.ts";
import { startCheckout } from "../../server/domain/orders/checkout.ts";
import { findOrderById } from "../../server/domain/orders/order.ts";
import { markViewed } from "../../server/domain/orders/purchase-detail.ts";
import { addAdministrator } from "../../server/domain/sign-in/administrators.ts";
import { provenUser } from "../../server/domain/sign-in/sign-in.ts";
import { sha256Hex } from "../../server/domain/tokens.ts";
import { adminAuthor } from "./admin-author.ts";
import { createTestApp, SITE } from "./create-test-app.ts";
import { itemsOf } from "./money.ts";
import { changeSettings } from "./shop-settings.ts";

/** Opens a demo with the products of the demo's catalogue, one file each. */
export async function openYearShop() {
  const app = createTestApp({ hasContent: true });
  for (const { slug, name, price, type, billingPeriod, licence = "personal" } of catalogue) {
    await app.addProduct({ slug, name, price, type, billingPeriod, licence, contents: [slug] });
  }
  const idOf = (slug: string) =>
    app.db.select().from(products).where(eq(products.slug, slug)).get()?.id ?? 0;
  const author = { actor: "test", now: app.clock.now() };
  app.db.write((tx) => {
    for (const { slug, upgradesFrom } of catalogue) {
      const upgradesFromId = upgradesFrom && idOf(upgradesFrom);
      if (upgradesFromId) updateRow(tx, products, idOf(slug), { upgradesFromId }, author);
    }
  });
  const past = {
    ...app.deps,
    payments: app.simulator.context.store,
    webhookUrl: `${SITE}/api/stripe/webhook`,
  };
  return { ...app, past, idOf };
}

export type YearShop = Awaited<ReturnType<typeof openYearShop>>;

/** Plays the events as they happen in a running shop: through the provider and its webhooks. */
export async function playForReal(shop: YearShop, events: readonly YearEvent[]): Promise<void> {
  const { db, deps, clock, simulator } = shop;
  changeSettings(shop, { tax: "included" });
  const setClock = (at: number) => clock.advance(at - clock.now().getTime());
  setClock(events[0]?.at ?? 0);
  createCodes(simulator.context);
  const started = { actor: "sign-in", now: clock.now() };
  db.write((tx) => addAdministrator(tx, DEMO_OWNER, started));
  const orderIds = new Map<number, number>();
  for (const event of events) {
    setClock(event.at);
    if (event.kind === "order") orderIds.set(event.order, await checkOut(shop, event));
    else if (event.kind === "message") sendMessage(shop, event);
    else if (event.kind === "account") db.write((tx) => provenUser(tx, event.email, clock.now()));
    else await changeOrder(shop, event, orderIds.get(event.order) ?? 0, events);
    await shop.settle();
    if (event.kind === "pay") {
      const paid = findOrderById(db, orderIds.get(event.order) ?? 0);
      if (paid) markViewed(deps, paid);
    }
    if (event.kind !== "dispute") continue;
    notifyOfRows(deps);
    await shop.settle();
  }
}

async function checkOut(shop: YearShop, event: YearEvent & { kind: "order" }): Promise<number> {
  const { buyer, from, code } = event;
  const lines = event.products.map((slug) => ({
    productId: shop.idOf(slug),
    quantity: 1 as const,
  }));
  const visitor = { source: buyer.source, client: buyer.browser, device: buyer.device };
  const { answer } = await startCheckout(shop.deps, {
    request: { products: lines, successRouter: "/checkout/success", cancelRouter: from },
    viewer: { browserHash: sha256Hex(buyer.browser), user: null },
    code: code ?? undefined,
    visitor,
  });
  const isIt = eq(orders.sessionId, answer.sessionId);
  return shop.db.select().from(orders).where(isIt).get()?.id ?? 0;
}

type OrderEvent = Exclude<YearEvent, { kind: "order" | "message" | "account" }>;

async function changeOrder(
  shop: YearShop,
  event: OrderEvent,
  orderId: number,
  events: readonly YearEvent[],
): Promise<void> {
  const { db, deps, simulator } = shop;
  const { control, context } = simulator;
  const order = findOrderById(db, orderId);
  const sessionId = order?.sessionId ?? "";
  switch (event.kind) {
    case "pay": {
      const bought = events.find((each) => each.kind === "order" && each.order === event.order);
      if (bought?.kind !== "order") throw new Error("An order is paid that was not made.");
      const { name, email, country, taxId } = bought.buyer;
      await control.pay(sessionId, { name, email, country, taxId });
      return;
    }
    case "expire":
      control.expire(sessionId);
      return;
    case "refund": {
      const item = itemsOf(shop).findLast((each) => each.orderId === orderId);
      const what = event.isItem ? { itemId: item?.id ?? 0 } : { amount: order?.totalAmount ?? 0 };
      const { reason } = event;
      const requestKey = sha256Hex(`refund ${event.order}`);
      const owner = db.select().from(users).where(eq(users.email, DEMO_OWNER)).get();
      const author = { ...adminAuthor(shop, owner?.id), set: { id: null } };
      await refundPayment(deps, { orderId, what, reason, requestKey, author });
      return;
    }
    case "dispute":
      control.dispute(sessionId);
      return;
    case "dispute won": {
      const disputes = context.store.list("dispute");
      const open = disputes.find((each) => each.payment_intent === order?.paymentIntentId);
      control.closeDispute(open?.id ?? "", "won");
      return;
    }
    case "renew":
      control.renew(order?.subscriptionId ?? "", event.isPaid);
      return;
    case "cancel":
      control.cancel(order?.subscriptionId ?? "", { atPeriodEnd: true });
  }
}

function sendMessage(shop: YearShop, event: YearEvent & { kind: "message" }): void {
  const { db, deps } = shop;
  const { message, isSpam, answer } = event;
  const trap = isSpam && { [TRAP_FIELD]: "filled" };
  submitContact(deps, {
    request: { formId: CONTACT_FORM_ID, ...message, ...trap },
    thank: true,
  });
  if (answer === null) return;
  const newest = db.select().from(contactSubmissions).all().at(-1);
  const owner = db.select().from(users).where(eq(users.email, DEMO_OWNER)).get();
  const author = { actor: `admin:${owner?.id}`, now: shop.clock.now() };
  db.write((tx) => answerContact(tx, { id: newest?.id ?? 0, answer, key: "answer", author }));
}
