import { expect, test } from "vitest";
import { orders } from "../../../db/schema.ts";
import { checkoutBody } from "../../support/browser.ts";
import { openShop } from "../../support/shop.ts";

const PATH = "/api/create-checkout-session";

test("products of two currencies are refused together, and sold one at a time", async () => {
  const { browser, db, addProduct, pack, simulator } = await openShop();
  const foreign = await addProduct({ name: "Buch", price: 1200, currency: "eur" });
  const response = await browser.post(PATH, checkoutBody([pack, foreign]));
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({
    message: "Please buy these products one at a time.",
    code: "invalid",
  });
  expect(db.select().from(orders).all()).toEqual([]);
  expect(simulator.control.requests()).toEqual([]);
  expect((await browser.post(PATH, checkoutBody([foreign]))).status).toBe(200);
});
