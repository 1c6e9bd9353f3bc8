import type { BrowserContext, Page } from "playwright/test";
import { buyAhead, declineOffers, newBuyer, pay, waitUntilLive, waitUntilQuiet } from "./shop.ts";
import { banner, choose, expect, expectSuccess, test } from "./tracked-shop.ts";

test.describe.configure({ timeout: 60_000 });
test.use({ allowConsole: [/status of 401 .*\/api\/(?:users\/me|admin\/status)$/] });

const ALL = ["gtm", "meta", "pinterest", "posthog"];

async function openSettings(page: Page): Promise<void> {
  await waitUntilLive(page);
  await page.getByRole("button", { name: "Privacy settings" }).click();
}

/** Buys the pack and arrives at the first offer; returns the buyer's email. */
async function buyPack(page: Page): Promise<string> {
  const email = newBuyer("kira");
  await buyAhead(page, { pack: "Premium Pack", email, successRouter: (id) => `/upsell/${id}` });
  return email;
}

/** Buys the pack and arrives at the order's page. */
async function buyAndArrive(page: Page): Promise<void> {
  await buyAhead(page, { pack: "Premium Pack", email: newBuyer("kira") });
  await expectSuccess(page);
}

test("each vendor learns of an order once, after reloads and in other tabs, and of neither buyer nor session", async ({
  page,
  context,
  vendors,
}) => {
  await page.goto("/");
  await choose(page, "Accept all");
  const email = await buyPack(page);
  await declineOffers(page);
  await expectSuccess(page);
  await waitUntilQuiet(page);
  const reported = () => vendors.purchases.map(({ vendor }) => vendor).toSorted();
  await expect.poll(reported).toEqual(ALL);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    const before = vendors.pages.length;
    await tab.goto(page.url());
    await expectSuccess(tab);
    await expect.poll(() => vendors.pages.length - before).toBe(4);
    await waitUntilQuiet(tab);
  }
  expect(reported()).toEqual(ALL);
  expect(page.url()).toContain("/checkout/success?order=");
  const sent = JSON.stringify([vendors.requests, vendors.purchases, vendors.pages]);
  expect(sent).not.toContain("cs_test");
  expect(sent).not.toContain(email);
});

test("before a choice and after a refusal no vendor learns anything", async ({ page, vendors }) => {
  await buyAndArrive(page);
  await page.reload();
  await expect(banner(page)).toBeVisible();
  await waitUntilQuiet(page);
  expect(vendors.requests).toEqual([]);
  await choose(page, "Reject all");
  await page.reload();
  await expectSuccess(page);
  await waitUntilLive(page);
  await waitUntilQuiet(page);
  await expect(banner(page)).toBeHidden();
  expect(vendors.requests).toEqual([]);
  await page.goto("/");
  await openSettings(page);
  await choose(page, "Accept all");
  await expect.poll(() => vendors.requests.length).toBe(4);
  expect(vendors.purchases).toEqual([]);
});

test("Global Privacy Control keeps marketing off, so only analytics loads", async ({
  page,
  vendors,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "globalPrivacyControl", { value: true }),
  );
  await page.goto("/");
  await choose(page, "Choose");
  await expect(page.getByRole("checkbox", { name: "Marketing" })).toBeDisabled();
  await page.getByRole("checkbox", { name: "Analytics" }).check();
  await page.getByRole("button", { name: "Save my choice" }).click();
  await buyAndArrive(page);
  await expect.poll(() => vendors.purchases.map(({ vendor }) => vendor)).toEqual(["posthog"]);
  expect(vendors.requests.every((url) => url.includes("posthog"))).toBe(true);
});

test("vendors load on no private page, and withdrawn consent removes their cookies", async ({
  page,
  context,
  vendors,
  store,
}) => {
  await page.goto("/");
  await choose(page, "Accept all");
  await expect.poll(() => vendors.requests.length).toBe(4);
  for (const path of ["/login", "/account", "/admin"]) {
    await page.goto(path);
    await waitUntilLive(page);
    await waitUntilQuiet(page);
  }
  expect(vendors.requests).toHaveLength(4);

  await page.goto("/");
  await expect.poll(() => vendors.requests.length).toBe(8);
  await context.addCookies(
    ["_fbp", "_ga", "_pin_unauth", "ph_phc_test_posthog"].map((name) => ({
      name,
      value: "x",
      url: store.url,
    })),
  );
  await openSettings(page);
  await choose(page, "Reject all");
  await expect.poll(() => cookiesOf(context)).toEqual([]);
  await buyAndArrive(page);
  await waitUntilLive(page);
  await waitUntilQuiet(page);
  expect(vendors.requests).toHaveLength(8);
});

async function cookiesOf(context: BrowserContext): Promise<string[]> {
  const cookies = await context.cookies();
  return cookies.map(({ name }) => name).filter((name) => name !== "buyer");
}

test("the pack and an extra bought after it are both reported", async ({ page, vendors }) => {
  await page.goto("/");
  await choose(page, "Accept all");
  const email = await buyPack(page);
  await page.getByRole("link", { name: "No, thank you" }).click();
  await page.getByRole("button", { name: "Yes, add it and go to payment" }).click();
  await page.waitForURL(/\/demo\/pay\//);
  await pay(page, { email });
  await expectSuccess(page);
  await expect.poll(() => vendors.purchases.length).toBe(8);
  const revenues = vendors.purchases
    .filter(({ vendor }) => vendor === "posthog")
    .map(({ calls }) => (calls as [string, string, { revenue: number }])[2].revenue);
  expect(revenues.toSorted()).toEqual([37, 9]);
});

test("a choice made on the offer reports the order, whose links hide the session", async ({
  page,
  vendors,
}) => {
  await buyPack(page);
  await expect(banner(page)).toBeVisible();
  await choose(page, "Accept all");
  await expect.poll(() => vendors.purchases.length).toBe(4);
  expect(vendors.pages.some(({ href }) => href.includes("/upsell/"))).toBe(true);
  expect(await page.content()).not.toContain("cs_test");
  const order = page.getByRole("link", { name: "See my order" });
  await expect(order).toHaveAttribute("href", /\/checkout\/success\?order=[A-Z0-9-]+$/);
  await order.click();
  await expectSuccess(page);
  await waitUntilQuiet(page);
  expect(vendors.purchases).toHaveLength(4);
});

test.describe("vendors that fail", () => {
  test.use({ allowConsole: [/ERR_BLOCKED_BY_CLIENT|broken vendor/] });

  test("do not affect the page", async ({ page, vendors }) => {
    await page.goto("/");
    await choose(page, "Accept all");
    await buyAndArrive(page);
    for (const fault of ["blocked", "hanging", "throwing"] as const) {
      vendors.fault = fault;
      await page.reload();
      await expect(page.getByText("Your Order (1 item(s))")).toBeVisible();
    }
  });
});
