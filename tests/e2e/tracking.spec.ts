import type { BrowserContext, Page } from "playwright/test";
import { buyAhead, declineOffers, newBuyer, waitUntilLive, waitUntilQuiet } from "./shop.ts";
import { banner, choose, expect, expectSuccess, test } from "./tracked-shop.ts";

test.describe.configure({ timeout: 60_000 });
// There is no such page yet; it is private all the same.
test.use({ allowConsole: [/status of 404 .*\/admin$/] });

/** The footer's button answers once the page is live. */
async function openSettings(page: Page): Promise<void> {
  await waitUntilLive(page);
  await page.getByRole("button", { name: "Privacy settings" }).click();
}

/** Buys the Premium Pack alone, leaves both offers at once, and arrives at its order. */
async function buyOnePack(page: Page): Promise<string> {
  const email = newBuyer("kira");
  await buyAhead(page, { pack: "Premium Pack", email, successRouter: (id) => `/upsell/${id}` });
  await declineOffers(page);
  await expectSuccess(page);
  return email;
}

/** The same for what happens only at the order's page. */
async function arriveAtOrder(page: Page): Promise<void> {
  await buyAhead(page, { pack: "Premium Pack", email: newBuyer("kira") });
  await expectSuccess(page);
}

async function orderNumber(page: Page): Promise<string> {
  const fact = page.locator("dl div").filter({ hasText: "Order number" }).locator("dd");
  return (await fact.innerText()).trim();
}

test("after consent each vendor learns of the order once, whatever is reloaded", async ({
  page,
  context,
  vendors,
}) => {
  await page.goto("/");
  await choose(page, "Accept all");
  await expect(banner(page)).toBeHidden();
  const reported = () => expect.poll(() => vendors.purchases.length).toBe(4);
  const email = await buyOnePack(page);
  // The order's page tells of its own view, which is counted below only from its next visit on.
  await waitUntilQuiet(page);
  await reported();
  const order = await orderNumber(page);
  expect(vendors.purchases.toSorted((a, b) => a.vendor.localeCompare(b.vendor))).toEqual(
    purchasesOf(order),
  );
  const other = await context.newPage();
  for (const tab of [page, other]) {
    for (let time = 0; time < 2; time++) {
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
          order_id: order,
          value: 37,
          currency: "USD",
          contents: [{ id: "1", title: "Premium Pack", quantity: 1, item_price: 37 }],
          content_ids: ["1"],
          content_name: "Premium Pack",
          content_type: "product",
          num_items: 1,
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

test("before a choice and after a refusal no vendor learns anything, then or later", async ({
  page,
  vendors,
}) => {
  await arriveAtOrder(page);
  await expect(banner(page)).toBeVisible();
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

test("a choice of analytics alone tells the analytics alone", async ({ page, vendors }) => {
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

test.describe("where people sign in", () => {
  // The admin asks who is there, and sends a visitor to the sign-in page.
  test.use({ allowConsole: [/status of 401 .*\/api\/(?:users\/me|admin\/status)$/] });

  test("vendors stay away from where people sign in; consent taken back removes their traces", async ({
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
    await expect.poll(() => namesOf(context)).toEqual([]);
    const before = vendors.requests.length;
    await arriveAtOrder(page);
    await waitUntilLive(page);
    await waitUntilQuiet(page);
    expect(vendors.requests).toHaveLength(before);
    expect(vendors.purchases).toEqual([]);
  });
});

async function namesOf(context: BrowserContext): Promise<string[]> {
  const cookies = await context.cookies();
  return cookies.map(({ name }) => name).filter((name) => name !== "buyer");
}

test.describe("vendors that fail", () => {
  test.use({ allowConsole: [/ERR_BLOCKED_BY_CLIENT|broken vendor/] });

  test("leave the page as it is", async ({ page, vendors }) => {
    await page.goto("/");
    await choose(page, "Accept all");
    await arriveAtOrder(page);
    for (const fault of ["blocked", "hanging", "throwing"] as const) {
      vendors.fault = fault;
      await page.reload();
      await expect(page.getByText("Your Order (1 item(s))")).toBeVisible();
    }
  });
});
