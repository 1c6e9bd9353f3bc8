import { buyAhead, newBuyer, pay, waitUntilLive, waitUntilQuiet } from "./shop.ts";
import { banner, choose, expect, expectSuccess, test } from "./tracked-shop.ts";

test.describe.configure({ timeout: 60_000 });

test("the pack's order is reported too when an extra is bought after it", async ({
  page,
  vendors,
}) => {
  await page.goto("/");
  await choose(page, "Accept all");
  const email = newBuyer("lara");
  await buyAhead(page, { pack: "Premium Pack", email, successRouter: (id) => `/upsell/${id}` });
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

test("an order is reported from its offer, once, which names neither the buyer nor the session", async ({
  page,
  context,
  vendors,
}) => {
  await page.goto("/");
  await choose(page, "Accept all");
  const email = newBuyer("mona");
  await buyAhead(page, { pack: "Premium Pack", email, successRouter: (id) => `/upsell/${id}` });
  await expect.poll(() => vendors.purchases.length).toBe(4);
  await waitUntilLive(page);
  expect(vendors.pages.some(({ href }) => href.includes("/upsell/"))).toBe(true);
  const document = await page.content();
  expect(document).not.toContain(email);
  expect(document).not.toContain("cs_test");
  const said = JSON.stringify([vendors.requests, vendors.purchases, vendors.pages]);
  expect(said).not.toContain("cs_test");
  expect(said).not.toContain(email);

  const order = page.getByRole("link", { name: "See my order" });
  await expect(order).toHaveAttribute("href", /\/checkout\/success\?order=[A-Z0-9-]+$/);
  const address = (await order.getAttribute("href")) ?? "";
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(address);
    await expectSuccess(tab);
    await waitUntilQuiet(tab);
  }
  expect(vendors.purchases).toHaveLength(4);
});

test("a choice made at the offer reports the order that led there", async ({ page, vendors }) => {
  const email = newBuyer("nora");
  await buyAhead(page, { pack: "Premium Pack", email, successRouter: (id) => `/upsell/${id}` });
  await expect(banner(page)).toBeVisible();
  await waitUntilQuiet(page);
  expect(vendors.requests).toEqual([]);
  await choose(page, "Accept all");
  await expect.poll(() => vendors.purchases.length).toBe(4);
});
