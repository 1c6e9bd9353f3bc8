import { expect, test } from "vitest";
import type { ForeignSource, OrderImportReport } from "../../server/contract/order-import.ts";
import type { PurchasedProduct } from "../../server/contract/answers.ts";
import { createTestApp } from "./create-test-app.ts";
import { FOREIGN_PRODUCTS, makeExport, type TrueOrder } from "./foreign-exports.ts";
import { importer } from "./order-import-world.ts";
import { MINUTE_MS, signIn } from "./shop.ts";

const LONGEST_MS = 20 * 60_000;
const UNKNOWN = 2;

/** Imports a generated file of each format, and compares the shop with the truth of the generator. */
export function testOrderImports({ count, seed }: { count: number; seed: number }): void {
  test.each<ForeignSource>(["gumroad", "shopify", "edd", "csv"])(
    `${count} orders of %s (seed ${seed}) are those of the file, to the cent`,
    { timeout: LONGEST_MS },
    async (source) => {
      const t = createTestApp({ env: { TRUSTED_PROXY: "1" } });
      const ids = await Promise.all(
        FOREIGN_PRODUCTS.slice(0, UNKNOWN).map((name) =>
          t.addProduct({ name, price: 900, contents: [`%PDF-1.7 ${name}`] }),
        ),
      );
      const products = Object.fromEntries(
        FOREIGN_PRODUCTS.map((name, at) => [name, ids[at] ?? null]),
      );
      const made = makeExport(source, { count, seed });
      const answers = { ...made.answers, products };
      const shop = importer(t);
      // The newest third comes with a later export.
      const earlier = made.orders.slice(0, Math.floor((count * 2) / 3));
      for (const orders of [earlier, made.orders]) {
        t.clock.advance(MINUTE_MS);
        const file = made.fileOf(orders);
        const accepted = orders.filter(({ skip }) => skip === null);
        const known = shop.rows().orders.length;
        expect(await shop.dryRun(file, answers)).toMatchObject(reportOf(orders, known));
        const { work, orders: all } = await shop.importFile(file, answers);
        const added = accepted.length - known;
        expect(work).toMatchObject({ added, changed: 0, failure: null, isRunning: false });
        expect(all).toBe(accepted.length);
        const stored = shop.rows().orders.map(({ currency, totalAmount, refundedAmount }) => {
          return { currency, total: totalAmount, refunded: refundedAmount };
        });
        expect(sumsOf(stored)).toEqual(sumsOf(accepted));
        const again = await shop.dryRun(file, answers);
        expect(again).toMatchObject({ added: 0, changed: 0, known: accepted.length });
      }
      await expectAccess(t, made.orders);
      expect(t.mails).toEqual([]);
      expect(t.db.sqlite.prepare("SELECT * FROM stale_days").all()).toEqual([]);
      const { imports } = await shop.state();
      expect(imports).toHaveLength(2);
      for (const { changeSet } of imports) await shop.undo(changeSet);
      expect(shop.rows()).toEqual({ orders: [], items: [] });
    },
  );
}

function reportOf(orders: readonly TrueOrder[], known: number): Partial<OrderImportReport> {
  const accepted = orders.filter(({ skip }) => skip === null);
  const added = accepted.slice(known);
  const skipped = Object.groupBy(orders, ({ skip }) => skip ?? "none");
  delete skipped.none;
  return {
    added: added.length,
    known,
    buyers: new Set(added.map(({ email }) => email)).size,
    refunded: added.filter(({ state }) => state === "refunded").length,
    disputed: added.filter(({ state }) => state === "disputed").length,
    revoked: added.filter(({ state }) => state === "revoked").length,
    skipped: Object.fromEntries(
      Object.entries(skipped).map(([reason, some]) => [reason, some.length]),
    ),
  };
}

/** Counts and adds up orders by currency. */
function sumsOf(orders: readonly Pick<TrueOrder, "currency" | "total" | "refunded">[]) {
  const sums: Record<string, { orders: number; total: number; refunded: number }> = {};
  for (const { currency, total, refunded } of orders) {
    const sum = (sums[currency] ??= { orders: 0, total: 0, refunded: 0 });
    sum.orders++;
    sum.total += total;
    sum.refunded += refunded;
  }
  return sums;
}

/** Each buyer sees all purchases with their amounts, and opens a file of those with access. */
async function expectAccess(
  t: ReturnType<typeof createTestApp>,
  orders: readonly TrueOrder[],
): Promise<void> {
  const accepted = orders.filter(({ skip }) => skip === null);
  for (const [email, theirs] of Map.groupBy(accepted, (order) => order.email)) {
    const buyer = signIn(t, email);
    const answer = await buyer.get("/api/products/purchased-products");
    const listed = (await answer.json()) as PurchasedProduct[];
    const lineOf = ({ name, date, isOpen }: { name: string; date: string; isOpen: boolean }) =>
      `${date} ${name} ${isOpen ? "open" : "shut"}`;
    const seen = listed.map(({ productName, purchaseDate, files }) =>
      lineOf({ name: productName, date: purchaseDate ?? "", isOpen: files.length > 0 }),
    );
    const meant = theirs.flatMap(({ products, paidAt, state }) =>
      products.map((name) =>
        lineOf({ name, date: new Date(paidAt).toISOString(), isOpen: state === "paid" }),
      ),
    );
    expect(seen.toSorted()).toEqual(meant.toSorted());
    const paid = listed.reduce((sum, { price }) => sum + (price ?? 0), 0);
    expect(paid).toBe(theirs.reduce((sum, { total }) => sum + total, 0));
    const path = listed.find(({ fileUrl }) => fileUrl)?.fileUrl;
    // An address of its own, because an address may open only so many files a minute.
    const address = { "X-Forwarded-For": `10.0.${buyer.userId >> 8}.${buyer.userId & 255}` };
    if (path) expect((await buyer.get(path, address)).status).toBe(200);
  }
}
