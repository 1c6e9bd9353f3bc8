import { expect, test } from "vitest";
import { products } from "../../../../db/schema.ts";
import { offersFinding } from "../../../../server/domain/issues/offers.ts";
import { lineOf } from "../../../support/health.ts";
import { changeRow } from "../../../support/rows.ts";
import { changeSettings } from "../../../support/shop-settings.ts";
import { openShop } from "../../../support/shop.ts";

type Choice = Parameters<typeof changeSettings>[1];

async function open() {
  const shop = await openShop({ hasContent: true });
  return {
    ...shop,
    choose: (choice: Choice) => changeSettings(shop, choice),
    line: () => lineOf(shop, "offers"),
  };
}

test.each(["chosen", "found by its name"])("an offer off sale that is %s is named", async (how) => {
  const shop = await open();
  if (how === "chosen") shop.choose({ firstOfferId: shop.book });
  changeRow(shop, products, shop.book, { active: false });
  expect(await shop.line()).toMatch(
    /^warn: “Dinosaur Busy Book” is the first offer, but buyers don't see it: it is not on sale/,
  );
  const rows = [{ table: "products", id: shop.book, label: "Dinosaur Busy Book" }];
  expect(offersFinding(shop)).toMatchObject({ rows });
});

test("an offer that no other purchase leads to is named", async () => {
  const shop = await open();
  shop.choose({ lastOfferId: shop.book });
  changeRow(shop, products, shop.pack, { currency: "eur" });
  const named = /^warn: “Dinosaur Busy Book” is the last offer.*no other product on sale has its/;
  expect(await shop.line()).toMatch(named);
  changeRow(shop, products, shop.pack, { currency: "usd", active: false });
  expect(await shop.line()).toMatch(named);
});

test("offers on sale, none and those switched off are fine", async () => {
  const shop = await open();
  expect(await shop.line()).toMatch(/^ok: The first offer is “Dinosaur Busy Book”\./);
  changeRow(shop, products, shop.book, { name: "Garden Pack" });
  expect(await shop.line()).toMatch(/^ok: No product is offered/);
  shop.choose({ secondOfferId: shop.book, offers: false });
  changeRow(shop, products, shop.book, { active: false });
  expect(await shop.line()).toMatch(/^ok: .* switched off/);
});
