import type { Page } from "playwright/test";
import { type Store, storeFixture } from "./own-store.ts";
import { expect, test as base } from "./shop.ts";
import { listenAsVendors, type VendorSink } from "./vendor-sinks.ts";

export { expect };

const TRACKERS = {
  POSTHOG_KEY: "phc_test",
  META_PIXEL_ID: "1234567",
  GTM_ID: "GTM-TEST1",
  PINTEREST_TAG_ID: "7654321",
};

/** Journeys over a store with all trackers; fakes replace the vendors. */
export const test = base.extend<{ vendors: VendorSink }, { store: Store }>({
  store: [storeFixture(TRACKERS), { scope: "worker" }],
  baseURL: async ({ store }, use) => use(store.url),
  vendors: [
    async ({ context, store }, use) => use(await listenAsVendors(context, store.url)),
    { auto: true },
  ],
});

export const banner = (page: Page) =>
  page.getByRole("region", { name: /May we count|What may we use/ });

export const choose = (page: Page, button: "Accept all" | "Reject all" | "Choose") =>
  banner(page).getByRole("button", { name: button }).click();

export const expectSuccess = (page: Page) =>
  expect(page.getByRole("heading", { name: "Purchase Successful!" })).toBeVisible();
