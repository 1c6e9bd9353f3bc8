import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { contactSubmissions } from "../../../../db/buyer-schema.ts";
import { changes, emails, orders, products, users } from "../../../../db/schema.ts";
import { renewals } from "../../../../db/stats-schema.ts";
import { webhookEvents } from "../../../../db/store-schema.ts";
import { DEMO_OWNER } from "../../../../server/config.ts";
import { YEAR_DAYS } from "../../../../server/demo/year/plan.ts";
import { fillNewShop, replacePast } from "../../../../server/demo/year/sample-year.ts";
import { listChecks } from "../../../../server/domain/issues/checks.ts";
import { listNeeds } from "../../../../server/domain/issues/needs.ts";
import { notifyOfRows } from "../../../../server/domain/issues/notify.ts";
import { queueSaleMails } from "../../../../server/domain/issues/sale-mails.ts";
import { queueWeeklySummary } from "../../../../server/domain/issues/weekly-summary.ts";
import { reconcile } from "../../../../server/domain/money/reconcile.ts";
import { refundPayment } from "../../../../server/domain/money/refunds.ts";
import { findOrderById } from "../../../../server/domain/orders/order.ts";
import { readSite } from "../../../../server/domain/settings.ts";
import { searchTables } from "../../../../server/domain/tables/admin-search.ts";
import { forgetOld } from "../../../../server/domain/upkeep/retention.ts";
import { adminAuthor } from "../../../support/admin-author.ts";
import { DAY_MS } from "../../../support/money.ts";
import { MINUTE_MS } from "../../../support/shop.ts";
import { changeSettings } from "../../../support/shop-settings.ts";
import { openYearShop, type YearShop } from "../../../support/year-shop.ts";

async function filledShop(): Promise<YearShop> {
  const shop = await openYearShop();
  fillNewShop(shop.past, shop.clock.now());
  return shop;
}

const paidOrders = ({ db }: YearShop) =>
  db.select().from(orders).where(eq(orders.status, "paid")).all();

test("a shop with orders, or whose visitor has emptied it, is not filled", async () => {
  const shop = await openYearShop();
  replacePast(shop.past, "empty", shop.clock.now());
  fillNewShop(shop.past);
  expect(shop.db.select().from(orders).all()).toEqual([]);
});

test(
  "the year ends now, agrees with the provider and leaves nothing to do",
  { timeout: 120_000 },
  async () => {
    const shop = await openYearShop();
    changeSettings(shop, { saleMails: "each" });
    replacePast(shop.past, "year", shop.clock.now());
    const { db, deps, clock, mails, simulator } = shop;
    const all = db.select().from(orders).all();
    expect(all.length).toBeGreaterThan(850);
    expect(all.length).toBeLessThan(950);
    const now = clock.now().getTime();
    const paid = paidOrders(shop).map(({ paidAt }) => paidAt?.getTime() ?? 0);
    expect(Math.max(...paid)).toBeGreaterThan(now - 5 * MINUTE_MS);
    expect(Math.max(...paid)).toBeLessThanOrEqual(now);
    expect(Math.min(...paid)).toBeGreaterThan(now - (YEAR_DAYS + 1) * DAY_MS);
    expect(db.select().from(renewals).all().length).toBeGreaterThan(50);
    expect(db.sqlite.pragma("foreign_key_check")).toEqual([]);

    const changed = db.select().from(changes).all().length;
    await shop.settle();
    notifyOfRows(deps);
    queueSaleMails(deps);
    queueWeeklySummary(deps);
    await forgetOld(deps);
    await reconcile(deps);
    await shop.settle();
    expect(mails).toEqual([]);
    expect(db.select().from(changes).all().slice(changed)).toEqual([]);
    // Lists of the provider, but no single object of the past.
    const asked = simulator.control.requests().map(({ path }) => path);
    expect(new Set(asked)).toEqual(new Set(["/v1/events", "/v1/checkout/sessions"]));

    const { groups } = listNeeds(deps);
    const waiting = groups.map(({ kind, count }) => [kind, count]);
    expect(Object.fromEntries(waiting)).toEqual({ disputes: 1, unread_messages: 3 });
    const checks = await listChecks(deps);
    expect(checks.filter(({ state }) => state === "bad")).toEqual([]);

    const order = paidOrders(shop).find(
      (each) => each.refundedAmount === 0 && each.totalAmount > 0,
    );
    const { id: orderId = 0, totalAmount: amount = 0, email, number } = order ?? {};
    expect(JSON.stringify(searchTables(db, email ?? "no email"))).toContain(number);
    const author = adminAuthor(shop);
    const request = { orderId, what: { amount }, reason: null, requestKey: "a request", author };
    await refundPayment(deps, request);
    expect(findOrderById(db, orderId)?.refundedAmount).toBe(amount);
  },
);

test(
  "an empty shop keeps products, content and the owner, and tells devices what is gone",
  { timeout: 120_000 },
  async () => {
    const shop = await filledShop();
    const { db, clock, deps } = shop;
    expect(readSite(deps).sampleYear).toBe(true);
    const before = db.select().from(products).all();
    const known = db
      .select()
      .from(orders)
      .all()
      .map(({ id }) => id);
    replacePast(shop.past, "empty", clock.now());
    expect(readSite(deps).sampleYear).toBeUndefined();
    for (const table of [orders, emails, contactSubmissions, webhookEvents, renewals]) {
      expect(db.select().from(table).all()).toEqual([]);
    }
    const sums = ["visits", "visit_months", "sales_days", "sales_months", "stale_days"];
    for (const table of sums) expect(db.sqlite.prepare(`SELECT * FROM ${table}`).all()).toEqual([]);
    expect(db.select().from(products).all()).toEqual(before);
    expect(db.select().from(users).all()).toMatchObject([{ email: DEMO_OWNER, isAdmin: true }]);
    expect(shop.past.payments.entries()).toEqual([]);
    const deleted = db.select().from(changes).where(eq(changes.tableName, "orders")).all();
    expect(deleted.every(({ action }) => action === "delete")).toBe(true);
    expect(deleted.map(({ rowId }) => rowId).toSorted((a, b) => a - b)).toEqual(known);
  },
);
