// An owner of the Advanced Pack upgrades on a phone.
import type { Page } from "playwright/test";
import { buyAhead, expect, newBuyer, pay, signInAs, test, waitUntilLive } from "./shop.ts";
import { expectStateSound } from "./accessible.ts";

const ORDER_PAGE = /\/checkout\/success\?/;

test.use({ viewport: { width: 390, height: 844 } });

const offersOn = (page: Page) => page.getByRole("region", { name: "More for you" });
const upgradeOn = (page: Page) =>
  offersOn(page).getByRole("button", { name: "Upgrade for $10 Premium Pack" });

test("an upgrade is offered after a purchase, and costs the difference", async ({ page }) => {
  const email = newBuyer("upgrade");
  await buyAhead(page, { pack: "Advanced Pack", email });
  const offers = offersOn(page);
  await expect(offers).toContainText(
    "You paid $27 for your Advanced Pack, so you only pay the difference.",
  );
  await expectStateSound(page);

  await test.step("a canceled payment returns to the order", async () => {
    await upgradeOn(page).click();
    await page.getByRole("link", { name: /back/i }).click();
    await page.waitForURL(ORDER_PAGE);
  });

  await upgradeOn(page).click();
  await page.waitForURL(/\/demo\/pay\/cs_/);
  await expect(page.getByText("$10.00").first()).toBeVisible();
  await pay(page, email);
  await page.waitForURL(ORDER_PAGE);
  await expect(page.getByRole("heading", { name: "Premium Pack", exact: true })).toBeVisible();
  await expect(offers.getByRole("heading", { name: "Dinosaur Busy Book" })).toBeVisible();
  await expect(offers.getByRole("button", { name: /^Upgrade/ })).toHaveCount(0);

  await signInAs(page, email);
  await page.goto("/account");
  await waitUntilLive(page);
  await expect(page.getByRole("article").getByRole("heading", { level: 3 })).toHaveText([
    "Premium Pack",
    "Advanced Pack",
  ]);
  await expect(offers.getByRole("heading", { name: /classroom license/ })).toBeVisible();
  await expect(offers.getByRole("heading", { name: "Advanced Pack" })).toHaveCount(0);

  await test.step("a logout moves the focus to the next page", async () => {
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeFocused();
  });
});
