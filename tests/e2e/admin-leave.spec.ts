// What stays of an owner's work on a device that is left: by a crash, by a logout, by another account.
import type { BrowserContext, Page } from "playwright/test";
import { expect, newBuyer } from "./shop.ts";
import { expectNoFault, test } from "./sound.ts";

const SAME_ORIGIN = { "Sec-Fetch-Site": "same-origin" };

async function openTable(page: Page, path: string) {
  const opened = await page.request.post("/demo/admin", { headers: SAME_ORIGIN });
  expect(opened.ok()).toBe(true);
  await page.goto(`/admin/tables/${path}`);
  await expect(page.getByRole("grid")).toBeVisible();
}

/** Ends a tab as a crash does: nothing of it can still be written. */
async function crash(context: BrowserContext, page: Page) {
  const browser = await context.newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  void browser.send("Page.crash").catch(() => {});
  await crashed;
  await page.close();
}

test("a half-typed form is offered back after a crash, and saved once", async ({
  page,
  context,
}) => {
  const email = newBuyer("dora");
  await openTable(page, "users");
  await page.getByRole("button", { name: "Add New" }).click();
  await page.getByRole("dialog").getByLabel("Email").fill(email);
  await page.getByRole("dialog").getByLabel("Name").fill("Do");
  await expect.poll(() => countKept(page, "drafts")).toBe(1);
  await crash(context, page);

  const again = await context.newPage();
  await openTable(again, "users");
  const line = again.getByRole("list", { name: "Unfinished forms" });
  await expect(line).toContainText(new RegExp(`Unfinished: ${email}, `));
  await expectNoFault(again);
  await again.getByRole("button", { name: "Add New" }).click();
  const form = again.getByRole("dialog", { name: "Add User" });
  await expect(form.getByLabel("Email")).toHaveValue("");
  await form.getByRole("button", { name: "Take it back" }).click();
  await expect(form.getByLabel("Email")).toHaveValue(email);
  await expect(form.getByLabel("Name")).toHaveValue("Do");
  await expectNoFault(again);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toHaveCount(0);
  await expect(line).toHaveCount(0);
  const stored = await again.request.get(`/api/tables/users?email=${encodeURIComponent(email)}`);
  expect(await stored.json()).toMatchObject({ total: 1 });
  expect(await countKept(again, "drafts")).toBe(0);
});

/** How many rows a store of the admin's databases has on this device. */
function countKept(page: Page, store: string): Promise<number> {
  return page.evaluate(async (store) => {
    const known = await indexedDB.databases();
    const counts = known
      .filter(({ name = "" }) => name.startsWith("admin-"))
      .map(({ name = "" }) => {
        return new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open(name);
          opening.addEventListener("error", reject);
          opening.addEventListener("success", () => {
            const db = opening.result;
            const counting = db.transaction(store).objectStore(store).count();
            counting.addEventListener("success", () => {
              db.close();
              resolve(counting.result);
            });
          });
        });
      });
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }, store);
}
