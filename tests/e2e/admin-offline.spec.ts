// The admin while the store does not answer: it opens, it is edited, and everything is sent later.
import type { Page } from "playwright/test";
import { openStore, type Store } from "./own-store.ts";
import { expect } from "./shop.ts";
import { expectNoFault, test as base } from "./sound.ts";

const SAME_ORIGIN = { "Sec-Fetch-Site": "same-origin" };

const test = base.extend<{ store: Store }>({
  // oxlint-disable-next-line no-empty-pattern
  store: async ({}, use) => {
    const store = await openStore();
    await use(store);
    await store.close();
  },
  baseURL: async ({ store }, use) => use(store.url),
});

test.use({ allowConsole: [/ERR_CONNECTION_REFUSED|ERR_FAILED|ERR_INTERNET|status of 50\d/] });

async function openAdmin(page: Page, path = "/admin/tables/products"): Promise<void> {
  const opened = await page.request.post("/demo/admin", { headers: SAME_ORIGIN });
  expect(opened.ok()).toBe(true);
  await page.goto(path);
  await expect(page.getByRole("grid")).toBeVisible();
  await page.waitForFunction(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("admin-code-"));
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().length > 2 && navigator.serviceWorker.controller !== null;
  });
}

test("the admin opens while the store is dead, for the one who was let in last", async ({
  page,
  store,
}) => {
  await openAdmin(page);
  await store.kill();
  await page.reload();
  await expect(page.getByRole("grid")).toBeVisible();
  await expect(page.getByText(/^As of .+ · offline/)).toBeVisible();
  await expectNoFault(page);
  await page.goto("/admin/tables/refunds");
  await expect(
    page.getByText("You are offline, and this was not opened on this device before."),
  ).toBeVisible();
});
