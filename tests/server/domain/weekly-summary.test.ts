import { expect, test } from "vitest";
import { updateRow } from "../../../db/record.ts";
import { settings } from "../../../db/content-schema.ts";
import { queueRefundMail } from "../../../server/domain/orders/end-mails.ts";
import { queueWeeklySummary } from "../../../server/domain/weekly-summary.ts";
import { openBrowser } from "../../support/browser.ts";
import { DAY_MS, emailsOf, ordersOf } from "../../support/money.ts";
import { buy, openShop } from "../../support/shop.ts";

async function openWeek(changes: Partial<typeof settings.$inferSelect> = {}) {
  const shop = await openShop({ hasContent: true });
  const author = { actor: "test", now: shop.clock.now() };
  const [{ id } = { id: 0 }] = shop.db.select().from(settings).all();
  shop.db.write((tx) => updateRow(tx, settings, id, changes, author));
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

test.each([
  ["Europe/Rome", "2026-11-30T07:00:00Z", "2026-11-22T23:00:00.000Z", "2026-11-29T23:00:00.000Z"],
  ["", "2026-11-30T08:00:00Z", "2026-11-23T00:00:00.000Z", "2026-11-30T00:00:00.000Z"],
  [
    "Pacific/Auckland",
    "2026-11-29T19:00:00Z",
    "2026-11-22T11:00:00.000Z",
    "2026-11-29T11:00:00.000Z",
  ],
  [
    "America/New_York",
    "2026-11-30T13:00:00Z",
    "2026-11-23T05:00:00.000Z",
    "2026-11-30T05:00:00.000Z",
  ],
])("in the zone %j one summary is sent at %s", async (timeZone, time, from, to) => {
  const t = await openWeek({ timeZone });
  expect(t.weeksAt(time)).toEqual([{ ...WEEK, from, to }]);
  expect(t.weeksAt(new Date(new Date(time).getTime() + DAY_MS).toISOString())).toHaveLength(1);
});

test("a week in which summer time ends is an hour longer", async () => {
  const t = await openWeek(ROME);
  t.db.sqlite.exec("UPDATE settings SET created_at = 0");
  expect(t.weeksAt("2027-11-01T07:00:00Z")).toMatchObject([
    { from: "2027-10-24T22:00:00.000Z", to: "2027-10-31T23:00:00.000Z" },
  ]);
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
  ["refused by the bank", 0, "none"],
  ["refused once and then made again", 300, "$3.00 USD"],
])("a refund that was %s counts with what was refunded", async (_name, refundedAmount, said) => {
  const t = await openWeek(ROME);
  t.clock.advance(new Date("2026-11-24T10:00:00Z").getTime() - t.clock.now().getTime());
  await buy(t, openBrowser(t), { products: [t.book], email: "anna@example.com" });
  const [order] = ordersOf(t);
  if (!order) throw new Error("no order");
  const author = { actor: "test", now: t.clock.now() };
  t.db.write((tx) => {
    for (const version of [1, 2]) {
      queueRefundMail(tx, { order: { ...order, version }, refundedAmount: 300, author });
    }
  });
  t.db.sqlite.exec(`UPDATE orders SET refunded_amount = ${refundedAmount}`);
  t.mails.length = 0;
  t.weeksAt("2026-11-30T07:00:00Z");
  await t.settle();
  expect(t.mails.at(-1)?.text).toContain(`Refunds: ${said}\n`);
});

test("a quiet week says so", async () => {
  const t = await openWeek(ROME);
  t.weeksAt("2026-11-30T07:00:00Z");
  await t.settle();
  expect(t.mails.map(({ subject }) => subject)).toEqual(["Papercub: no orders last week"]);
  expect(t.mails[0]?.text).toContain("Nothing needs your attention.");
});
