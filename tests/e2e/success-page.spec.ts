import { aPurchaseOf, PURCHASE_CALL, stubPurchase } from "./purchase-stub.ts";
import { expect, hold, openLive, test } from "./shop.ts";

const PAGE = "/checkout/success?sessionId=cs_test_0123456789";

test.use({ allowConsole: [/(?:status of 409|ERR_FAILED) .*\/api\/products\/purchase-detail/] });

test("the order's page says that it verifies, why that failed, tries again, and mails files again", async ({
  page,
}) => {
  const answer = await hold(page, PURCHASE_CALL, {
    status: 409,
    json: { message: "This payment has not been completed.", code: "unpaid" },
  });
  await openLive(page, PAGE);
  await expect(page.getByText("Verifying purchase information...").first()).toBeVisible();
  answer();
  await expect(page.getByRole("heading", { name: "Purchase Failed" })).toBeVisible();
  await expect(page).toHaveTitle("Purchase Failed | Papercub");
  await page.route(PURCHASE_CALL, (route) => route.abort());
  const retry = page.getByRole("button", { name: "Retry Verification" });
  await retry.click();
  await expect(page.getByText("Network error, please try again later").first()).toBeVisible();
  const email = "an••••@ex••••.com";
  await stubPurchase(page, aPurchaseOf({ masked: true, customerEmail: email }));
  await retry.click();
  await expect(page.getByRole("heading", { name: "Purchase Successful!" })).toBeVisible();
  await expect(page).toHaveTitle("Purchase Successful! | Papercub");

  const asked = page.waitForRequest("**/api/orders/resend");
  await page.getByRole("button", { name: "Mail my files again" }).click();
  expect((await asked).postDataJSON()).toEqual({ sessionId: "cs_test_0123456789" });
  await expect(
    page.getByRole("status").filter({ hasText: "Your files are on their way" }),
  ).toBeVisible();
});

test("a payment that the bank refuses ends the wait on the open page, and can be made again", async ({
  page,
}) => {
  await stubPurchase(page, aPurchaseOf({ status: "processing" }));
  await openLive(page, PAGE);
  await expect(page.getByText("Waiting for the bank…")).toBeVisible();
  await page.route(PURCHASE_CALL, (route) =>
    route.fulfill({
      status: 409,
      json: {
        message: "Your bank did not confirm the payment.",
        code: "unpaid",
        reason: "payment_refused",
      },
    }),
  );
  // A page that is shown again asks at once.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByRole("heading", { name: "Purchase Failed" })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("Nothing was charged.");
  await page.getByRole("link", { name: "Order again" }).click();
  await expect(page.getByRole("heading", { name: "Choose your pack" })).toBeInViewport();
});
