// Every form must accept any email that the payment provider accepts.
import { expect, test } from "vitest";
import { openBrowser } from "../../support/browser.ts";
import { MESSAGE } from "../../support/contact.ts";
import { ordersOf } from "../../support/money.ts";
import { buy, openShop } from "../../support/shop.ts";
import { askForCode } from "../../support/sign-in.ts";
import { signInAdmin } from "../../support/table-calls.ts";
import { press } from "../../support/desk-shop.ts";

test.each([
  ["o&leary@example.com", "o&leary@example.com"],
  ["a%b/c!d~e#f@example.com", "a%b/c!d~e#f@example.com"],
  ["info@xn--h1aigbl0e.xn--p1ai", "info@xn--h1aigbl0e.xn--p1ai"],
  ["anna@münchen.de", "anna@xn--mnchen-3ya.de"],
])("%s", async (typed, email) => {
  const shop = await openShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack], email: typed });
  expect(shop.mails.map(({ to }) => to)).toEqual([email]);

  const stranger = openBrowser(shop);
  expect((await stranger.post("/api/orders/find", { email: typed })).status).toBe(200);
  const message = { ...MESSAGE, email: typed };
  expect((await stranger.post("/api/forms/submit", message)).status).toBe(200);

  const buyer = openBrowser(shop);
  const otp = await askForCode(shop, buyer, email);
  expect((await buyer.post("/api/verify-otp", { email: typed, otp })).status).toBe(200);
  expect(await (await buyer.get("/api/products/purchased-products")).json()).toHaveLength(1);

  const corrected = { sessionId, email: `x.${typed}` };
  expect((await shop.browser.post("/api/orders/address", corrected)).status).toBe(200);
  expect(ordersOf(shop)).toMatchObject([{ email: `x.${email}` }]);

  const admin = signInAdmin(shop);
  expect(await press(admin, "orders/1/correct_email", { values: { email: typed } })).toMatchObject({
    status: 200,
    body: { email },
  });
  expect(await admin.create("users", { email: `y.${typed}` })).toMatchObject({
    status: 201,
    body: { email: `y.${email}` },
  });
});
