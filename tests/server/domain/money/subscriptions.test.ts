import { describe, expect, test } from "vitest";
import { users } from "../../../../db/schema.ts";
import { buyerRefusals } from "../../../../server/contract/refusals.ts";
import { FIRST_END, MEMBER, member, recordsOf, SECOND_END } from "../../../support/member.ts";
import {
  actorsOf,
  DAY_MS,
  DELAYED_CARD,
  emailsOf,
  eventsOf,
  eventsOfType,
  itemsOf,
  openClubShop,
  ordersOf,
  statusOf,
} from "../../../support/money.ts";
import { buy, DETAIL, pay, readDetail, signIn } from "../../../support/shop.ts";

const usersOf = ({ db }: Awaited<ReturnType<typeof openClubShop>>) => db.select().from(users).all();

test("an event of an unknown subscription changes nothing", async () => {
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
  const [user] = usersOf(shop);
  expect(user).toMatchObject({ email: MEMBER, emailVerifiedAt: null, isAdmin: false });
  const bought = { userId: user?.id, email: MEMBER, sessionId, subscriptionId: id };
  const running = { status: "active", currentPeriodEnd: FIRST_END };
  expect(recordsOf(shop)).toMatchObject([{ ...bought, ...running }]);
  const grantedAt = new Date("2026-11-21T10:00:00.000Z");
  expect(itemsOf(shop)).toMatchObject([{ grantedAt, accessUntil: FIRST_END }]);
  expect(await statusOf(shop, link)).toBe(200);
  expect(shop.mails.map((mail) => mail.to)).toEqual([MEMBER]);
  expect(actorsOf(shop, "subscription_records")).toEqual(["fulfilment"]);
});

describe("access", () => {
  /** Creates a member; `expectAccess` checks the item, the subscription record and the links. */
  async function watched() {
    const membership = await member();
    const { shop, control, id, filesOf, link } = membership;
    return {
      ...membership,
      async renew(paid = true) {
        control.renew(id, paid);
        await shop.settle();
      },
      async expectAccess(status: string, end: Date, isOpen: boolean) {
        expect(itemsOf(shop)).toMatchObject([{ accessUntil: end }]);
        expect(recordsOf(shop)).toMatchObject([{ status, currentPeriodEnd: end }]);
        const open = [await filesOf(), await statusOf(shop, link)];
        expect(open).toEqual(isOpen ? [1, 200] : [0, 404]);
      },
    };
  }

  test("lasts until the end of the period that was paid for, and a renewal extends it", async () => {
    const { shop, until, renew, expectAccess } = await watched();
    until(FIRST_END, -1000);
    await expectAccess("active", FIRST_END, true);
    until(FIRST_END, 0);
    await expectAccess("active", FIRST_END, false);
    await renew();
    await expectAccess("active", SECOND_END, true);
    until(SECOND_END, 0);
    await expectAccess("active", SECOND_END, false);
    expect(shop.mails).toHaveLength(1);
  });

  test("is not extended by a renewal that fails, and is when its payment is made up for", async () => {
    const { shop, until, renew, expectAccess } = await watched();
    until(FIRST_END, 0);
    await renew(false);
    await expectAccess("past_due", FIRST_END, false);
    shop.clock.advance(3 * DAY_MS);
    await renew();
    await expectAccess("active", SECOND_END, true);
  });

  test("goes on until the period's end when it is cancelled with its period", async () => {
    const { shop, control, id, until, renew, expectAccess } = await watched();
    shop.clock.advance(DAY_MS);
    control.cancel(id, { atPeriodEnd: true });
    await shop.settle();
    until(FIRST_END, -1000);
    await expectAccess("active", FIRST_END, true);
    until(FIRST_END, 0);
    await renew();
    await expectAccess("canceled", FIRST_END, false);
  });

  test("ends at once when it is cancelled at once", async () => {
    const { shop, control, id, expectAccess } = await watched();
    shop.clock.advance(DAY_MS);
    control.cancel(id);
    await shop.settle();
    await expectAccess("canceled", shop.clock.now(), false);
  });

  test("of one that ends unpaid is not given for the weeks of dunning", async () => {
    const { shop, control, id, until, renew, expectAccess } = await watched();
    until(FIRST_END, 0);
    await renew(false);
    shop.clock.advance(20 * DAY_MS);
    control.cancel(id);
    await shop.settle();
    await expectAccess("canceled", FIRST_END, false);
  });
});

test("a first payment by bank debit that fails and is made up for later is delivered", async () => {
  const shop = await openClubShop();
  const { control } = shop.simulator;
  const sessionId = await buy(shop, shop.browser, { products: [shop.club], card: DELAYED_CARD });
  control.settle(sessionId, "failed");
  await shop.settle();
  expect(ordersOf(shop)).toMatchObject([{ status: "failed" }]);
  const unpaid = await shop.browser.get(`${DETAIL}?sessionId=${sessionId}`);
  expect(await unpaid.json()).toMatchObject({ message: buyerRefusals.paymentUnpaid });
  shop.clock.advance(DAY_MS);
  control.renew(String(control.sessions()[0]?.subscription), true);
  await shop.settle();
  expect(ordersOf(shop)).toMatchObject([{ status: "paid", sessionId }]);
  expect(itemsOf(shop)).toMatchObject([{ accessUntil: FIRST_END }]);
  expect(recordsOf(shop)).toMatchObject([{ status: "active" }]);
  expect(emailsOf(shop).map(({ kind }) => kind)).toEqual(["order_received", "delivery"]);
  // The provider retries the first payment, so the mail must not call the failure final.
  expect(shop.mails[0]?.text).not.toContain("refuse");
});

const [MADE, BILLED, PAID] = [
  "customer.subscription.created",
  "invoice.paid",
  "checkout.session.completed",
];
test.each([
  [MADE, BILLED, PAID],
  [PAID, BILLED, MADE],
  [BILLED, PAID, MADE],
  ["all at once", "each three times"],
])("events of a new subscription come to the same as %s, %s", async (...types) => {
  const shop = await openClubShop();
  const { webhooks } = shop.simulator.control;
  webhooks.mode = "hold";
  await pay(shop, shop.browser, { products: [shop.club] });
  if (types[0] === "all at once") {
    await webhooks.flush({ times: 3, parallel: true });
    await Promise.all([shop.settle(), shop.settle()]);
  }
  for (const { id } of eventsOfType(shop, ...types)) {
    await webhooks.send(id);
    await shop.settle();
  }
  const subscriptionId = expect.stringMatching(/^sub_/);
  expect(ordersOf(shop)).toMatchObject([{ status: "paid", subscriptionId }]);
  expect(recordsOf(shop)).toMatchObject([{ status: "active", currentPeriodEnd: FIRST_END }]);
  expect(itemsOf(shop)).toMatchObject([{ accessUntil: FIRST_END }]);
  expect(shop.mails).toHaveLength(1);
});

test("a mixed cart opens its book for good and its subscription for the period", async () => {
  const shop = await openClubShop();
  const products = [shop.book, shop.club];
  const sessionId = await buy(shop, shop.browser, { products, email: MEMBER });
  expect(ordersOf(shop)).toMatchObject([{ status: "paid", totalAmount: 2199 }]);
  expect(itemsOf(shop).map((item) => item.accessUntil)).toEqual([null, FIRST_END]);
  shop.clock.advance(40 * DAY_MS);
  const detail = await readDetail(signIn(shop, MEMBER), sessionId);
  expect(detail.products.map((item) => item.files.length)).toEqual([1, 0]);
});
