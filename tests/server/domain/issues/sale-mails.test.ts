import { expect, test } from "vitest";
import { orders } from "../../../../db/schema.ts";
import type { Settings } from "../../../../db/content-schema.ts";
import { queueSaleMails } from "../../../../server/domain/issues/sale-mails.ts";
import { openBrowser } from "../../../support/browser.ts";
import { NEW } from "../../../support/discount-shop.ts";
import { DELAYED_CARD, emailsOf, ordersOf } from "../../../support/money.ts";
import { changeSettings } from "../../../support/shop-settings.ts";
import { changeRow } from "../../../support/rows.ts";
import { buy, openShop, pay } from "../../../support/shop.ts";
import { openRoles } from "../../../support/table-calls.ts";

async function openSelling(settings: Partial<Settings>) {
  const shop = await openShop({ hasContent: true });
  const goTo = (time: string) =>
    shop.clock.advance(new Date(time).getTime() - shop.clock.now().getTime());
  changeSettings(shop, { timeZone: "America/New_York", ...settings });
  return {
    ...shop,
    goTo,
    sell: (email: string) => buy(shop, openBrowser(shop), { products: [shop.book], email }),
    /** Runs the job twice at a time, as after a restart; lists the buyers in each queued mail. */
    mailedBy(time: string) {
      goTo(time);
      queueSaleMails(shop.deps);
      queueSaleMails(shop.deps);
      const buyers = new Map(ordersOf(shop).map(({ id, email }) => [id, email?.split("@")[0]]));
      return emailsOf(shop)
        .filter(({ kind }) => kind === "owner_sales")
        .map(({ data: { day, orderIds } }) => [
          day,
          ...(orderIds as number[]).map((id) => buyers.get(id)),
        ]);
    },
  };
}

const NOON = "2026-11-24T17:00:00Z";
/** 23:59:59 and midnight in New York, and 8:00 of the next day. */
const LAST_SECOND = "2026-11-25T04:59:59Z";
const MIDNIGHT = "2026-11-25T05:00:00Z";
const MORNING = "2026-11-25T13:00:00Z";
const NEXT_MORNING = "2026-11-26T13:00:00Z";

test("no mail is sent by default, nor about an order that is not paid", async () => {
  const off = await openSelling({});
  off.goTo(NOON);
  await off.sell("anna@example.com");
  expect(off.mailedBy(NEXT_MORNING)).toEqual([]);
  const t = await openSelling({ saleMails: "each" });
  t.goTo(NOON);
  await pay(t, t.browser, { products: [t.book], card: "4000000000000002" });
  await t.settle();
  expect(t.mailedBy(NEXT_MORNING)).toEqual([]);
});

test("each sale has one mail at once, to the support address of that time", async () => {
  const t = await openSelling({ saleMails: "each" });
  t.goTo(NOON);
  await t.sell("anna@example.com");
  await t.sell("bo@example.com");
  const source = { referrer: "pinterest.com", utmSource: "fair", utmCampaign: "spring" };
  for (const [at, values] of [{ referrer: "pinterest.com" }, source].entries())
    changeRow(t, orders, ordersOf(t)[at]?.id ?? 0, values);
  changeSettings(t, { supportEmail: "owner@shop.example" });
  expect(t.mailedBy(NOON)).toEqual([
    [null, "anna"],
    [null, "bo"],
  ]);
  await t.settle();
  const sales = t.mails.filter(({ to }) => to === "owner@shop.example");
  expect(sales).toHaveLength(2);
  for (const [at, said] of [
    "Buyer: Demo Buyer, anna@example.com\nSource: pinterest.com\n",
    "Buyer: Demo Buyer, bo@example.com\nSource: fair, campaign spring\n",
  ].entries()) {
    const order = ordersOf(t)[at];
    const mail = sales.find(({ subject }) => subject.includes(order?.number ?? "-"));
    expect(mail?.subject).toBe(`New order ${order?.number}: $12.00 USD`);
    expect(mail?.text).toContain("Dinosaur Busy Book: $12.00 USD\nTotal: $12.00 USD\n");
    expect(mail?.text).toContain(said);
    expect(mail?.text).toContain(`/admin/orders/${order?.id}`);
  }
});

test("the daily mail comes at eight, with the orders of the day before in the shop's zone", async () => {
  const t = await openSelling({ saleMails: "daily" });
  t.goTo(NOON);
  await t.sell("anna@example.com");
  t.goTo(LAST_SECOND);
  await t.sell("bo@example.com");
  t.goTo(MIDNIGHT);
  await t.sell("cleo@example.com");
  expect(t.mailedBy("2026-11-25T12:59:59Z")).toEqual([]);
  const first = ["2026-11-24", "anna", "bo"];
  expect(t.mailedBy(MORNING)).toEqual([first]);
  const both = [first, ["2026-11-25", "cleo"]];
  expect(t.mailedBy(NEXT_MORNING)).toEqual(both);
  expect(t.mailedBy("2026-11-27T13:00:00Z")).toEqual(both);
});

test("each order is in the mail of the setting at its sale, and in no other", async () => {
  const t = await openSelling({ saleMails: "daily" });
  t.goTo(NOON);
  for (const [saleMails, email] of [
    ["daily", "anna@example.com"],
    ["each", "bo@example.com"],
    ["off", "cleo@example.com"],
    ["daily", "dora@example.com"],
    ["off", "emil@example.com"],
  ] as const) {
    changeSettings(t, { saleMails });
    await t.sell(email);
  }
  expect(t.mailedBy(NOON)).toEqual([[null, "bo"]]);
  const all = [
    [null, "bo"],
    ["2026-11-24", "anna", "dora"],
  ];
  expect(t.mailedBy(MORNING)).toEqual(all);
  changeSettings(t, { saleMails: "each", timeZone: "Pacific/Auckland" });
  expect(t.mailedBy(NEXT_MORNING)).toEqual(all);
});

test("an order that sells while the zone moves back to a mailed day is in a mail of its own", async () => {
  const t = await openSelling({ saleMails: "daily", timeZone: "Pacific/Auckland" });
  t.goTo("2026-11-24T10:00:00Z");
  await t.sell("anna@example.com");
  const first = ["2026-11-24", "anna"];
  expect(t.mailedBy("2026-11-24T19:00:00Z")).toEqual([first]);
  changeSettings(t, { timeZone: "America/New_York" });
  await t.sell("bo@example.com");
  expect(t.mailedBy(MORNING)).toEqual([first, ["2026-11-24", "bo"]]);
});

test("a free order counts; a delayed payment counts when it is paid", async () => {
  const t = await openSelling({ saleMails: "daily" });
  const { administrator } = openRoles(t);
  await administrator.call("POST", "/api/discounts", { body: { ...NEW, percentOff: 100 } });
  t.goTo(NOON);
  const delayed = { products: [t.book], card: DELAYED_CARD, email: "bo@example.com" };
  const sessionId = await pay(t, openBrowser(t), delayed);
  t.browser.cookies.set("code", NEW.code);
  await buy(t, t.browser, { products: [t.book], email: "anna@example.com" });
  t.goTo(MIDNIGHT);
  t.simulator.control.settle(sessionId, "succeeded");
  await t.settle();
  expect(t.mailedBy(NEXT_MORNING)).toEqual([
    ["2026-11-24", "anna"],
    ["2026-11-25", "bo"],
  ]);
  await t.settle();
  const [free] = t.mails.filter(
    ({ subject }) => subject === "Papercub: 1 order on November 24, 2026",
  );
  expect(free?.text).toContain("Orders: 1\nRevenue: $0.00 USD");
});
