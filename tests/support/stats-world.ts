import fc from "fast-check";
import { eq } from "drizzle-orm";
import { openDatabase } from "../../db/client.ts";
import { settings } from "../../db/content-schema.ts";
import { deleteRow, insertRow, restoreRow, updateRow } from "../../db/record.ts";
import { renewals } from "../../db/stats-schema.ts";
import { changes, orderItems, orders, products } from "../../db/schema.ts";
import { loadConfig } from "../../server/config.ts";
import { OFFER_NAMES } from "../../server/contract/offer-names.ts";
import { type DayRange, STATS_COMPARISONS } from "../../server/contract/stats.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../server/contract/time.ts";
import { READ_JOBS } from "../../server/domain/tables/read-jobs.ts";
import { sumStaleDays } from "../../server/domain/stats/sum-sales.ts";
import type { Reads } from "../../server/ports/read-worker.ts";
import { migratedDatabase } from "./migrated-database.ts";
import type { SoldOrder } from "./stats-oracle.ts";
import { lastDayOf, monthsBefore } from "./stats-period-oracle.ts";

/** Time zones that differ in offset, and in size and time of their clock changes. */
export const ZONES = [
  "",
  "Europe/Rome",
  "America/New_York",
  "Africa/Cairo",
  "Asia/Beirut",
  "America/Santiago",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "Asia/Kathmandu",
];
/** Days shortly before clock changes, a new year or a leap day. */
const STARTS = [
  "2027-03-26",
  "2026-10-24",
  "2027-03-13",
  "2026-10-31",
  "2027-04-03",
  "2027-04-29",
  "2026-09-05",
  "2026-12-30",
  "2028-02-28",
];
const RATE_UNIT = 1_000_000;
const UNKNOWN_TAX = { tax: null, rate: null };
const RENEWAL_TAXES = [
  UNKNOWN_TAX,
  { tax: 0, rate: null },
  { tax: 81, rate: 190_000 },
  { tax: 81, rate: null },
];
const WARES = ["Premium Pack", ...Object.values(OFFER_NAMES)];

const orNull = <Value>(...values: Value[]) => fc.constantFrom(null, ...values);
const purchase = fc.record({
  kind: fc.constant("buy" as const),
  currency: fc.constantFrom("usd", "eur", "jpy"),
  discount: fc.nat(500),
  country: orNull("IT", "US"),
  code: orNull("SPRING", "BF"),
  referrer: orNull("example.com", "news.example"),
  source: orNull("mail"),
  campaign: orNull("may", "june"),
  wares: fc.uniqueArray(fc.nat(WARES.length - 1), { minLength: 1, maxLength: 3 }),
  hasPaidAmounts: fc.boolean(),
  /** Rates of the items in millionths, in turn: without tax, with an unknown rate, 7 %, 19 %. */
  rates: fc.array(fc.constantFrom(0, null, 70_000, 190_000), { minLength: 1, maxLength: 3 }),
  /** Tax of the order that its items do not explain. */
  otherTax: fc.constantFrom(0, 0, 7),
});
export type Purchase = typeof purchase extends fc.Arbitrary<infer Value> ? Value : never;

const nth = fc.nat(20);
const lateMs = fc.constantFrom(0, HOUR_MS, 3 * DAY_MS);
const zone = fc.constantFrom(...ZONES);
const move = fc.oneof(
  { weight: 6, arbitrary: purchase },
  { weight: 2, arbitrary: purchase.map((order) => ({ ...order, kind: "payLater" as const })) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("refund" as const), nth, to: fc.nat(4) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("renew" as const), nth, lateMs }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete" as const), nth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("restore" as const), nth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("correct" as const), nth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("zone" as const), zone }) },
  { weight: 2, arbitrary: fc.constant({ kind: "sum" as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("sumMeanwhile" as const), purchase, zone }),
  },
);
const pause = fc.oneof(
  fc.nat(3 * 60).map((minutes) => minutes * MINUTE_MS),
  fc.nat(40 * 24).map((hours) => hours * HOUR_MS),
  fc.constantFrom(0, 15 * MINUTE_MS, HOUR_MS, DAY_MS),
);

export const salesHistory = fc.record({
  start: fc.constantFrom(...STARTS),
  zone,
  moves: fc.array(fc.record({ pause, move }), { minLength: 1, maxLength: 16 }),
  chosen: fc.record({
    compare: fc.constantFrom(...STATS_COMPARISONS),
    /** Days from the last move to the last day; negative in the past. */
    end: fc.integer({ min: -500, max: 40 }),
    length: fc.oneof(fc.integer({ min: 1, max: 500 }), fc.constantFrom(1, 365, 366)),
    /** Length in calendar months instead of days; 0 for days. */
    months: fc.constantFrom(0, 0, 1, 3, 12),
  }),
});
type Move = typeof move extends fc.Arbitrary<infer Value> ? Value : never;

