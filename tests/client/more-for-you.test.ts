import { expect, test } from "vitest";
import type { MoreProduct } from "../../server/contract/answers.ts";
import { accountData, aMoreProduct, aPurchase, SESSION_ID } from "./fixtures.ts";
import { expectWords, renderPage } from "./render-page.ts";

const account = (...more: MoreProduct[]) =>
  renderPage("/account", { "/account": accountData({ more }) });

test("nothing is offered without a product", async () => {
  expectWords((await account()).words, [], ["More for you"]);
});

const FROM = "Advanced Pack";
test.each<[Partial<MoreProduct>, string[], string[]]>([
  [{}, ["Buy for $37"], ["difference", "Upgrade"]],
  [{ billingPeriod: "month" }, ["Buy for $37 a month"], []],
  [
    { upgrade: { price: 1000, from: FROM } },
    ["You paid $27 for your Advanced Pack, so you only pay the difference.", "Upgrade for $10"],
    ["Buy for"],
  ],
  [{ upgrade: { price: 0, from: FROM } }, ["Upgrade for free"], ["Upgrade for $0"]],
  [{ licence: "classroom" }, ["Classroom license"], []],
])("a product %j is offered at its price", async (product, shown, hidden) => {
  const { words } = await account(aMoreProduct(product));
  expectWords(words, ["More for you", "Premium Pack", "All 36 weeks.", ...shown], hidden);
});

test("the buttons are forms that return here after a canceled payment", async () => {
  const more = [aMoreProduct({ id: 7 })];
  const order = await renderPage(`/checkout/success?sessionId=${SESSION_ID}&plain=1`, {
    "/checkout/success": { purchase: aPurchase({ more }) },
  });
  for (const [{ html }, back] of [
    [await account(...more), "/account"],
    [order, `/checkout/success?sessionId=${SESSION_ID}`],
  ] as const) {
    const form = /<form[^>]*action="\/checkout\/start".*?<\/form>/s.exec(html)?.[0] ?? "";
    expect(form).toContain('name="productId" value="7"');
    expect(form).toContain('name="successRouter" value="/checkout/success"');
    expect(form).toContain(`name="cancelRouter" value="${back}"`);
  }
});
