import type { Page } from "playwright/test";
import { type Store, storeFixture } from "./own-store.ts";
import { buyAhead, expect, hold, newBuyer, pay, test as base, waitUntilLive } from "./shop.ts";

export { expect, hold, newBuyer, pay, waitUntilLive };

/** Journeys over a store of the worker's own, so that a test may change its products. */
export const test = base.extend<object, { store: Store }>({
  store: [storeFixture(), { scope: "worker" }],
  baseURL: async ({ store }, use) => use(store.url),
});

/** Buys the pack and arrives at the first offer; returns the buyer's address. */
export async function buyPack(page: Page, pack: "Premium Pack" | "Advanced Pack" = "Premium Pack") {
  const email = newBuyer("gina");
  await buyAhead(page, { pack, email, successRouter: (id) => `/upsell/${id}` });
  return email;
}

export const yes = (page: Page) => page.getByRole("link", { name: "Yes, add it to my order" });
export const no = (page: Page) => page.getByRole("link", { name: "No, thank you" });
export const yesAndPay = (page: Page) =>
  page.getByRole("button", { name: "Yes, add it and go to payment" });
export const noMore = (page: Page) => page.getByRole("button", { name: "No, continue without it" });

/** The order's page, with what this order cost. */
export async function expectOrder(page: Page, total: string) {
  await page.waitForURL(/\/checkout\/success/);
  await expect(page.getByRole("heading", { name: "Purchase Successful!" })).toBeVisible();
  await expect(page.locator("dl").getByText(total, { exact: true })).toBeVisible();
}
