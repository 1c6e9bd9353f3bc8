import { describe, expect, test } from "vitest";
import { SITE } from "../../support/create-test-app.ts";
import { type Browser, openBrowser, startCheckout } from "../../support/browser.ts";
import { DELAYED_CARD } from "../../support/money.ts";
import { realPages } from "../../support/page-desk.ts";
import { buy, MINUTE_MS, openShop, pay, readDetail, signIn } from "../../support/shop.ts";

const ALL = { "Accept-Encoding": "gzip, deflate, br" };
const BUYER = "buyer@example.com";

/** Opens the real pages with trackers, in a browser that has just bought the pack. */
async function bought() {
  const shop = await openPages();
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack], email: BUYER });
  return { ...shop, sessionId };
}

const openPages = () =>
  openShop({ web: realPages, env: { GTM_ID: "GTM-TEST1", META_PIXEL_ID: "1234567890" } });

const policyOf = ({ headers }: Response) => headers.get("Content-Security-Policy") ?? "";

test.each(["/login", "/orders/find", "/withdraw", "/auth/callback?code=secret", "/account"])(
  "%s lets in no tracker and no frame",
  async (path) => {
    const shop = await openPages();
    const browser = path === "/account" ? signIn(shop, BUYER) : shop.browser;
    const page = await browser.get(path);
    expect(page.status).toBe(200);
    expect(policyOf(page)).toContain("script-src 'self';");
    expect(policyOf(page)).not.toContain("https://");
    expect(policyOf(page)).toContain("frame-ancestors 'none'");
  },
);

test("an order's page lets in no frame, and is kept nowhere", async () => {
  const { browser, sessionId } = await bought();
  const page = await browser.get(`/checkout/success?sessionId=${sessionId}&plain=1`);
  expect(await page.text()).toContain("token=");
  expect(policyOf(page)).toContain("frame-ancestors 'none'");
  expect(page.headers.get("Cache-Control")).toBe("private, no-store");
});

describe("a page that shows something of its visitor's own", () => {
  const expectPrivate = (page: Response) => {
    expect(page.headers.get("Cache-Control")).toBe("private, no-store");
    expect(page.headers.get("Content-Encoding")).toBeNull();
    expect(page.headers.get("X-Robots-Tag")).toBe("noindex");
    // The page keeps the regular policy, which allows framing and trackers.
    expect(policyOf(page)).not.toContain("frame-ancestors");
    expect(policyOf(page)).toContain("https://connect.facebook.net");
  };

  test.each([
    "/upsell/1",
    "/upsell2?originalProductId=1",
    "/checkout/cancel?offer=upsell2&originalProductId=1",
  ])("%s is kept nowhere and not compressed, by browser and by account", async (path) => {
    const shop = await bought();
    await shop.addProduct({ name: "Color Workbook", price: 1900 });
    const page = await shop.browser.get(path, ALL);
    expectPrivate(page);
    expect(await page.text()).toContain("cs_test_");
    expectPrivate(await signIn(shop, "ben@example.com").get(path, ALL));
  });

  test("is an offer whose address names an order too, and a contact form that is shown again", async () => {
    const shop = await bought();
    const path = `/upsell/1?sessionId=${shop.sessionId}`;
    expectPrivate(await openBrowser(shop).get(path, ALL));
    expectPrivate(await shop.browser.postForm("/contact", { email: "anna@example.com" }));
  });

  test.each(["/upsell/1", "/contact"])("for a stranger %s is a page like any", async (path) => {
    const page = await openBrowser(await openPages()).get(path, ALL);
    expect(page.headers.get("Cache-Control")).toBe("private, no-cache");
    expect(page.headers.get("Content-Encoding")).toBe("gzip");
  });
});

test.each(["/checkout/success?plain=1&sessionId=", "/upsell/1?sessionId="])(
  "%s asks the provider about sixty made-up orders a minute, not more",
  async (path) => {
    const { app, clock, simulator } = await openPages();
    for (let n = 0; n < 70; n++) {
      await app.request(`${SITE}${path}cs_test_madeup${1000 + n}`);
      // Stays below the shop-wide limit per second for unknown orders.
      clock.advance(100);
    }
    const asked = simulator.control.requests().filter((request) => request.path.includes("madeup"));
    expect(asked).toHaveLength(60);
  },
);

describe("the next person at the browser", () => {
  /** Opens a browser in which Anna, while signed in, bought the pack eleven minutes ago. */
  async function annas() {
    const shop = await openPages();
    const anna = signIn(shop, BUYER);
    const sessionId = await buy(shop, anna, { products: [shop.pack] });
    shop.clock.advance(11 * MINUTE_MS);
    expect(await readDetail(anna, sessionId)).toMatchObject({ masked: false });
    const expectNothing = async (browser: Browser) => {
      const products = [{ files: [] }];
      expect(await readDetail(browser, sessionId)).toMatchObject({ masked: true, products });
      const correction = { sessionId, email: "ben@example.com" };
      expect((await browser.post("/api/orders/address", correction)).status).toBe(403);
    };
    return { shop, anna, sessionId, expectNothing };
  }

  test.each<[string, (browser: Browser) => Promise<Response>]>([
    ["the call", (browser) => browser.get("/api/logout")],
    ["the form", (browser) => browser.postForm("/account/sign-out", {})],
  ])("sees no order of the one who signed out by %s", async (_way, signOut) => {
    const { anna, expectNothing } = await annas();
    await signOut(anna);
    await expectNothing(anna);
  });

  test("does not own what another account bought with it", async () => {
    const { shop, anna, sessionId, expectNothing } = await annas();
    const ben = signIn(shop, "ben@example.com");
    ben.cookies.set("buyer", anna.cookies.get("buyer") ?? "");
    await expectNothing(ben);
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
  const masked = { status: "processing", masked: true, customerEmail: "bu••••@ex••••.com" };
  expect(await readDetail(stranger, sessionId)).toMatchObject(masked);
  expect(await readDetail(shop.browser, sessionId)).toMatchObject({ masked: false });
});
