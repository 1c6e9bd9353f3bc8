import { expect, test } from "vitest";
import { orders } from "../../../../db/schema.ts";
import { storeFacts } from "../../../../db/store-schema.ts";
import { pastPages } from "../../../../server/demo/year/pages.ts";
import { DEMO_PAST } from "../../../../server/domain/public-reads.ts";
import { expectWords, renderPage } from "../../../client/render-page.ts";
import { openYearShop } from "../../../support/year-shop.ts";

/** Opens a shop that counts as filled, with one order. */
async function openPages() {
  const shop = await openYearShop();
  let cleared = 0;
  shop.db.write((tx) => {
    tx.insert(storeFacts).values({ name: DEMO_PAST, value: "year" }).run();
    const time = { createdAt: shop.clock.now(), updatedAt: shop.clock.now(), version: 1 };
    const order = { number: "K7QM-3XRT", status: "expired", currency: "usd", totalAmount: 1200 };
    tx.insert(orders)
      .values({ ...order, ...time, status: "expired" })
      .run();
  });
  const pages = pastPages({ shop: shop.past, mailbox: { clear: async () => void cleared++ } });
  const post = (past: string, headers: Record<string, string> = {}) =>
    pages.request("/shop", { method: "POST", body: new URLSearchParams({ past }), headers });
  return {
    post,
    textOf: async (path: string) => (await pages.request(path)).text(),
    ordersLeft: () => shop.db.select().from(orders).all().length,
    cleared: () => cleared,
  };
}

test("another site or an unknown wish changes nothing", async () => {
  const { post, ordersLeft } = await openPages();
  await post("empty", { "Sec-Fetch-Site": "cross-site" });
  await post("full");
  await post("year");
  expect(ordersLeft()).toBe(1);
});

test("a filled shop is emptied after one question, with its mailbox", async () => {
  const { post, textOf, ordersLeft, cleared } = await openPages();
  expect(await textOf("/shop")).toContain("Start with an empty shop");
  expect(ordersLeft()).toBe(1);
  const answers = [await post("empty"), await post("empty")];
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect(answers[0]?.headers.get("Location")).toBe("/demo/shop?done=empty");
  expect([ordersLeft(), cleared()]).toEqual([0, 1]);
  expect(await textOf("/shop?done=empty")).toContain("Your shop is empty");
  expect(await textOf("/shop")).toContain("Fill the shop with a sample year");
});

test.each([
  [{ sampleYear: true }, "Start with an empty shop", "Fill with a sample year"],
  [{}, "Fill with a sample year", "Start with an empty shop"],
] as const)("the banner of a demo with %j offers: %s", async (changes, shown, hidden) => {
  const { words } = await renderPage("/checkout/cancel", {}, { mode: "demo", ...changes });
  expectWords(words, [shown], [hidden]);
});
