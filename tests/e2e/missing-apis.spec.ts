// Old and strict browsers, and pages over plain HTTP, lack some APIs.
import type { Page } from "playwright/test";
import { addUser, buttonOf } from "./admin.ts";
import { expect, newBuyer, openLive, payAhead, signInAs, signInAsOwner, test } from "./shop.ts";

async function openAccount(page: Page): Promise<void> {
  const email = newBuyer("ada");
  await payAhead(page, { pack: "Premium Pack", email });
  await signInAs(page, email);
  await openLive(page, "/account");
}

test("without locks and channels files are saved, and the admin works", async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ["locks", "storage", "clipboard"]) {
      Reflect.deleteProperty(Navigator.prototype, name);
    }
    Reflect.deleteProperty(Crypto.prototype, "randomUUID");
    Reflect.deleteProperty(globalThis, "BroadcastChannel");
  });
  await openAccount(page);
  await page.getByRole("button", { name: /^Save for offline: Month 1/ }).click();
  await expect(page.getByRole("link", { name: /^Open: Month 1/ })).toBeVisible();
  await expect(page.getByText("Your browser may remove them")).toBeVisible();

  await signInAsOwner(page);
  const user = await addUser(page);
  await page.goto(user.screen);
  const note = page.getByText("Please use the admin in one tab only");
  await expect(note).toBeVisible();
  await buttonOf(page, `Edit ${user.email}`).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Name", { exact: true }).fill("Ada");
  await buttonOf(form, "Save").click();
  await expect.poll(user.written).toEqual(["Ada", "Una"]);
  await buttonOf(page, "Got it").click();
  await page.goto("/admin/device");
  await expect(page.getByText("This browser may delete the data")).toBeVisible();
  await expect(note).toHaveCount(0);
});

test("without Cache Storage files cannot be saved, but open", async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, "caches"));
  await openAccount(page);
  await expect(page.getByText("This browser can't save files")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Month 1/ }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Save ./ })).toHaveCount(0);
});
