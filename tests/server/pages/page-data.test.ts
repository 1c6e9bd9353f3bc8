import { expect, test } from "vitest";
import { openBrowser } from "../../support/browser.ts";
import { realPages } from "../../support/page-desk.ts";
import { changeSettings } from "../../support/shop-settings.ts";
import { buy, openShop, signIn } from "../../support/shop.ts";

const JSON_ONLY = { Accept: "application/json" };
const BUYER = "buyer@example.com";

const openPages = () => openShop({ web: realPages });

function dataOf(html: string): unknown {
  const [, json = ""] = /id="page-data">(.*?)<\/script>/s.exec(html) ?? [];
  return (JSON.parse(json) as { data: unknown }).data;
}

test("the account is sent as JSON with the data of its document", async () => {
  const shop = await openPages();
  await buy(shop, shop.browser, { products: [shop.pack], email: BUYER });
  const browser = signIn(shop, BUYER);
  const page = await browser.get("/account");
  const answer = await browser.get("/account", JSON_ONLY);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("application/json");
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  expect(answer.headers.get("Content-Encoding")).toBeNull();
  const body = (await answer.json()) as { data: { purchases: unknown[]; readAt: number } };
  expect(body.data.purchases).toHaveLength(1);
  const shown = { ...(dataOf(await page.text()) as object), readAt: body.data.readAt };
  expect(body).toEqual({ data: shown });
});

test("a signed-out visitor is sent to the sign-in page, and a signed-in one away from it", async () => {
  const shop = await openPages();
  const answerOf = async (browser = shop.browser, path = "/account") =>
    (await browser.get(path, JSON_ONLY)).json();
  expect(await answerOf()).toEqual({ location: "/login?returnUrl=%2Faccount" });
  const signedIn = signIn(shop, BUYER);
  expect(await answerOf(signedIn, "/login?returnUrl=%2Faccount")).toEqual({ location: "/account" });
});

test("an offer is sent with the order of its own buyer alone", async () => {
  const shop = await openPages();
  await shop.addProduct({ name: "Color Workbook for Kids", price: 900 });
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack], email: BUYER });
  const path = `/downsell?originalProductId=${shop.pack}`;
  const orderIn = async (browser = shop.browser) => {
    const answer = await browser.get(path, JSON_ONLY);
    expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
    return ((await answer.json()) as { data: unknown }).data;
  };
  const offer = { ownership: { order: { sessionId } } };
  expect(await orderIn()).toMatchObject({ kind: "ready", offer });
  const others = { ownership: { order: null, owned: [] } };
  expect(await orderIn(openBrowser(shop))).toMatchObject({ kind: "ready", offer: others });
});

test("without an offer a buyer is sent on, and other visitors see the error", async () => {
  const shop = await openShop({ web: realPages, hasContent: true });
  const garden = await shop.addProduct({ name: "Garden Pack", price: 900 });
  changeSettings(shop, { lastOfferId: garden });
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack], email: BUYER });
  const first = `/upsell/${shop.pack}`;
  const last = `/downsell?originalProductId=${shop.pack}`;
  const goesTo = async (path: string, browser = shop.browser) => {
    const answer = await browser.get(path);
    expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([
      302,
      "private, no-store",
    ]);
    return answer.headers.get("Location");
  };
  expect(await goesTo(first)).toBe(last);
  const json = await shop.browser.get(first, JSON_ONLY);
  expect(await json.json()).toEqual({ location: last });
  changeSettings(shop, { offers: false });
  const order = `/checkout/success?sessionId=${sessionId}`;
  expect(await goesTo(first)).toBe(order);
  expect(await goesTo(`${last}&sessionId=${sessionId}`, openBrowser(shop))).toBe(order);
  const stranger = await openBrowser(shop).get(first);
  expect(stranger.status).toBe(200);
  expect(await stranger.text()).toContain("Could not load the special offer.");
});

test.each(["/", "/contact", "/checkout/success", "/admin", "/orders/find"])(
  "%s is opened only as a document",
  async (path) => {
    const answer = await (await openPages()).browser.get(path, JSON_ONLY);
    expect(answer.headers.get("Content-Type")).toContain("text/html");
  },
);

test("an error is JSON, too", async () => {
  const shop = await openPages();
  const browser = signIn(shop, BUYER);
  shop.db.sqlite.exec("ALTER TABLE mail_preferences RENAME TO lost");
  const answer = await browser.get("/account", JSON_ONLY);
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({ code: "internal" });
});
