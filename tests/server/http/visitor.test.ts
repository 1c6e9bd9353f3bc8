import { describe, expect, test, vi } from "vitest";
import { orders } from "../../../db/schema.ts";
import { checkoutBody, openBrowser, startCheckout } from "../../support/browser.ts";
import { SITE, type TestApp } from "../../support/create-test-app.ts";
import { BEHIND_PROXY, browserOf } from "../attacks/crowd.ts";
import { realPages } from "../../support/page-desk.ts";
import { buy, openShop } from "../../support/shop.ts";
import { askForCode, signedIn } from "../../support/sign-in.ts";

const PATH = "/api/create-checkout-session";
const BUYER = /^buyer=[\w-]{43}\.[\w-]{43}; Max-Age=2419200; Path=\/; HttpOnly; SameSite=Lax$/;

describe("the buyer's cookie", () => {
  test("is given at the first checkout, kept from scripts, and lasts anew with the next", async () => {
    const { browser, pack, book } = await openShop();
    expect((await browser.get("/api/products")).headers.has("Set-Cookie")).toBe(false);
    const first = await browser.post(PATH, checkoutBody([pack]));
    expect(first.headers.getSetCookie()).toEqual([expect.stringMatching(BUYER)]);
    const second = await browser.post(PATH, checkoutBody([book]));
    expect(second.headers.getSetCookie()).toEqual(first.headers.getSetCookie());
  });

  test("is not stored: the database knows its hash alone", async () => {
    const shop = await openShop();
    await startCheckout(shop.browser, [shop.pack]);
    const [id = ""] = (shop.browser.cookies.get("buyer") ?? "").split(".");
    const dump = JSON.stringify(shop.db.select().from(orders).all());
    expect(dump).not.toContain(id);
    expect(shop.db.select().from(orders).all()[0]?.browserHash).toMatch(/^[0-9a-f]{64}$/);
  });

  test("that is forged is replaced by a new one and opens no checkout", async () => {
    const shop = await openShop();
    const victim = await startCheckout(shop.browser, [shop.pack]);
    const cookie = shop.browser.cookies.get("buyer") ?? "";
    const [id = "", signature = ""] = cookie.split(".");
    const halves = [id, `${id}.`, `.${signature}`, "."];
    for (const forged of [...halves, `${id}.${"A".repeat(43)}`, `${id}x.${signature}`]) {
      const forger = openBrowser(shop);
      forger.cookies.set("buyer", forged);
      expect(await startCheckout(forger, [shop.pack])).not.toBe(victim);
      expect(forger.cookies.get("buyer")).not.toBe(forged);
    }
  });

  test("is another one for each client, though both send the same click's key", async () => {
    const shop = await openShop({ env: BEHIND_PROXY });
    const key = { "Idempotency-Key": "3f6c1c8e-8f0a-4a9e-9a0e-d5a1a9b2c3d4" };
    const click = async (client: number) => {
      const browser = browserOf(shop, client);
      await browser.post(PATH, checkoutBody([shop.pack]), key);
      return browser.cookies.get("buyer");
    };
    expect(await click(1)).not.toBe(await click(2));
    expect(await click(1)).toBe(await click(1));
  });

  test("is random where the click's key is short enough to be guessed", async () => {
    const shop = await openShop();
    const given = new Set<string | undefined>();
    for (const browser of [openBrowser(shop), openBrowser(shop)]) {
      await browser.post(PATH, checkoutBody([shop.pack]), { "Idempotency-Key": "short" });
      given.add(browser.cookies.get("buyer"));
    }
    expect(given).not.toContain(undefined);
    expect(given.size).toBe(2);
  });
});

/** Counts the session lookups in the database. */
function countLookups({ sqlite }: Pick<TestApp["db"], "sqlite">) {
  const counts = { lookups: 0 };
  const prepare = sqlite.prepare.bind(sqlite);
  vi.spyOn(sqlite, "prepare").mockImplementation((source: string) => {
    const statement = prepare(source);
    if (!/from "sessions" inner join "users"/.test(source)) return statement;
    for (const name of ["get", "all"] as const) {
      const run = statement[name].bind(statement);
      const counted = (...values: unknown[]) => {
        counts.lookups += 1;
        return run(...values);
      };
      Object.assign(statement, { [name]: counted });
    }
    return statement;
  });
  return counts;
}

test("who asks is looked up once a request, and only where it matters", async () => {
  const shop = await openShop({ web: realPages });
  const counts = countLookups(shop.db);
  const email = "anna@example.com";
  await buy(shop, shop.browser, { products: [shop.book], email });
  const anna = await signedIn(shop, email);
  const lookupsOf = async (ask: () => Promise<unknown>) => {
    counts.lookups = 0;
    await ask();
    return counts.lookups;
  };
  for (const path of ["/account", "/login", "/api/products/purchased-products", "/api/sessions"]) {
    expect(await lookupsOf(() => anna.get(path))).toBe(1);
  }
  expect(await lookupsOf(() => anna.post(PATH, checkoutBody([shop.pack])))).toBe(1);
  expect(await lookupsOf(() => anna.get("/contact"))).toBe(0);
  expect(await lookupsOf(() => askForCode(shop, anna, email))).toBe(0);
  expect(await lookupsOf(() => anna.get("/api/logout"))).toBe(0);
});

test("a cookie header that is none of the shop's is no viewer, and no fault", async () => {
  const { app } = await openShop();
  const sessions = ["session=", "session=unknown", "session=%00", "session=a; session=b"];
  for (const Cookie of [...sessions, "buyer=%E0%A4%A", "=", ";;;"]) {
    const response = await app.request(`${SITE}/files/1/x.pdf`, { headers: { Cookie } });
    expect([Cookie, response.status]).toEqual([Cookie, 404]);
  }
});
