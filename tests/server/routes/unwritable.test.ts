import { expect, test } from "vitest";
import { checkoutBody, openBrowser } from "../../support/browser.ts";
import { buy, local, MINUTE_MS, openShop, readDetail, signIn } from "../../support/shop.ts";
import { eventBody, postWebhook, signed } from "../../support/webhooks.ts";

/** Opens a shop whose database rejects writes, as on a full or read-only disk. */
async function shopThatOnlyReads() {
  const shop = await openShop();
  const buyer = signIn(shop, "anna@example.com", { lifetimeMs: 86_400_000 });
  const sessionId = await buy(shop, buyer, { products: [shop.pack], email: "anna@example.com" });
  shop.clock.advance(90 * MINUTE_MS);
  shop.db.sqlite.pragma("query_only = 1");
  return { ...shop, buyer, sessionId };
}

test("what is bought there is refused for now, with when to come again", async () => {
  const shop = await shopThatOnlyReads();
  const answer = await openBrowser(shop).post("/api/orders/find", { email: "a@example.com" });
  expect(answer.status).toBe(503);
  expect(answer.headers.get("Retry-After")).toBe("60");
  expect(await answer.json()).toMatchObject({
    message: "The shop can't save this right now. Please try again in a few minutes.",
    code: "internal",
    reason: "unavailable",
  });
  const checkout = await openBrowser(shop).post("/api/create-checkout-session", checkoutBody([1]));
  expect(checkout.status).toBe(503);
  const body = eventBody();
  // A 503 makes the provider retry the webhook.
  expect((await postWebhook(shop, body, signed(body))).status).toBe(503);
});

test("what is only read is there: products, purchases, the account and its files", async () => {
  const { buyer, sessionId, ...shop } = await shopThatOnlyReads();
  expect((await openBrowser(shop).get("/api/products")).status).toBe(200);
  expect((await buyer.get("/api/users/me")).status).toBe(200);
  expect((await buyer.get("/api/products/purchased-products")).status).toBe(200);
  const { firstView, products } = await readDetail(buyer, sessionId);
  expect(firstView).toBe(false);
  const file = await buyer.get(local(products[0]?.files[0]?.url));
  expect(file.status).toBe(200);
  expect(await file.text()).toContain("%PDF");

  shop.db.sqlite.pragma("query_only = 0");
  expect((await readDetail(buyer, sessionId)).firstView).toBe(true);
});
