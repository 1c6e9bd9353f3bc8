import { describe, expect, test } from "vitest";
import { subscriptionRecords, users } from "../../../db/schema.ts";
import { openBrowser } from "../../support/browser.ts";
import {
  actorsOf,
  DAY_MS,
  DELAYED_CARD,
  emailsOf,
  eventsOf,
  eventsOfType,
  fileLink,
  itemsOf,
  openClubShop,
  ordersOf,
  statusOf,
} from "../support/money.ts";
import { buy, MINUTE_MS, pay, readDetail, signIn } from "../support/shop.ts";

const EMAIL = "member@example.com";
const BOUGHT = "2026-11-21T10:00:00.000Z";
const FIRST_END = new Date("2026-12-21T10:00:00.000Z");
const SECOND_END = new Date("2027-01-21T10:00:00.000Z");

type Renewed = Awaited<ReturnType<typeof member>> & { payment: string };
type ClubShop = Awaited<ReturnType<typeof openClubShop>>;

const recordsOf = ({ db }: Pick<ClubShop, "db">) => db.select().from(subscriptionRecords).all();
const subscriptionOf = (shop: Pick<ClubShop, "db">) => ordersOf(shop)[0]?.subscriptionId ?? "";

/** A member since today; `open` is the status of the file's link from the success page, made anew. */
async function member() {
  const shop = await openClubShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.club], email: EMAIL });
  const { control } = shop.simulator;
  const id = subscriptionOf(shop);
  const filesOf = async () => (await readDetail(shop.browser, sessionId)).products[0]?.files.length;
  const until = (end: Date, ms: number) =>
    shop.clock.advance(end.getTime() + ms - shop.clock.now().getTime());
  return {
    shop,
    sessionId,
    control,
    id,
    filesOf,
    until,
    link: fileLink(shop.mails[0]?.text, "Monthly-Club"),
  };
}

test("an unpaid subscription has no record and opens nothing", async () => {
  const shop = await openClubShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.club], card: DELAYED_CARD });
  expect(ordersOf(shop)).toMatchObject([{ status: "processing", subscriptionId: null }]);
  expect(recordsOf(shop)).toEqual([]);
  expect(itemsOf(shop)).toMatchObject([{ grantedAt: null, accessUntil: null }]);
  expect((await readDetail(shop.browser, sessionId)).products[0]?.files).toEqual([]);
  expect(emailsOf(shop)).toEqual([]);
});

test("an event of a subscription that nobody knows changes nothing", async () => {
  const { shop, control } = await member();
  const [event] = eventsOfType(shop, "customer.subscription.created");
  Object.assign(event?.data.object ?? {}, { id: "sub_of_another_shop" });
  await control.webhooks.send(event?.id ?? "");
  await shop.settle();
  expect(recordsOf(shop)).toHaveLength(1);
  expect(eventsOf(shop).every((each) => each.handledAt !== null)).toBe(true);
});

test("a bought subscription has one record with its user, address and period's end", async () => {
  const { shop, sessionId, id, link } = await member();
  const [user] = shop.db.select().from(users).all();
  expect(user).toMatchObject({ email: EMAIL, emailVerifiedAt: null, isAdmin: false });
  expect(recordsOf(shop)).toMatchObject([
    {
      userId: user?.id,
      email: EMAIL,
      sessionId,
      subscriptionId: id,
      status: "active",
      currentPeriodEnd: FIRST_END,
    },
  ]);
  expect(itemsOf(shop)).toMatchObject([{ grantedAt: new Date(BOUGHT), accessUntil: FIRST_END }]);
  expect(await statusOf(shop, link)).toBe(200);
  expect(shop.mails.map((mail) => mail.to)).toEqual([EMAIL]);
  expect(actorsOf(shop, "subscription_records")).toEqual(["fulfilment"]);
});

test("the record is the account's when there is one already", async () => {
  const shop = await openClubShop();
  const { userId } = signIn(shop, EMAIL);
  await buy(shop, openBrowser(shop), { products: [shop.club], email: "Member@Example.com" });
  expect(recordsOf(shop)).toMatchObject([{ userId, email: EMAIL }]);
  expect(shop.db.select().from(users).all()).toHaveLength(1);
});

