import { expect, test, vi } from "vitest";
import { sweep } from "../../../server/domain/sweep.ts";
import { startCheckout } from "../../support/browser.ts";
import { openShop, pay, type Shop, signIn } from "../support/shop.ts";

/** How SQLite reads orders and their lines in each query of `work`, as the query and its plan. */
async function plansOf({ db: { sqlite } }: Pick<Shop, "db">, work: () => Promise<unknown>) {
  const prepare = vi.spyOn(sqlite, "prepare");
  await work();
  const queries = new Set(prepare.mock.calls.map(([query]) => query));
  prepare.mockRestore();
  return [...queries]
    .filter((query) => /^select .* from "order/i.test(query))
    .map((query) => {
      const nothing = Array.from(query.matchAll(/\?/g), () => null);
      const steps = sqlite
        .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${query}`)
        .all(...nothing);
      return { query, plan: steps.map(({ detail }) => detail).join("\n") };
    });
}

/** Every order of one status, or every line of one product: more with each day of the shop. */
const LONG = /^SCAN order|orders_status \(status=\?\)$|order_items_product/m;

test("a checkout, a payment and a sweep read few orders, however many there are", async () => {
  const shop = await openShop();
  const anna = signIn(shop, "anna@example.com");
  const plans = await plansOf(shop, async () => {
    await startCheckout(anna, [shop.pack]);
    await startCheckout(anna, [shop.pack]);
    await pay(shop, anna, { products: [shop.pack, shop.book] });
    await shop.settle();
    await sweep(shop.deps);
  });
  expect(plans.filter(({ plan }) => LONG.test(plan))).toEqual([]);
  const planOf = (part: string) => plans.find(({ query }) => query.includes(part))?.plan;
  expect(planOf(`"checkout_key" = ?`)).toContain("orders_live_checkout");
  expect(planOf(`"next_check_at" <= ?`)).toContain("orders_check");
});