/** Returns the days of a custom period: a number of days or calendar months. */
export function chosenDays(
  now: number,
  { end, length, months }: { end: number; length: number; months: number },
): DayRange {
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  const to = dayOf(now + end * DAY_MS);
  if (months === 0) return { from: dayOf(now + (end - length + 1) * DAY_MS), to };
  const month = to.slice(0, 7);
  return { from: `${monthsBefore(month, months - 1)}-01`, to: lastDayOf(month) };
}

type KnownOrder = SoldOrder & { id: number; isPaid: boolean; isDeleted: boolean };

const author = (now: number) => ({ actor: "test", now: new Date(now) });

/** Opens a database with products, reused for all histories. */
export function openSalesShop() {
  const db = openDatabase(migratedDatabase());
  const wares = db.write((tx) => {
    insertRow(tx, settings, {}, author(0));
    return WARES.map((name, index) => {
      const ware = { name, slug: `ware-${index}`, price: 1000, type: "digital" as const };
      return insertRow(tx, products, { ...ware, images: [], features: [] }, author(0)).id;
    });
  });
  return { db, wares, config: loadConfig({ DEMO: "1", DATA_DIR: "/nowhere" }) };
}

const CLEARED_TABLES = "order_items orders renewals refund_entries changes".split(" ");
const CLEARED_SUMS = "sales_days sales_months stale_days store_facts".split(" ");

