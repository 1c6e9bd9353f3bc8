// Consent and trackers, with fake vendors.
import type { Page } from "playwright/test";
import {
  buyAhead,
  buyToOffer,
  expect,
  hold,
  LIVE_CODE,
  newBuyer,
  pay,
  test as base,
  waitUntilLive,
  waitUntilQuiet,
} from "./shop.ts";
import { expectNoFault } from "./accessible.ts";
import { listenAsVendors, type VendorSink } from "./vendor-sinks.ts";

const test = base.extend<{ vendors: VendorSink }>({
  vendors: [
    async ({ context, store }, use) => use(await listenAsVendors(context, store.url)),
    { auto: true },
  ],
});

test.use({
  settings: {
    POSTHOG_KEY: "phc_test",
    META_PIXEL_ID: "1234567",
    GTM_ID: "GTM-TEST1",
    PINTEREST_TAG_ID: "7654321",
  },
  allowConsole:
    /^Foreign request: |status of 401 .*\/api\/(?:users\/me|admin\/status)$|ERR_BLOCKED_BY_CLIENT|broken vendor/,
});

const VENDORS = ["gtm", "meta", "pinterest", "posthog"];
const BANNER = "section[aria-labelledby]:has(button)";

const banner = (page: Page) => page.getByRole("region", { name: /May we count|What may we use/ });
const inBanner = (page: Page, name: string) => banner(page).getByRole("button", { name });
const choose = (page: Page, name: "Accept all" | "Reject all" | "Choose") =>
  inBanner(page, name).click();
const settingsOf = (page: Page) => page.getByRole("button", { name: "Privacy settings" });
const expectSuccess = (page: Page) =>
  expect(page.getByRole("heading", { name: "Purchase Successful!" })).toBeVisible();

async function settle(page: Page) {
  await waitUntilLive(page);
  await waitUntilQuiet(page);
}

/** Buys a pack and opens the order's page; a browser can buy each pack only once. */
async function buyAndArrive(page: Page, pack = "Premium Pack"): Promise<void> {
  await buyAhead(page, { pack, email: newBuyer("kira") });
  await expectSuccess(page);
}

type Metrics = { shift: number; largest?: string };

test("the banner shifts nothing and is first for the keyboard", async ({ page }) => {
  await page.addInitScript(() => {
    const metrics: Metrics = { shift: 0 };
    Object.assign(window, { metrics });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        metrics.shift += (entry as { value?: number }).value ?? 0;
    }).observe({ type: "layout-shift", buffered: true });
    new PerformanceObserver((list) => {
      const { element } = list.getEntries().at(-1) as { element?: Element };
      metrics.largest = element?.closest("section")?.textContent ?? "";
    }).observe({ type: "largest-contentful-paint", buffered: true });
  });
  const metrics = () => page.evaluate(() => (window as unknown as { metrics: Metrics }).metrics);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/");
  await waitUntilLive(page);
  await expect(banner(page)).toBeVisible();
  await expect.poll(async () => (await metrics()).largest).toBeTruthy();
  expect((await metrics()).shift).toBeLessThan(0.001);
  expect((await metrics()).largest).not.toContain("May we count");
  await expectNoFault(page, BANNER);
  const sizeOf = async (name: string) => {
    const box = await inBanner(page, name).boundingBox();
    return [box?.y, box?.height];
  };
  expect(await sizeOf("Accept all")).toEqual(await sizeOf("Reject all"));
  const padding = () => page.evaluate(() => getComputedStyle(document.body).paddingBottom);
  await expect.poll(padding).not.toBe("0px");
  await page.emulateMedia({ media: "print" });
  await expect(banner(page)).toBeHidden();
  expect(await padding()).toBe("0px");
  await page.emulateMedia({ media: "screen" });

  await page.setViewportSize({ width: 320, height: 640 });
  await page.reload();
  await expect(banner(page)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(banner(page).getByRole("link", { name: "Privacy Policy" })).toBeFocused();
  await inBanner(page, "Reject all").press("Enter");
  await expect(banner(page)).toBeHidden();
  await expect(page.locator("#content")).toBeFocused();

  const question = page.getByRole("heading", { name: "What may we use?" });
  await settingsOf(page).press("Enter");
  await expect(question).toBeFocused();
  await expectNoFault(page, BANNER);
  await choose(page, "Accept all");
  await settingsOf(page).press("Enter");
  await expect(page.getByRole("checkbox", { name: "Analytics" })).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(banner(page)).toBeHidden();
  await expect(settingsOf(page)).toBeFocused();

  const letLive = await hold(page, LIVE_CODE);
  await page.reload();
  await settingsOf(page).click();
  await expect(banner(page)).toBeHidden();
  letLive();
  await expect(question).toBeFocused();
});