describe("access", () => {
  test("lasts until the end of the period that was paid for", async () => {
    const { shop, filesOf, until, link } = await member();
    until(FIRST_END, -1000);
    expect([await filesOf(), await statusOf(shop, link)]).toEqual([1, 200]);
    until(FIRST_END, 0);
    expect([await filesOf(), await statusOf(shop, link)]).toEqual([0, 404]);
  });

  test("is extended by a renewal", async () => {
    const { shop, control, id, filesOf, until } = await member();
    until(FIRST_END, 0);
    control.renew(id);
    await shop.settle();
    expect(itemsOf(shop)).toMatchObject([{ accessUntil: SECOND_END }]);
    expect(recordsOf(shop)).toMatchObject([{ status: "active", currentPeriodEnd: SECOND_END }]);
    expect(await filesOf()).toBe(1);
    until(SECOND_END, 0);
    expect(await filesOf()).toBe(0);
    expect(shop.mails).toHaveLength(1);
  });

  test("is not extended by a renewal that fails, and is when its payment is made up for", async () => {
    const { shop, control, id, filesOf, until } = await member();
    until(FIRST_END, 0);
    control.renew(id, false);
    await shop.settle();
    expect(itemsOf(shop)).toMatchObject([{ accessUntil: FIRST_END }]);
    expect(recordsOf(shop)).toMatchObject([{ status: "past_due", currentPeriodEnd: FIRST_END }]);
    expect(await filesOf()).toBe(0);

    shop.clock.advance(3 * DAY_MS);
    control.renew(id, true);
    await shop.settle();
    expect(itemsOf(shop)).toMatchObject([{ accessUntil: SECOND_END }]);
    expect(recordsOf(shop)).toMatchObject([{ status: "active", currentPeriodEnd: SECOND_END }]);
    expect(await filesOf()).toBe(1);
  });

  test("goes on until the period's end when it is cancelled with its period", async () => {
    const { shop, control, id, filesOf, until, link } = await member();
    shop.clock.advance(DAY_MS);
    control.cancel(id, { atPeriodEnd: true });
    await shop.settle();
    until(FIRST_END, -1000);
    expect([await filesOf(), await statusOf(shop, link)]).toEqual([1, 200]);
    until(FIRST_END, 0);
    control.renew(id);
    await shop.settle();
    expect(recordsOf(shop)).toMatchObject([{ status: "canceled", currentPeriodEnd: FIRST_END }]);
    expect([await filesOf(), await statusOf(shop, link)]).toEqual([0, 404]);
  });

  test("ends at once when it is cancelled at once", async () => {
    const { shop, control, id, filesOf, link } = await member();
    shop.clock.advance(DAY_MS);
    control.cancel(id);
    await shop.settle();
    expect(itemsOf(shop)).toMatchObject([{ accessUntil: shop.clock.now() }]);
    expect(recordsOf(shop)).toMatchObject([
      { status: "canceled", currentPeriodEnd: shop.clock.now() },
    ]);
    expect([await filesOf(), await statusOf(shop, link)]).toEqual([0, 404]);
  });

  test("of one that ends unpaid is not given for the weeks of dunning", async () => {
    const { shop, control, id, until } = await member();
    until(FIRST_END, 0);
    control.renew(id, false);
    shop.clock.advance(20 * DAY_MS);
    control.cancel(id);
    await shop.settle();
    expect(itemsOf(shop)).toMatchObject([{ accessUntil: FIRST_END }]);
    expect(recordsOf(shop)).toMatchObject([{ status: "canceled", currentPeriodEnd: FIRST_END }]);
  });

  test("can be bought again after it ended, as no double", async () => {
    const { shop, control, id } = await member();
    control.cancel(id);
    await shop.settle();
    shop.clock.advance(MINUTE_MS);
    const again = await buy(shop, shop.browser, { products: [shop.club], email: EMAIL });
    expect(ordersOf(shop)[1]).toMatchObject({ status: "paid", doubleOfId: null });
    expect((await readDetail(shop.browser, again)).products[0]?.files).toHaveLength(1);
    expect(recordsOf(shop)).toHaveLength(2);
    expect(shop.db.select().from(users).all()).toHaveLength(1);
  });
});

describe("a refund of the first period", () => {
  test("ends the access", async () => {
    const { shop, sessionId, control, filesOf, link } = await member();
    control.refund(sessionId);
    await shop.settle();
    expect(itemsOf(shop)).toMatchObject([{ revokeReason: "refund" }]);
    expect([await filesOf(), await statusOf(shop, link)]).toEqual([0, 404]);
  });

  test.each(["before", "after"])(
    "takes nothing from a second period that is paid for %s it",
    async (when) => {
      const { shop, sessionId, control, id, filesOf, until } = await member();
      if (when === "after") control.refund(sessionId);
      await shop.settle();
      until(FIRST_END, 0);
      control.renew(id);
      await shop.settle();
      if (when === "before") control.refund(sessionId);
      await shop.settle();
      expect(itemsOf(shop)).toMatchObject([{ accessUntil: SECOND_END, revokedAt: null }]);
      expect(await filesOf()).toBe(1);
    },
  );
});

