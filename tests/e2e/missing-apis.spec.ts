// Old and strict browsers, and pages over plain HTTP, lack some APIs.
import type { Page } from "playwright/test";
import { addUser } from "./admin-fixture.ts";
import { buyAhead, expect, newBuyer, openLive, test } from "./shop.ts";
import { signInAs, signInAsOwner } from "./sign-in.ts";

/** Removes the APIs for tab coordination and storage from every page opened later. */
async function withoutCoordination(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ["locks", "storage", "clipboard"]) {
      Reflect.deleteProperty(Navigator.prototype, name);
    }
    Reflect.deleteProperty(Crypto.prototype, "randomUUID");
    Reflect.deleteProperty(globalThis, "BroadcastChannel");
  });
}

async function openAccount(page: Page): Promise<void> {
  const email = newBuyer("ada");
  await buyAhead(page, { pack: "Premium Pack", email });
  await expect(page.getByText(email)).toBeVisible();
  await signInAs(page, email);
  await openLive(page, "/account");
}

test("without storage manager, locks and channels a file is saved, but may be evicted", async ({
  page,
}) => {
  await withoutCoordination(page);
  await openAccount(page);
  await page.getByRole("button", { name: /^Save for offline: Month 1/ }).click();
  await expect(page.getByRole("link", { name: /^Open: Month 1/ })).toBeVisible();
  await expect(page.getByText("Your browser may remove them")).toBeVisible();
});

test("without Cache Storage files cannot be saved, but open", async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, "caches"));
  await openAccount(page);
  await expect(page.getByText("This browser can't save files")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Month 1/ }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Save/ })).toHaveCount(0);
});

test("without storage manager, locks and channels the admin opens, saves, and asks for one tab", async ({
  page,
}) => {
  await withoutCoordination(page);
  await signInAsOwner(page);
  const user = await addUser(page);
  await page.goto(user.screen);
  const note = page.getByText("Please use the admin in one tab only");
  await expect(note).toBeVisible();
  await page.getByRole("button", { name: `Edit ${user.email}` }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Name", { exact: true }).fill("Ada");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("gridcell", { name: "Ada" })).toBeVisible();
  await expect.poll(user.written).toEqual(["Ada", "Una"]);
  await page.getByRole("button", { name: "Got it" }).click();
  await page.goto("/admin/device");
  await expect(page.getByText("This browser may delete the data")).toBeVisible();
  await expect(note).toHaveCount(0);
});
