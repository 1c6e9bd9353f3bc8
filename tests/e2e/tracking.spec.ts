import type { BrowserContext, Page } from "playwright/test";
import {
  buyAhead,
  declineOffers,
  newBuyer,
  pay,
  startBuying,
  waitUntilLive,
  waitUntilQuiet,
} from "./shop.ts";
import { expect, test } from "./tracked-shop.ts";

test.describe.configure({ timeout: 60_000 });

const banner = (page: Page) => page.getByRole("region", { name: /May we count|What may we use/ });
const choose = (page: Page, button: "Accept all" | "Reject all" | "Choose") =>
  banner(page).getByRole("button", { name: button }).click();

/** The footer's button answers once the page is live. */
async function openSettings(page: Page): Promise<void> {
  await waitUntilLive(page);
  await page.getByRole("button", { name: "Privacy settings" }).click();
}

/** Buys the Premium Pack alone, page by page, and arrives at its order. */
async function buyOnePack(page: Page): Promise<string> {
  const email = newBuyer("kira");
  await startBuying(page, "Premium Pack");
  await pay(page, { email });
  await declineOffers(page);
  await expectSuccess(page);
  return email;
}

/** The same for what happens only at the order's page. */
async function arriveAtOrder(page: Page): Promise<void> {
  await buyAhead(page, { pack: "Premium Pack", email: newBuyer("kira") });
  await expectSuccess(page);
}

const expectSuccess = (page: Page) =>
  expect(page.getByRole("heading", { name: "Purchase Successful!" })).toBeVisible();

async function orderNumber(page: Page): Promise<string> {
  const fact = page.locator("dl div").filter({ hasText: "Order number" }).locator("dd");
  return (await fact.innerText()).trim();
}

test("before a choice nobody is asked for anything, and a purchase waits", async ({
  page,
  vendors,
}) => {
  await buyOnePack(page);
  await expect(banner(page)).toBeVisible();
  await page.reload();
  await expect(banner(page)).toBeVisible();
  expect(vendors.requests).toEqual([]);
  await choose(page, "Accept all");
  await expect.poll(() => vendors.purchases.length).toBe(4);
});

test("after consent each vendor learns of the order once, whatever is reloaded", async ({
  page,
  context,
  vendors,
}) => {
  await page.goto("/");
  await choose(page, "Accept all");
  await expect(banner(page)).toBeHidden();
  const email = await buyOnePack(page);
  await expect.poll(() => vendors.purchases.length).toBe(4);
  const order = await orderNumber(page);
  expect(vendors.purchases.toSorted((a, b) => a.vendor.localeCompare(b.vendor))).toEqual(
    purchasesOf(order),
  );
  const other = await context.newPage();
  for (const tab of [page, other]) {
    for (let time = 0; time < 3; time++) {
      const before = vendors.pages.length;
      await tab.goto(page.url());
      await expectSuccess(tab);
      await expect.poll(() => vendors.pages.length - before).toBe(4);
      await waitUntilQuiet(tab);
    }
  }
  expect(vendors.purchases).toHaveLength(4);
  expect(page.url()).toContain(`/checkout/success?order=${order}`);
  const said = JSON.stringify([vendors.requests, vendors.purchases, vendors.pages]);
  expect(said).not.toContain("cs_test");
  expect(said).not.toContain(email);
});

/** The golden payloads of the Premium Pack. */
function purchasesOf(order: string) {
  return [
    {
      vendor: "gtm",
      calls: [
        { ecommerce: null },
        {
          event: "purchase",
          ecommerce: {
            transaction_id: order,
            value: 37,
            currency: "USD",
            items: [{ item_id: "1", item_name: "Premium Pack", price: 37, quantity: 1 }],
          },
        },
      ],
    },
    {
      vendor: "meta",
      calls: [
        "track",
        "Purchase",
        {
          value: 37,
          currency: "USD",
          contents: [{ id: "1", quantity: 1, item_price: 37 }],
          content_ids: ["1"],
          content_type: "product",
        },
        { eventID: order },
      ],
    },
    {
      vendor: "pinterest",
      calls: [
        "track",
        "checkout",
        {
          event_id: order,
          order_id: order,
          value: 37,
          currency: "USD",
          order_quantity: 1,
          line_items: [
            {
              product_id: "1",
              product_name: "Premium Pack",
              product_price: 37,
              product_quantity: 1,
            },
          ],
        },
      ],
    },
    {
      vendor: "posthog",
      calls: [
        "capture",
        "Order Completed",
        {
          order_id: order,
          revenue: 37,
          currency: "USD",
          products: [{ product_id: "1", name: "Premium Pack", price: 37, quantity: 1 }],
        },
      ],
    },
  ];
}

