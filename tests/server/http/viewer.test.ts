import { describe, expect, test } from "vitest";
import { orders } from "../../../db/schema.ts";
import { checkoutBody, openBrowser, startCheckout } from "../../support/browser.ts";
import { SITE } from "../../support/create-test-app.ts";
import { openShop } from "../support/shop.ts";

const PATH = "/api/create-checkout-session";
const BUYER = /^buyer=[\w-]{43}\.[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/;

describe("the buyer's cookie", () => {
  test("is given at the first checkout, kept from scripts, and not given again", async () => {
    const { browser, pack, book } = await openShop();
    expect((await browser.get("/api/products")).headers.has("Set-Cookie")).toBe(false);
    const first = await browser.post(PATH, checkoutBody([pack]));
    expect(first.headers.getSetCookie()).toEqual([expect.stringMatching(BUYER)]);
    const second = await browser.post(PATH, checkoutBody([book]));
    expect(second.headers.has("Set-Cookie")).toBe(false);
  });

  test("travels over https alone where the site has it", async () => {
    const shop = await openShop({ env: { PUBLIC_URL: "https://shop.example" } });
    const response = await shop.app.request(`https://shop.example${PATH}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: "https://shop.example" },
      body: JSON.stringify(checkoutBody([shop.pack])),
    });
    expect(response.headers.getSetCookie()[0]).toMatch(/; Secure/);
  });

  test("is not stored: the database knows its hash alone", async () => {
    const shop = await openShop();
    await startCheckout(shop.browser, [shop.pack]);
    const [id = ""] = (shop.browser.cookies.get("buyer") ?? "").split(".");
    const dump = JSON.stringify(shop.db.select().from(orders).all());
    expect(dump).not.toContain(id);
    expect(shop.db.select().from(orders).all()[0]?.browserHash).toMatch(/^[0-9a-f]{64}$/);
  });

  test("that is forged is replaced by a new one and opens nobody's checkout", async () => {
    const shop = await openShop();
    const victim = await startCheckout(shop.browser, [shop.pack]);
    const cookie = shop.browser.cookies.get("buyer") ?? "";
    const [id = "", signature = ""] = cookie.split(".");
    for (const forged of [
      id,
      `${id}.`,
      `${id}.${"A".repeat(43)}`,
      `${id}x.${signature}`,
      `.${signature}`,
      ".",
    ]) {
      const forger = openBrowser(shop);
      forger.cookies.set("buyer", forged);
      expect(await startCheckout(forger, [shop.pack])).not.toBe(victim);
      expect(forger.cookies.get("buyer")).not.toBe(forged);
    }
  });

  test.each(["short", "with space in it 1", "x".repeat(101), "semi;colon;semi;colon"])(
    "is random where the click's key (%j) is no key",
    async (key) => {
      const shop = await openShop();
      const cookies: (string | undefined)[] = [];
      for (let i = 0; i < 2; i++) {
        const browser = openBrowser(shop);
        await browser.post(PATH, checkoutBody([shop.pack]), { "Idempotency-Key": key });
        cookies.push(browser.cookies.get("buyer"));
      }
      expect(cookies[0]).toBeTruthy();
      expect(cookies[0]).not.toBe(cookies[1]);
    },
  );
});

test.each([
  "session=",
  "session=unknown",
  "session=%00",
  "session=a; session=b",
  "buyer=%E0%A4%A",
  "=",
  ";;;",
])("the cookie header %j is nobody, and no fault", async (cookie) => {
  const { app } = await openShop();
  const response = await app.request(`${SITE}/files/1/x.pdf`, { headers: { Cookie: cookie } });
  expect(response.status).toBe(404);
});