describe("a renewal whose money goes back", () => {
  /** A member in the second period, whose payment's id is `payment`. */
  async function renewed() {
    const membership = await member();
    const { shop, control, id, until } = membership;
    until(FIRST_END, 0);
    control.renew(id);
    await shop.settle();
    const payment = eventsOfType(shop, "payment_intent.succeeded").at(-1)?.data.object.id;
    if (!payment || payment === ordersOf(shop)[0]?.paymentIntentId) throw new Error("no renewal");
    return { ...membership, payment: String(payment) };
  }

  test.each([
    ["by a full refund", (sale: Renewed) => sale.control.refund(sale.payment), null],
    [
      "by refunds of all of it",
      ({ control, payment }: Renewed) => [control.refund(payment, 100), control.refund(payment)],
      null,
    ],
    [
      "by a lost dispute",
      ({ control, payment }: Renewed) => control.closeDispute(control.dispute(payment).id, "lost"),
      "A dispute of a renewal was lost.",
    ],
  ])("has paid for nothing: %s", async (_name, act, attention) => {
    const sale = await renewed();
    act(sale);
    await sale.shop.settle();
    expect(itemsOf(sale.shop)).toMatchObject([{ accessUntil: FIRST_END, revokedAt: null }]);
    expect(recordsOf(sale.shop)).toMatchObject([{ currentPeriodEnd: FIRST_END }]);
    expect(await sale.filesOf()).toBe(0);
    expect(ordersOf(sale.shop)).toMatchObject([{ refundedAmount: 0, attention }]);
  });

  test.each([
    ["a part of it", (sale: Renewed) => sale.control.refund(sale.payment, 100), null],
    [
      "a dispute that is open",
      (sale: Renewed) => sale.control.dispute(sale.payment),
      "A dispute of a renewal is open: answer it at the payment provider.",
    ],
    [
      "a dispute that was won",
      ({ control, payment }: Renewed) => control.closeDispute(control.dispute(payment).id, "won"),
      null,
    ],
  ])("keeps its access after %s", async (_name, act, attention) => {
    const sale = await renewed();
    act(sale);
    await sale.shop.settle();
    expect(itemsOf(sale.shop)).toMatchObject([{ accessUntil: SECOND_END }]);
    expect(await sale.filesOf()).toBe(1);
    expect(ordersOf(sale.shop)).toMatchObject([{ refundedAmount: 0, attention }]);
  });

  test("takes nothing from the period after it", async () => {
    const { shop, control, id, payment, filesOf, until } = await renewed();
    until(SECOND_END, 0);
    control.renew(id);
    control.refund(payment);
    await shop.settle();
    expect(await filesOf()).toBe(1);
  });
});

describe("a first payment by bank debit", () => {
  test("that fails and is made up for later is delivered", async () => {
    const shop = await openClubShop();
    const { control } = shop.simulator;
    const sessionId = await buy(shop, shop.browser, { products: [shop.club], card: DELAYED_CARD });
    control.settle(sessionId, "failed");
    await shop.settle();
    expect(ordersOf(shop)).toMatchObject([{ status: "failed" }]);
    shop.clock.advance(DAY_MS);
    control.renew(String(control.sessions()[0]?.subscription), true);
    await shop.settle();
    expect(ordersOf(shop)).toMatchObject([{ status: "paid", sessionId }]);
    expect(itemsOf(shop)).toMatchObject([{ accessUntil: FIRST_END }]);
    expect(recordsOf(shop)).toMatchObject([{ status: "active" }]);
    expect(shop.mails).toHaveLength(1);
  });
});

describe("events of a new subscription", () => {
  const TYPES = ["customer.subscription.created", "invoice.paid", "checkout.session.completed"];
  const expectOnce = (shop: ClubShop) => {
    expect(ordersOf(shop)).toMatchObject([
      {
        status: "paid",
        subscriptionId: /^sub_/.exec(subscriptionOf(shop)) && subscriptionOf(shop),
      },
    ]);
    expect(recordsOf(shop)).toMatchObject([{ status: "active", currentPeriodEnd: FIRST_END }]);
    expect(itemsOf(shop)).toMatchObject([{ accessUntil: FIRST_END }]);
    expect(shop.mails).toHaveLength(1);
  };

  test.each([TYPES, TYPES.toReversed(), [TYPES[1] ?? "", TYPES[2] ?? "", TYPES[0] ?? ""]])(
    "come to the same as %s, %s, %s",
    async (...types) => {
      const shop = await openClubShop();
      const { webhooks } = shop.simulator.control;
      webhooks.mode = "drop";
      await pay(shop, shop.browser, { products: [shop.club] });
      for (const { id } of eventsOfType(shop, ...types)) {
        await webhooks.send(id);
        await shop.settle();
      }
      expectOnce(shop);
    },
  );

  test("come to the same all at once, each three times", async () => {
    const shop = await openClubShop();
    const { webhooks } = shop.simulator.control;
    webhooks.mode = "hold";
    await pay(shop, shop.browser, { products: [shop.club] });
    await webhooks.flush({ times: 3, parallel: true });
    await Promise.all([shop.settle(), shop.settle()]);
    expectOnce(shop);
  });
});

test("a mixed cart opens its book for good and its subscription for the period", async () => {
  const shop = await openClubShop();
  const products = [shop.book, shop.club];
  const sessionId = await buy(shop, shop.browser, { products, email: EMAIL });
  expect(ordersOf(shop)).toMatchObject([{ status: "paid", totalAmount: 2199 }]);
  expect(itemsOf(shop).map((item) => item.accessUntil)).toEqual([null, FIRST_END]);
  shop.clock.advance(40 * DAY_MS);
  const detail = await readDetail(shop.browser, sessionId);
  expect(detail.products.map((item) => item.files.length)).toEqual([1, 0]);
});