test("the pack's order is reported too when an extra is bought after it", async ({
  page,
  vendors,
}) => {
  await page.goto("/");
  await choose(page, "Accept all");
  const email = newBuyer("lara");
  await startBuying(page, "Premium Pack");
  await pay(page, { email });
  await page.waitForURL(/\/upsell\/\d+$/);
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

test("after a refusal nobody learns anything, then or later", async ({ page, vendors }) => {
  await arriveAtOrder(page);
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

test("each category is its own choice", async ({ page, vendors }) => {
  await page.goto("/");
  await choose(page, "Choose");
  await page.getByRole("checkbox", { name: "Analytics" }).check();
  await page.getByRole("button", { name: "Save my choice" }).click();
  await arriveAtOrder(page);
  await expect.poll(() => vendors.purchases.map(({ vendor }) => vendor)).toEqual(["posthog"]);
  expect(vendors.requests.every((url) => url.includes("posthog"))).toBe(true);
});

test("the browser's own refusal keeps marketing off", async ({ page, vendors }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "globalPrivacyControl", { value: true }),
  );
  await page.goto("/");
  await choose(page, "Choose");
  await expect(page.getByRole("checkbox", { name: "Marketing" })).toBeDisabled();
  await choose(page, "Accept all");
  await arriveAtOrder(page);
  await expect.poll(() => vendors.purchases.map(({ vendor }) => vendor)).toEqual(["posthog"]);
});

test("taking consent back stops vendors and removes their traces", async ({
  page,
  context,
  vendors,
  store,
}) => {
  await page.goto("/");
  await choose(page, "Accept all");
  await expect.poll(() => vendors.requests.length).toBe(4);
  await context.addCookies(
    ["_fbp", "_ga", "_pin_unauth", "ph_phc_test_posthog"].map((name) => ({
      name,
      value: "x",
      url: store.url,
    })),
  );
  await openSettings(page);
  await choose(page, "Reject all");
  await expect.poll(() => namesOf(context)).toEqual([]);
  const before = vendors.requests.length;
  await arriveAtOrder(page);
  await waitUntilLive(page);
  await waitUntilQuiet(page);
  expect(vendors.requests).toHaveLength(before);
  expect(vendors.purchases).toEqual([]);
});

async function namesOf(context: BrowserContext): Promise<string[]> {
  const cookies = await context.cookies();
  return cookies.map(({ name }) => name).filter((name) => name !== "buyer");
}

test.describe("vendors that fail", () => {
  test.use({ allowConsole: [/ERR_BLOCKED_BY_CLIENT|broken vendor/] });

  for (const fault of ["blocked", "hanging", "throwing"] as const) {
    test(`${fault}: the page stays as it is`, async ({ page, vendors }) => {
      vendors.fault = fault;
      await page.goto("/");
      await choose(page, "Accept all");
      await arriveAtOrder(page);
      await expect(page.getByText("Your Order (1 item(s))")).toBeVisible();
    });
  }
});

test.describe("the pages where people sign in", () => {
  test.use({ allowConsole: [/status of 404 .*\/admin$/] });

  test("keep vendors away", async ({ page, vendors }) => {
    await page.goto("/");
    await choose(page, "Accept all");
    await expect.poll(() => vendors.requests.length).toBe(4);
    for (const path of ["/login", "/account", "/admin"]) {
      await page.goto(path);
      await waitUntilLive(page);
      await waitUntilQuiet(page);
    }
    expect(vendors.requests).toHaveLength(4);
  });
});
