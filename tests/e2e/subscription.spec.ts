import { expect, newBuyer, test } from "./funnel-shop.ts";
import { buyAhead } from "./shop.ts";
import { signInAs } from "./sign-in.ts";
import { expectStateSound } from "./sound.ts";

test("a subscription is ended in the billing portal, and the account says when it ends", async ({
  page,
  store,
}) => {
  test.slow();
  const pack = "Advanced Pack";
  const email = newBuyer("clara");
  await store.edit(pack, { type: "subscription", billingPeriod: "month" });
  const saved = page.waitForResponse("**/api/subscriptions");
  await buyAhead(page, { pack, email });
  expect((await saved).status()).toBe(201);
  await expect(page.getByRole("heading", { name: "Purchase Successful!" })).toBeVisible();
  await store.edit(pack, { type: "digital", billingPeriod: null });
  await signInAs(page, email);

  await page.goto("/account");
  const card = page.getByRole("article", { name: pack });
  await expect(card).toContainText("Subscription renews monthly");
  await card.getByRole("button", { name: "Manage subscription" }).click();
  await page.waitForURL(/\/demo\/portal\/bps_/);
  await page.getByRole("button", { name: "Cancel the subscription" }).click();
  await expect(page.getByRole("button", { name: "Keep the subscription" })).toBeVisible();

  await page.getByRole("link", { name: "Back to the store" }).click();
  await expect(page).toHaveURL("/account");
  // The provider's event arrives a moment later.
  await expect(async () => {
    await page.reload();
    await expect(card).toContainText("Ends on", { timeout: 500 });
  }).toPass();
  await expect(card).not.toContainText("renews");
  await expect(card.getByRole("link", { name: "Access Product" })).toBeVisible();
  await expectStateSound(page);
});