/** Starts a history without orders, and tracks the orders that it creates. */
export function openSalesWorld(
  { db, wares, config }: ReturnType<typeof openSalesShop>,
  start: string,
  firstZone: string,
) {
  const known: KnownOrder[] = [];
  let now = Date.parse(start);
  let timeZone = firstZone;
  for (const table of [...CLEARED_TABLES, ...CLEARED_SUMS]) db.sqlite.exec(`DELETE FROM ${table}`);
  db.write((tx) => updateRow(tx, settings, 1, { timeZone }, author(now)));
  let meanwhile = () => {};
  const reads: Pick<Reads, "run"> = {
    async run(name, input) {
      const job: (reader: typeof db, input: never) => unknown = READ_JOBS[name];
      const result = job(db, input as never);
      meanwhile();
      return result as never;
    },
  };
  const deps = { db, config, reads: { ...reads, exportTable: () => refuse("exportTable") } };
  const pick = (index: number, isFit: (order: KnownOrder) => boolean) => {
    const fit = known.filter(isFit);
    return fit[index % Math.max(1, fit.length)];
  };

  function buy({ wares: bought, rates, otherTax, ...given }: Purchase, isPaid = true): void {
    const { currency, country, code, referrer, source, campaign, hasPaidAmounts } = given;
    const items = bought.map((ware, nth) => {
      const amount = 700 + ware * 10;
      const rate = rates[nth % rates.length] ?? null;
      const tax = rate === null ? 50 : Math.round((amount * rate) / (RATE_UNIT + rate));
      return { ware, name: WARES[ware] ?? "", amount, tax, rate: rate === 0 ? null : rate };
    });
    const tax = items.reduce((sum, item) => sum + item.tax, Number(otherTax));
    const sum = items.reduce((total, { amount }) => total + amount, 0);
    const total = Math.max(0, sum - given.discount);
    const values = {
      number: `N-${known.length}`,
      status: isPaid ? ("paid" as const) : ("open" as const),
      paidAt: isPaid ? new Date(now) : null,
      currency,
      totalAmount: total,
      taxAmount: tax,
      country,
      discountCode: code,
      referrer,
      utmSource: source,
      utmCampaign: campaign,
    };
    const id = db.write((tx) => {
      const order = insertRow(tx, orders, values, author(now));
      for (const { ware, name, amount, tax: taxAmount, rate: taxRate } of items) {
        const paid = hasPaidAmounts ? { price: 1, paidAmount: amount } : { price: amount };
        const item = { orderId: order.id, productId: wares[ware] ?? 0, name, files: [], ...paid };
        const taxed = { ...item, taxAmount, taxRate, type: "digital" as const };
        insertRow(tx, orderItems, taxed, author(now));
      }
      return order.id;
    });
    const none = { refunds: [], renewals: [], isDeleted: false };
    known.push({ ...given, ...none, id, total, tax, items, paidAt: now, isPaid });
  }

  /** Records a renewal `lateMs` after its payment, and refunds a part of the one before. */
  function renew(order: KnownOrder | undefined, lateMs: number): void {
    if (!order) return;
    const { id: orderId, currency, country, items: bought } = order;
    const paidAt = Math.max(order.paidAt, now - lateMs);
    const total = 500 + order.renewals.length;
    const items = bought.length === 1 ? bought.map((item) => ({ ...item, amount: total })) : [];
    const [item] = items;
    const productId = item ? (wares[WARES.indexOf(item.name)] ?? 0) : null;
    const taxes = RENEWAL_TAXES[order.renewals.length % RENEWAL_TAXES.length] ?? UNKNOWN_TAX;
    const row = {
      orderId,
      productId,
      currency,
      country,
      amount: total,
      paidAt: new Date(paidAt),
      taxAmount: taxes.tax,
      taxRate: taxes.rate,
    };
    const former = order.renewals.at(-1);
    const keyOf = (index: number) => `pi_${orderId}_${index}`;
    db.write((tx) => {
      const isFormer = eq(renewals.paymentIntentId, keyOf(order.renewals.length - 1));
      const patch = { refundedAmount: 100, refundedAt: new Date(now) };
      tx.update(renewals).set(patch).where(isFormer).run();
      const paymentIntentId = keyOf(order.renewals.length);
      tx.insert(renewals)
        .values({ ...row, paymentIntentId })
        .run();
    });
    former?.refunds.push({ at: now, amount: 100 });
    order.renewals.push({ paidAt, total, country, items, refunds: [], ...taxes });
  }

  function patchOrder({ id }: KnownOrder, patch: Partial<typeof orders.$inferSelect>): void {
    db.write((tx) => updateRow(tx, orders, id, patch, author(now)));
  }

  function correctRate({ id, items: [item] }: KnownOrder): void {
    if (!item) return;
    db.write((tx) => {
      const ofOrder = tx.select().from(orderItems).where(eq(orderItems.orderId, id));
      const row = ofOrder.orderBy(orderItems.id).get();
      if (row) updateRow(tx, orderItems, row.id, { taxRate: 200_000 }, author(now));
    });
    item.rate = 200_000;
  }

  function refund(order: KnownOrder | undefined, quarters: number): void {
    if (!order) return;
    const refundedAmount = Math.floor((order.total * quarters) / 4);
    const amount = refundedAmount - order.refunds.reduce((sum, each) => sum + each.amount, 0);
    if (amount === 0) return;
    patchOrder(order, { refundedAmount });
    order.refunds.push({ at: now, amount });
  }

  function remove(order: KnownOrder | undefined): void {
    if (!order) return;
    db.write((tx) => {
      const items = tx.select().from(orderItems).where(eq(orderItems.orderId, order.id)).all();
      for (const { id } of items) deleteRow(tx, orderItems, id, author(now));
      deleteRow(tx, orders, order.id, author(now));
    });
    order.isDeleted = true;
  }

  function restore(order: KnownOrder | undefined): void {
    if (!order) return;
    db.write((tx) => {
      const deleted = tx.select().from(changes).where(eq(changes.action, "delete")).all();
      const rows = deleted.flatMap(({ tableName, before }) =>
        before ? [{ tableName, before }] : [],
      );
      const own = rows.findLast(
        ({ tableName, before }) => tableName === "orders" && before["id"] === order.id,
      );
      if (own) restoreRow(tx, orders, own.before, author(now));
      const items = rows.filter(
        ({ tableName, before }) => tableName === "order_items" && before["order_id"] === order.id,
      );
      for (const [id, before] of new Map(items.map((row) => [row.before["id"], row.before]))) {
        if (id !== undefined) restoreRow(tx, orderItems, before, author(now));
      }
    });
    order.isDeleted = false;
  }

  function moveTo(name: string): void {
    timeZone = name;
    db.write((tx) => updateRow(tx, settings, 1, { timeZone }, author(now)));
  }

  async function perform(move: Move): Promise<void> {
    const isThere = ({ isDeleted, isPaid }: KnownOrder) => !isDeleted && isPaid;
    switch (move.kind) {
      case "buy":
        return buy({ ...move, kind: "buy" });
      case "payLater": {
        const open = pick(0, ({ isPaid, isDeleted }) => !isPaid && !isDeleted);
        if (!open) return buy({ ...move, kind: "buy" }, false);
        patchOrder(open, { status: "paid", paidAt: new Date(now) });
        open.paidAt = now;
        open.isPaid = true;
        return;
      }
      case "refund":
        return refund(pick(move.nth, isThere), move.to);
      case "renew":
        return renew(pick(move.nth, isThere), move.lateMs);
      case "delete":
        // The shop refuses to delete orders of paid subscriptions.
        return remove(pick(move.nth, (each) => !each.isDeleted && each.renewals.length === 0));
      case "restore":
        return restore(pick(move.nth, ({ isDeleted }) => isDeleted));
      case "correct": {
        const order = pick(move.nth, isThere);
        if (!order) return;
        patchOrder(order, { country: "DE" });
        order.country = "DE";
        correctRate(order);
        return;
      }
      case "zone":
        return moveTo(move.zone);
      case "sum":
        return sumStaleDays(deps);
      case "sumMeanwhile":
        meanwhile = () => {
          meanwhile = () => {};
          buy(move.purchase);
          moveTo(move.zone);
        };
        await sumStaleDays(deps);
        meanwhile = () => {};
    }
  }

  return {
    deps,
    perform,
    wait: (ms: number) => void (now += ms),
    now: () => now,
    timeZone: () => timeZone || "UTC",
    sold: () => known.filter(({ isPaid, isDeleted }) => isPaid && !isDeleted),
  };
}
function refuse(name: string): never {
  throw new Error(`${name} is not part of this world.`);
}
