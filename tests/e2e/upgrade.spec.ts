// An owner of the Advanced Pack upgrades on a phone, with and without JavaScript.
import {
  buyAhead,
  expect,
  newBuyer,
  openMailTo,
  pay,
  signInAs,
  test,
  waitUntilLive,
} from "./shop.ts";
import { expectSound } from "./sound.ts";

const ADVANCED = { pack: "Advanced Pack" };
const ORDER_PAGE = /\/checkout\/success\?/;

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } });

    test("an upgrade is offered after a purchase, and costs the difference", async ({ page }) => {
      const email = newBuyer("upgrade");
      await buyAhead(page, { ...ADVANCED, email });
      const offers = page.getByRole("region", { name: "More for you" });
      const upgrade = offers.getByRole("button", { name: "Upgrade for $10 Premium Pack" });
      await expect(offers).toContainText(
        "You paid $27 for your Advanced Pack, so you only pay the difference.",
      );
      if (javaScriptEnabled) await expectSound(page);

      await test.step("a canceled payment returns to the order", async () => {
        await upgrade.click();
        await expect(page.getByText("$10.00").first()).toBeVisible();
        await page.getByRole("link", { name: /back/i }).click();
        await page.waitForURL(ORDER_PAGE);
      });

      await upgrade.click();
      await page.waitForURL(/\/demo\/pay\/cs_/);
      await pay(page, email);
      await page.waitForURL(ORDER_PAGE);
      await expect(page.getByRole("heading", { name: "Purchase Successful!" })).toBeVisible();
      await expect(page.getByRole("heading", { name: "Premium Pack", exact: true })).toBeVisible();
      await expect(offers.getByRole("heading", { name: "Dinosaur Busy Book" })).toBeVisible();
      await expect(offers.getByRole("button", { name: /^Upgrade/ })).toHaveCount(0);

      await signInAs(page, email);
      await page.goto("/account");
      if (javaScriptEnabled) await waitUntilLive(page);
      const owned = page.getByRole("article");
      await expect(owned.getByRole("heading", { level: 3 })).toHaveText([
        "Premium Pack",
        "Advanced Pack",
      ]);
      await expect(offers.getByRole("heading", { name: /classroom license/ })).toBeVisible();
      await expect(offers.getByRole("heading", { name: "Advanced Pack" })).toHaveCount(0);
      if (javaScriptEnabled) await expectSound(page);

      const mail = await openMailTo(page, email, "ready");
      await expect(mail.getByRole("heading", { name: "More for you" })).toBeVisible();
      await expect(mail.getByText("Dinosaur Busy Book: $12.00 USD")).toBeVisible();
    });
  });
}
