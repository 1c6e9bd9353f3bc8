import { describe, expect, test } from "vitest";
import { createTestApp, SITE } from "../../support/create-test-app.ts";
import { openBrowser, startCheckout } from "../../support/browser.ts";
import { DELAYED_CARD } from "../../support/money.ts";
import { realPages } from "../../support/page-desk.ts";
import { buy, MINUTE_MS, openShop, pay, readDetail, signIn } from "../../support/shop.ts";

const TRACKED = { GTM_ID: "GTM-TEST1", META_PIXEL_ID: "1234567890" };
const openPages = () => openShop({ web: realPages, env: TRACKED });

describe("the policy", () => {
  test.each(["/login", "/orders/find", "/auth/callback?code=secret"])(
    "of %s lets in no tracker and no frame",
    async (path) => {
      const { app } = createTestApp({ web: realPages, env: TRACKED });
      const policy = (await app.request(SITE + path)).headers.get("Content-Security-Policy") ?? "";
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toContain("https://");
      expect(policy).toContain("frame-ancestors 'none'");
    },
  );

  test("of the account is the same", async () => {
    const shop = await openPages();
    const page = await signIn(shop, "buyer@example.com").get("/account");
    expect(page.status).toBe(200);
    const policy = page.headers.get("Content-Security-Policy") ?? "";
    expect(policy).not.toContain("https://");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  test("of an order lets in no frame, and it is kept nowhere", async () => {
    const shop = await openPages();
    const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
    const page = await shop.browser.get(`/checkout/success?sessionId=${sessionId}&plain=1`);
    expect(await page.text()).toContain("token=");
    expect(page.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
    expect(page.headers.get("Cache-Control")).toBe("private, no-store");
  });
});

describe("a page that shows something of its visitor's own", () => {
  const ALL = { "Accept-Encoding": "gzip, deflate, br" };
  const expectPrivate = ({ headers }: Response) => {
    expect(headers.get("Cache-Control")).toBe("private, no-store");
    expect(headers.get("Content-Encoding")).toBeNull();
    expect(headers.get("X-Robots-Tag")).toBe("noindex");
    // The shop may stand in a frame, with trackers on it.
    const policy = headers.get("Content-Security-Policy") ?? "";
    expect(policy).not.toContain("frame-ancestors");
    expect(policy).toContain("https://connect.facebook.net");
  };

  test.each([
    "/upsell/1",
    "/upsell2?originalProductId=1",
    "/checkout/cancel?offer=upsell2&originalProductId=1",
  ])("%s is kept nowhere and not compressed, by browser and by account", async (path) => {
    const shop = await openPages();
    await shop.addProduct({ name: "Color Workbook", price: 1900 });
    await buy(shop, shop.browser, { products: [shop.pack], email: "anna@example.com" });
    const page = await shop.browser.get(path, ALL);
    expectPrivate(page);
    expect(await page.text()).toContain("cs_test_");
    expectPrivate(await signIn(shop, "ben@example.com").get(path, ALL));
  });

  test("an offer whose address names an order is too", async () => {
    const shop = await openPages();
    const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
    expectPrivate(await openBrowser(shop).get(`/upsell/1?sessionId=${sessionId}`, ALL));
  });

  test("and a contact form that is shown again", async () => {
    const shop = await openPages();
    expectPrivate(await shop.browser.postForm("/contact", { email: "anna@example.com" }));
  });

  test.each(["/upsell/1", "/contact"])("for a stranger %s is a page like any", async (path) => {
    const shop = await openPages();
    const page = await openBrowser(shop).get(path, ALL);
    expect(page.headers.get("Cache-Control")).toBe("private, no-cache");
    expect(page.headers.get("Content-Encoding")).toBe("gzip");
  });
});

test.each(["/checkout/success?plain=1&sessionId=", "/upsell/1?sessionId="])(
  "%s asks the provider about sixty made-up orders a minute, not more",
  async (path) => {
    const { app, simulator } = await openPages();
    for (let n = 0; n < 70; n++) await app.request(`${SITE}${path}cs_test_madeup${1000 + n}`);
    const asked = simulator.control.requests().filter((request) => request.path.includes("madeup"));
    expect(asked).toHaveLength(60);
  },
);

describe("whoever uses the browser next", () => {
  test.each([
    ["the call", (browser: ReturnType<typeof openBrowser>) => browser.get("/api/logout")],
    [
      "the form",
      (browser: ReturnType<typeof openBrowser>) => browser.postForm("/account/sign-out", {}),
    ],
  ])("sees no order of the person who signed out by %s", async (_way, signOut) => {
    const shop = await openPages();
    const anna = signIn(shop, "buyer@example.com");
    const sessionId = await buy(shop, anna, { products: [shop.pack] });
    shop.clock.advance(11 * MINUTE_MS);
    expect(await readDetail(anna, sessionId)).toMatchObject({ masked: false });
    await signOut(anna);
    expect(await readDetail(anna, sessionId)).toMatchObject({
      masked: true,
      products: [{ files: [] }],
    });
    const moved = await anna.post("/api/orders/address", { sessionId, email: "ben@example.com" });
    expect(moved.status).toBe(403);
  });

  test("does not own what another account bought with it", async () => {
    const shop = await openPages();
    const anna = signIn(shop, "buyer@example.com");
    const sessionId = await buy(shop, anna, { products: [shop.pack] });
    shop.clock.advance(11 * MINUTE_MS);
    const ben = signIn(shop, "ben@example.com");
    ben.cookies.set("buyer", anna.cookies.get("buyer") ?? "");
    expect(await readDetail(ben, sessionId)).toMatchObject({ masked: true });
    const moved = await ben.post("/api/orders/address", { sessionId, email: "ben@example.com" });
    expect(moved.status).toBe(403);
    expect(await startCheckout(ben, [shop.pack])).not.toBe(sessionId);
  });
});

test("a payment under way shows its address to others for ten minutes, no longer", async () => {
  const shop = await openShop();
  const sessionId = await pay(shop, shop.browser, { products: [shop.pack], card: DELAYED_CARD });
  await shop.settle();
  const stranger = openBrowser(shop);
  expect(await readDetail(stranger, sessionId)).toMatchObject({ masked: false });
  shop.clock.advance(10 * MINUTE_MS);
  expect(await readDetail(stranger, sessionId)).toMatchObject({
    status: "processing",
    masked: true,
    customerEmail: "bu••••@ex••••.com",
  });
  expect(await readDetail(shop.browser, sessionId)).toMatchObject({ masked: false });
});
