import { expect, test } from "vitest";
import { orderMessages } from "../../../server/contract/messages.ts";
import { openBrowser } from "../../support/browser.ts";
import { realPages } from "../../support/page-desk.ts";
import { buy, openShop, signIn } from "../../support/shop.ts";

const ANNA = "anna@example.com";
const MISSING = expect.objectContaining({ msg: "page data missing" });

const openPages = () => openShop({ web: realPages, hasContent: true });

test("a product list that cannot be read is reported, and the page is calm", async () => {
  const { app, db, logged } = await openPages();
  db.sqlite.exec("ALTER TABLE products RENAME TO lost");
  const page = await app.request("/");
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(html).toContain("The packs are taking a short nap");
  expect(html).not.toContain("no such table");
  expect(logged).toContainEqual(MISSING);
});

test("an account whose purchases cannot be read is reported, and shows the rest", async () => {
  const shop = await openPages();
  shop.db.sqlite.exec("ALTER TABLE order_items RENAME TO lost");
  const page = await signIn(shop, ANNA).get("/account");
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(html).toContain("Failed to load purchase history. Please try again later.");
  expect(html).toContain("Account Information");
  expect(html).not.toContain("More for you");
  expect(html).not.toContain("no such table");
  expect(shop.logged).toContainEqual(MISSING);
});

test.each([
  ["/account?billing=failed", false, "/login?returnUrl=%2Faccount"],
  ["/login?returnUrl=%2Faccount", true, "/account"],
  ["/login?redirect=%2Fcontact", true, "/contact"],
  ["/login", true, "/"],
  ["/login?returnUrl=%2F%2Fevil.example", true, "/"],
  ["/login?returnUrl=%2Flogin", true, "/"],
])("%s redirects a visitor, signed in (%s) or not, to %s", async (url, isSignedIn, location) => {
  const shop = await openPages();
  const page = await (isSignedIn ? signIn(shop, ANNA) : shop.browser).get(url);
  expect([page.status, page.headers.get("Location")]).toEqual([302, location]);
  expect(page.headers.get("Cache-Control")).toBe("private, no-store");
});

test("after an offline sign-out the sign-in page does not redirect", async () => {
  const page = await signIn(await openPages(), ANNA).get("/login?returnUrl=%2Faccount&signedOut=1");
  expect(page.status).toBe(200);
});

test.each([
  ["?error=Your%20card%20was%20charged.", false],
  ["?error=Please%20choose%20a%20product.", true],
])("the error page with %j shows its text: %s", async (query, isShown) => {
  const { app } = await openPages();
  const html = await (await app.request(`/checkout/error${query}`)).text();
  const unexpected = "An unexpected error occurred during checkout. Please try again.";
  expect(html).toContain(isShown ? "Please choose a product." : unexpected);
  expect(html).not.toContain("Your card was");
});

test("a purchase that cannot be read shows no internals", async () => {
  const shop = await openPages();
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
  const path = `/checkout/success?sessionId=${sessionId}&plain=1`;
  const read = async () => (await openBrowser(shop).get(path)).text();
  expect(await read()).toContain("Purchase Successful!");
  shop.db.sqlite.exec("ALTER TABLE orders RENAME TO lost");
  const html = await read();
  expect(html).toContain(`${orderMessages.purchaseInfoFailedPrefix}An unexpected error occurred.`);
  expect(html).not.toContain("no such table");
});
