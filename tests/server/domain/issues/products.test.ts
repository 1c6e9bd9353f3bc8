import { expect, test } from "vitest";
import { products } from "../../../../db/schema.ts";
import { AppError, CallRefused } from "../../../../server/errors.ts";
import { checkoutBody, openBrowser } from "../../../support/browser.ts";
import { lineOf, mendPayments } from "../../../support/health.ts";
import { MINUTE_MS, openShop, type Shop } from "../../../support/shop.ts";
import { changeRow } from "../../../support/rows.ts";

type Change = Partial<typeof products.$inferInsert>;

/** Opens a shop whose book has an invalid price, stored before prices were validated. */
async function open() {
  const shop = await openShop();
  const edit = (id: number, change: Change) => {
    shop.clock.advance(MINUTE_MS);
    changeRow(shop, products, id, change);
  };
  edit(shop.book, { price: 19 });
  return { ...shop, edit };
}

async function checkOut(shop: Shop, ...ids: number[]): Promise<number> {
  const browser = openBrowser(shop);
  return (await browser.post("/api/create-checkout-session", checkoutBody(ids))).status;
}

const line = (shop: Shop) => lineOf(shop, "products");

test("a product whose checkout the provider rejects is reported until it is edited or works", async () => {
  const { edit, ...shop } = await open();
  expect(await line(shop)).toMatch(/^ok/);
  expect(await checkOut(shop, shop.book)).toBe(502);
  shop.clock.advance(3 * MINUTE_MS);
  const refused =
    /^bad: “Dinosaur Busy Book” can't be paid for: .* 3 minutes ago. It said: .* at least \$0.50/;
  expect(await line(shop)).toMatch(refused);
  expect(await checkOut(shop, shop.pack)).toBe(200);
  expect(await line(shop)).toMatch(refused);
  expect(await checkOut(shop, shop.pack, shop.book)).toBe(200);
  expect(await line(shop)).toMatch(/^ok/);

  expect(await checkOut(shop, shop.book)).toBe(502);
  expect(await line(shop)).toMatch(/^bad/);
  edit(shop.book, { active: false });
  expect(await line(shop)).toMatch(/^ok/);
  edit(shop.book, { active: true });
  expect(await checkOut(shop, shop.book)).toBe(502);
  edit(shop.book, { price: 1900 });
  expect(await line(shop)).toMatch(/^ok/);
});

test("a shop with nothing on sale reports that instead of the provider's state", async () => {
  const { edit, ...shop } = await open();
  for (const { id } of shop.db.select().from(products).all()) edit(id, { active: false });
  expect(await line(shop)).toBe("ok: No product is on sale.");
});

test("only the line that the provider names is reported", async () => {
  const { edit, ...shop } = await open();
  edit(shop.pack, { currency: "kwd" });
  edit(shop.book, { currency: "kwd", price: 3705 });
  expect(await checkOut(shop, shop.pack, shop.book)).toBe(502);
  expect(await line(shop)).toMatch(/^bad: “Dinosaur Busy Book”/);
});

test.each([
  ["an outage", new Error("503")],
  ["an email that the provider refuses", new CallRefused(new Error("Invalid"), "customer_email")],
])("%s is no fault of a product", async (_what, cause) => {
  const { edit: _edit, ...shop } = await open();
  mendPayments(shop, {
    createCheckout: async () => Promise.reject(new AppError("payment_provider", "No.", { cause })),
  });
  expect(await checkOut(shop, shop.book)).toBe(502);
  expect(await line(shop)).toMatch(/^ok/);
});
