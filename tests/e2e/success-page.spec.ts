import { aPurchaseOf, PURCHASE_CALL, stubPurchase } from "./purchase-stub.ts";
import { expect, test } from "./shop.ts";

const PAGE = "/checkout/success?sessionId=cs_test_0123456789";

test.use({ allowConsole: [/(?:status of 409|ERR_FAILED) .*\/api\/products\/purchase-detail/] });

test("the order's page says that it verifies, why that failed, and tries again", async ({
  page,
}) => {
  const answer = Promise.withResolvers<void>();
  await page.route(PURCHASE_CALL, async (route) => {
    await answer.promise;
    await route.fulfill({
      status: 409,
      json: { message: "This payment has not been completed.", code: "unpaid" },
    });
  });
  await page.goto(PAGE);
  await expect(page.getByText("Verifying purchase information...").first()).toBeVisible();
  answer.resolve();
  await expect(page.getByRole("heading", { name: "Purchase Failed" })).toBeVisible();
  await expect(page).toHaveTitle("Purchase Failed | Papercub");
  await expect(
    page
      .getByText("Failed to get purchase information: This payment has not been completed.")
      .first(),
  ).toBeVisible();
  await page.unroute(PURCHASE_CALL);
  await page.route(PURCHASE_CALL, (route) => route.abort());
  await page.getByRole("button", { name: "Retry Verification" }).click();
  await expect(page.getByText("Network error, please try again later").first()).toBeVisible();
  await stubPurchase(page, aPurchaseOf());
  await page.getByRole("button", { name: "Retry Verification" }).click();
  await expect(page.getByRole("heading", { name: "Purchase Successful!" })).toBeVisible();
  await expect(page).toHaveTitle("Purchase Successful! | Papercub");
});

test("the masked order offers to mail the files again", async ({ page }) => {
  await stubPurchase(page, aPurchaseOf({ masked: true, customerEmail: "an••••@ex••••.com" }));
  await page.goto(PAGE);
  await expect(page.getByText("an••••@ex••••.com").first()).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: /open|download/i })).toHaveCount(0);
  const asked = page.waitForRequest("**/api/orders/resend");
  await page.getByRole("button", { name: "Mail my files again" }).click();
  expect((await asked).postDataJSON()).toEqual({ sessionId: "cs_test_0123456789" });
  await expect(
    page.getByRole("status").filter({ hasText: "Your files are on their way" }),
  ).toBeVisible();
});
