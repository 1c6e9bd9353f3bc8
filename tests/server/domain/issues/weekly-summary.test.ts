import { expect, test } from "vitest";
import { orders } from "../../../../db/schema.ts";
import { settings } from "../../../../db/content-schema.ts";
import { queueWeeklySummary } from "../../../../server/domain/issues/weekly-summary.ts";
import { openBrowser } from "../../../support/browser.ts";
import { DAY_MS, emailsOf, ordersOf } from "../../../support/money.ts";
import { changeSettings } from "../../../support/shop-settings.ts";
import { buy, openShop } from "../../../support/shop.ts";
import { changeRow } from "../../../support/rows.ts";

async function openWeek(changes: Partial<typeof settings.$inferSelect> = {}) {
  const shop = await openShop({ hasContent: true });
  const [{ id } = { id: 0 }] = shop.db.select().from(settings).all();
  changeRow(shop, settings, id, changes);
  return {
    ...shop,
    /** Runs the job at a time, twice, and returns the weeks of the summaries that are queued. */
    weeksAt(time: string) {
      shop.clock.advance(new Date(time).getTime() - shop.clock.now().getTime());
      queueWeeklySummary(shop.deps);
      queueWeeklySummary(shop.deps);
      return emailsOf(shop)
        .filter(({ kind }) => kind === "weekly_summary")
        .map(({ data }) => data);
    },
  };
}

const ROME = { timeZone: "Europe/Rome" };
const WEEK = { firstDay: "2026-11-23", lastDay: "2026-11-29" };

test.each([
  ["on Sunday", ROME, "2026-11-29T22:59:00Z"],
  ["on Monday before eight o'clock there", ROME, "2026-11-30T06:59:59Z"],
  ["two days late", ROME, "2026-12-02T07:00:01Z"],
  ["when it is switched off", { ...ROME, weeklySummary: false }, "2026-11-30T07:00:00Z"],
  ["about a week before the shop was made", ROME, "2026-11-16T07:00:00Z"],
])("no summary is sent %s", async (_name, changes, time) => {
  const t = await openWeek(changes);
  expect(t.weeksAt(time)).toEqual([]);
});

test("a queued summary is not sent once it is switched off", async () => {
  const t = await openWeek(ROME);
  expect(t.weeksAt("2026-11-30T07:00:00Z")).toHaveLength(1);
  changeSettings(t, { weeklySummary: false });
  await t.settle();
  expect(t.mails).toEqual([]);
});

test.each([
  ["Europe/Rome", "2026-11-30T07:00:00Z"],
  ["", "2026-11-30T08:00:00Z"],
  ["Pacific/Auckland", "2026-11-29T19:00:00Z"],
  ["America/New_York", "2026-11-30T13:00:00Z"],
])("in the zone %j one summary is sent at %s", async (timeZone, time) => {
  const t = await openWeek({ timeZone });
  expect(t.weeksAt(new Date(new Date(time).getTime() - 1).toISOString())).toEqual([]);
  expect(t.weeksAt(time)).toEqual([WEEK]);
  expect(t.weeksAt(new Date(new Date(time).getTime() + DAY_MS).toISOString())).toHaveLength(1);
});

test("the summary has the sums of its week by currency, and what is open", async () => {
  const t = await openWeek(ROME);
  const order = (email: string) => buy(t, openBrowser(t), { products: [t.book], email });
  await order("early@example.com");
  t.clock.advance(new Date("2026-11-24T10:00:00Z").getTime() - t.clock.now().getTime());
  await order("anna@example.com");
  const euros = await order("bo@example.com");
  t.db.sqlite.exec("UPDATE orders SET currency = 'eur' WHERE email = 'bo@example.com'");
  t.simulator.control.refund(euros, 300);
  t.simulator.control.dispute(await order("cleo@example.com"));
  await t.settle();
  t.mails.length = 0;
  t.weeksAt("2026-11-30T07:00:00Z");
  await t.settle();
  const [mail] = t.mails;
  expect(mail?.subject).toBe("Papercub: 3 orders last week");
  expect(mail?.text).toContain("Orders: 3\nRevenue: $24.00 USD, €12.00 EUR\nRefunds: €3.00 EUR");
  expect(mail?.text).toContain("Needs your attention: 1 open dispute, 1 note on an order.");
});

test.each([
  ["refused by the bank", [300, 0], "none"],
  ["refused once and then made again", [300, 0, 300], "$3.00 USD"],
])("a refund that was %s counts with what was refunded", async (_name, amounts, said) => {
  const t = await openWeek(ROME);
  t.clock.advance(new Date("2026-11-24T10:00:00Z").getTime() - t.clock.now().getTime());
  await buy(t, openBrowser(t), { products: [t.book], email: "anna@example.com" });
  for (const refundedAmount of amounts) {
    changeRow(t, orders, ordersOf(t)[0]?.id ?? 0, { refundedAmount });
  }
  t.mails.length = 0;
  t.weeksAt("2026-11-30T07:00:00Z");
  await t.settle();
  expect(t.mails.at(-1)?.text).toContain(`Refunds: ${said}\n`);
});

test("the days of the summary are those of the shop's time zone", async () => {
  const t = await openWeek(ROME);
  for (const time of ["2026-11-22T22:59:59Z", "2026-11-22T23:00:00Z", "2026-11-29T23:00:00Z"]) {
    t.clock.advance(new Date(time).getTime() - t.clock.now().getTime());
    await buy(t, openBrowser(t), { products: [t.book], email: "anna@example.com" });
  }
  t.mails.length = 0;
  t.weeksAt("2026-11-30T07:00:00Z");
  await t.settle();
  expect(t.mails[0]?.text).toContain("Orders: 1\n");
});

test("a quiet week says so", async () => {
  const t = await openWeek(ROME);
  t.weeksAt("2026-11-30T07:00:00Z");
  await t.settle();
  expect(t.mails.map(({ subject }) => subject)).toEqual(["Papercub: no orders last week"]);
  expect(t.mails[0]?.text).toContain("Nothing needs your attention.");
});
