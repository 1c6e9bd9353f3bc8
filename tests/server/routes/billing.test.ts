import { describe, expect, test } from "vitest";
import { updateRow } from "../../../db/record.ts";
import { orderItems, orders } from "../../../db/schema.ts";
import type { PurchasedProduct } from "../../../server/contract/store.ts";
import { type Browser, openBrowser } from "../../support/browser.ts";
import { SITE } from "../../support/create-test-app.ts";
import { openClubShop, requestsOf } from "../../support/money.ts";
import { buy } from "../../support/shop.ts";
import { signedIn } from "../../support/sign-in.ts";
import { skipPauses } from "../../support/skip-pauses.ts";

skipPauses();

const ANNA = "anna@example.com";
const PATH = "/account/billing";
const PORTALS = "POST /v1/billing_portal/sessions";

async function shop() {
  const t = await openClubShop();
  await buy(t, t.browser, { products: [t.pack, t.club], email: ANNA });
  const anna = await signedIn(t, ANNA);
  const response = await anna.get("/api/products/purchased-products");
  const bought = (await response.json()) as PurchasedProduct[];
  const idOf = (type: string) => String(bought.find((item) => item.type === type)?.id);
  return { ...t, anna, club: idOf("subscription"), pack: idOf("digital") };
}

const portalsMade = (t: Parameters<typeof requestsOf>[0]) =>
  requestsOf(t).filter((request) => request === PORTALS).length;

const post = (browser: Browser, itemId: string) => browser.postForm(PATH, { itemId });

describe("the way to the billing portal is closed", () => {
  test("to a visitor, who is asked to sign in first, also in the browser that bought", async () => {
    const t = await shop();
    for (const browser of [openBrowser(t), t.browser]) {
      const response = await post(browser, t.club);
      expect(response.status).toBe(303);
      expect(response.headers.get("Location")).toBe("/login?returnUrl=%2Faccount");
    }
    expect(portalsMade(t)).toBe(0);
  });

  test("to another buyer", async () => {
    const t = await shop();
    const other = await signedIn(t, "other@example.com");
    expect((await post(other, t.club)).status).toBe(404);
    expect(portalsMade(t)).toBe(0);
  });

  test.each([["what is no subscription"], [""], ["0"], ["999"], ["x"], ["1e3"], ["../1"]])(
    "for the item %j",
    async (item) => {
      const t = await shop();
      const response = await post(t.anna, item === "what is no subscription" ? t.pack : item);
      expect(response.status).toBe(404);
      expect(portalsMade(t)).toBe(0);
    },
  );

  test("for a body that is no form, and for an item that is not paid", async () => {
    const t = await shop();
    expect((await t.anna.post(PATH, { itemId: t.club })).status).toBe(404);
    const now = t.clock.now();
    t.db.write((tx) => updateRow(tx, orders, 1, { status: "failed" }, { actor: "t", now }));
    expect((await post(t.anna, t.club)).status).toBe(404);
    t.db.write((tx) => {
      updateRow(tx, orders, 1, { status: "paid" }, { actor: "t", now });
      updateRow(tx, orderItems, Number(t.club), { grantedAt: null }, { actor: "t", now });
    });
    expect((await post(t.anna, t.club)).status).toBe(404);
    expect(portalsMade(t)).toBe(0);
  });

  test("to another site's form", async () => {
    const t = await shop();
    const body = new URLSearchParams({ itemId: t.club });
    const headers = {
      Origin: "https://evil.example",
      Cookie: `session=${t.anna.cookies.get("session")}`,
    };
    const response = await t.app.request(SITE + PATH, { method: "POST", headers, body });
    expect(response.status).toBe(403);
    expect(portalsMade(t)).toBe(0);
  });
});

test("the 31st time in a minute is refused, before the provider is asked", async () => {
  const t = await shop();
  for (let nth = 0; nth < 30; nth++) await post(t.anna, "0");
  const response = await post(t.anna, t.club);
  expect(response.status).toBe(429);
  expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(portalsMade(t)).toBe(0);
});

test("a provider that fails leads back to the account, which says so", async () => {
  const t = await shop();
  t.simulator.control.faults.next({ kind: "500" });
  const response = await post(t.anna, t.club);
  expect(response.status).toBe(303);
  expect(response.headers.get("Location")).toBe("/account?billing=failed");
  expect(JSON.stringify(t.logged)).toContain("billing portal: ");
});

test("the owner is sent to the provider's portal of the customer who pays, and back", async () => {
  const t = await shop();
  const response = await post(t.anna, t.club);
  expect(response.status).toBe(303);
  const location = response.headers.get("Location") ?? "";
  expect(location).toMatch(new RegExp(`^${SITE}/demo/portal/bps_`));
  const portal = await (await openBrowser(t).get(location)).text();
  expect(portal).toContain("Monthly Club");
  expect(portal).toContain(`href="${SITE}/account"`);
});

test("a subscription whose paid time is over leads there too: it may have to be paid", async () => {
  const t = await shop();
  const now = t.clock.now();
  const ended = { accessUntil: new Date(now.getTime() - 1) };
  t.db.write((tx) => updateRow(tx, orderItems, Number(t.club), ended, { actor: "t", now }));
  expect((await post(t.anna, t.club)).headers.get("Location")).toContain("/demo/portal/");
});