test("each vendor receives each order once, without the buyer", async ({
  page,
  context,
  vendors,
}) => {
  const email = newBuyer("kira");
  await buyToOffer(page, email);
  await choose(page, "Accept all");
  await expect
    .poll(() => vendors.purchases.map(({ vendor }) => vendor).toSorted())
    .toEqual(VENDORS);
  expect(vendors.pages.some(({ href }) => href.includes("/upsell/"))).toBe(true);
  expect(await page.content()).not.toContain("cs_test");
  const order = page.getByRole("link", { name: "See my order" });
  await expect(order).toHaveAttribute("href", /\/checkout\/success\?order=[A-Z0-9-]+$/);
  await page.getByRole("link", { name: "No, thank you" }).click();
  await page.getByRole("button", { name: "Yes, add it and go to payment" }).click();
  await page.waitForURL(/\/demo\/pay\//);
  await pay(page, email);
  await expectSuccess(page);
  await expect.poll(() => vendors.purchases.length).toBe(2 * VENDORS.length);
  const revenues = vendors.purchases
    .filter(({ vendor }) => vendor === "posthog")
    .map(({ calls }) => (calls as [string, string, { revenue: number }])[2].revenue);
  expect(revenues.toSorted()).toEqual([37, 9]);

  const other = await context.newPage();
  for (const tab of [page, other]) {
    const before = vendors.pages.length;
    await tab.goto(page.url());
    await expectSuccess(tab);
    await expect.poll(() => vendors.pages.length - before).toBe(VENDORS.length);
    await waitUntilQuiet(tab);
  }
  expect(vendors.purchases).toHaveLength(2 * VENDORS.length);
  expect(page.url()).toContain("/checkout/success?order=");
  const sent = JSON.stringify([vendors.requests, vendors.purchases, vendors.pages]);
  expect(sent).not.toContain("cs_test");
  expect(sent).not.toContain(email);
});

test("nothing is sent without consent, and failing vendors affect no page", async ({
  page,
  context,
  vendors,
  store,
}) => {
  await test.step("before a choice nothing is sent", async () => {
    await buyAndArrive(page);
    await expect(banner(page)).toBeVisible();
    await waitUntilQuiet(page);
    expect(vendors.requests).toEqual([]);
  });

  await test.step("failing vendors affect no page", async () => {
    await choose(page, "Accept all");
    await expect.poll(() => vendors.requests.length).toBe(VENDORS.length);
    for (const fault of ["blocked", "hanging", "throwing"] as const) {
      vendors.fault = fault;
      await page.reload();
      await expect(page.getByText("Your Order (1 item(s))")).toBeVisible();
    }
    vendors.fault = undefined;
    const before = vendors.requests.length;
    await page.goto("/login");
    await settle(page);
    expect(vendors.requests).toHaveLength(before);
  });

  await test.step("revoked consent removes cookies, and nothing is sent", async () => {
    await page.goto("/");
    await settle(page);
    const names = ["_fbp", "_ga", "_pin_unauth", "ph_phc_test_posthog"];
    await context.addCookies(names.map((name) => ({ name, value: "x", url: store.url })));
    await settingsOf(page).click();
    await choose(page, "Reject all");
    const cookies = async () => (await context.cookies()).map(({ name }) => name);
    await expect.poll(cookies).toEqual(["buyer"]);
    const before = vendors.requests.length;
    await page.reload();
    await settle(page);
    await expect(banner(page)).toBeHidden();
    expect(vendors.requests).toHaveLength(before);
  });

  await test.step("a browser that objects to marketing can allow analytics", async () => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "globalPrivacyControl", { value: true }),
    );
    const [requests, purchases] = [vendors.requests.length, vendors.purchases.length];
    await page.reload();
    await waitUntilLive(page);
    await settingsOf(page).click();
    await expect(page.getByRole("checkbox", { name: "Marketing" })).toBeDisabled();
    await page.getByRole("checkbox", { name: "Analytics" }).check();
    await page.getByRole("button", { name: "Save my choice" }).click();
    await expect.poll(() => vendors.requests.length).toBe(requests + 1);
    await buyAndArrive(page, "Advanced Pack");
    const reported = () => vendors.purchases.slice(purchases).map(({ vendor }) => vendor);
    await expect.poll(reported).toEqual(["posthog"]);
    const later = vendors.requests.slice(requests);
    expect(later.every((url) => url.includes("posthog"))).toBe(true);
  });
});
