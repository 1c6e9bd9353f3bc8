import { eq } from "drizzle-orm";
import { openDatabase } from "../../db/client.ts";
import { settings } from "../../db/content-schema.ts";
import { deleteRow, insertRow, restoreRow, updateRow } from "../../db/record.ts";
import { renewals } from "../../db/stats-schema.ts";
import { changes, orderItems, orders, products } from "../../db/schema.ts";
import { loadConfig } from "../../server/config.ts";
import { READ_JOBS } from "../../server/process/read-jobs.ts";
import { sumStaleDays } from "../../server/domain/stats/sum-sales.ts";
import type { Reads } from "../../server/ports/read-worker.ts";
import { migratedDatabase } from "./migrated-database.ts";
import { type Move, type Purchase, WARES } from "./stats-histories.ts";
import type { SoldOrder } from "./stats-oracle.ts";

const RATE_UNIT = 1_000_000;
const UNKNOWN_TAX = { tax: null, rate: null };
const RENEWAL_TAXES = [
  UNKNOWN_TAX,
  { tax: 0, rate: null },
  { tax: 81, rate: 190_000 },
  { tax: 81, rate: null },
];
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
  const deps = {
    db,
    config,
    reads: {
      ...reads,
      exportTable: () => refuse("exportTable"),
      readOrders: () => refuse("readOrders"),
    },
  };
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
