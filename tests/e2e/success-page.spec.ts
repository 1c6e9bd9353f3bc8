import { FIRST_WAIT_MS } from "../../client/features/checkout/success/purchase-state.ts";
import { aPurchaseOf, PURCHASE_CALL, stubPurchase } from "./purchase-stub.ts";
import { expect, hold, openLive, test } from "./shop.ts";

const PAGE = "/checkout/success?sessionId=cs_test_0123456789";

test.use({ allowConsole: [/status of 409 .*\/api\/products\/purchase-detail/] });

test("the order's page verifies, explains a failure, tries again, and mails the files again", async ({
  page,
}) => {
  const answer = await hold(page, PURCHASE_CALL, {
    status: 409,
    json: { message: "This payment has not been completed.", code: "unpaid" },
  });
  await openLive(page, PAGE);
  await expect(page.getByText("Verifying purchase information...").first()).toBeVisible();
  answer();
  await expect(page).toHaveTitle("Purchase Failed | Papercub");
  const masked = { masked: true, customerEmail: "an••••@ex••••.com" };
  await stubPurchase(page, aPurchaseOf(masked));
  await page.getByRole("button", { name: "Retry Verification" }).click();
  await expect(page).toHaveTitle("Purchase Successful! | Papercub");

  const request = page.waitForRequest("**/api/orders/resend");
  await page.getByRole("button", { name: "Mail my files again" }).click();
  expect((await request).postDataJSON()).toEqual({ sessionId: "cs_test_0123456789" });
  await expect(
    page.getByRole("status").filter({ hasText: "files are on their way" }),
  ).toBeVisible();
});

test("a mail that bounces is reported on the open page", async ({ page }) => {
  const purchase = aPurchaseOf({ canCorrectAddress: true, mail: "waiting" });
  await page.clock.install();
  await stubPurchase(page, purchase);
  await openLive(page, PAGE);
  await expect(page.getByRole("heading", { name: "anna@example.com" })).toBeVisible();
  await stubPurchase(page, { ...purchase, mail: "failed" });
  await page.clock.fastForward(FIRST_WAIT_MS);
  await expect(page.getByRole("alert").filter({ hasText: "could not be delivered" })).toBeVisible();
});

test("a payment that the bank refuses ends the wait, and can be made again", async ({ page }) => {
  await stubPurchase(page, aPurchaseOf({ status: "processing" }));
  await openLive(page, PAGE);
  await expect(page.getByText("Waiting for the bank…")).toBeVisible();
  const message = "Your bank did not confirm the payment.";
  const json = { message, code: "unpaid", reason: "payment_refused" };
  await page.route(PURCHASE_CALL, (route) => route.fulfill({ status: 409, json }));
  // A page that is shown again asks at once.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByRole("alert")).toContainText("Nothing was charged.");
  await page.getByRole("link", { name: "Order again" }).click();
  await expect(page.getByRole("heading", { name: "Choose your pack" })).toBeInViewport();
});
