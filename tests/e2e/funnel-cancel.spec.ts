import {
  buyPack,
  expect,
  expectOrder,
  no,
  test,
  waitUntilLive,
  yes,
  yesAndPay,
} from "./funnel-shop.ts";
import { expectNoFault, expectNoOverflow } from "./sound.ts";

test.describe.configure({ timeout: 60_000 });

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("cancelling an extra's payment keeps the paid order and the offer in reach", async ({
      page,
      store,
    }) => {
      const email = await buyPack(page);
      await yes(page).click();
      await yesAndPay(page).click();
      await page.waitForURL(/\/demo\/pay\//);
      const first = page.url();
      await page.getByRole("link", { name: /cancel/i }).click();
      await expect(page.getByRole("heading", { name: "Payment Cancelled" })).toBeVisible();
      await expect(page.getByText("No charges were made.")).toBeVisible();
      await expect(
        page.getByText(/^Your order [\dA-Z]{4}-[\dA-Z]{4} is paid and safe\. Nothing more was/),
      ).toBeVisible();
      await expect(page.getByText("What is waiting for you")).toHaveCount(0);
      await page.getByRole("link", { name: "Back to the offer" }).click();
      await page.waitForURL(
        `/upsell2?originalProductId=${store.idOf("Premium Pack")}&upsellProductId=${store.idOf("Dinosaur Busy Book")}`,
      );
      await yesAndPay(page).click();
      await page.waitForURL(first);
      await page.getByRole("link", { name: /cancel/i }).click();
      await page.getByRole("link", { name: "See my order" }).click();
      await expectOrder(page, "$37.00 USD");
      expect(await store.paidBy(email)).toEqual([3700]);
    });
  });
}

test("the order stands on the page of no other browser", async ({ page, browser }) => {
  await buyPack(page);
  await no(page).click();
  await yesAndPay(page).click();
  await page.waitForURL(/\/demo\/pay\//);
  await page.getByRole("link", { name: /cancel/i }).click();
  await page.waitForURL(/\/checkout\/cancel\?/);
  await expect(page.getByText("is paid and safe")).toBeVisible();
  const stranger = await browser.newContext();
  const answer = await stranger.request.get(page.url());
  const text = await answer.text();
  expect(text).toContain("Payment Cancelled");
  expect(text).not.toContain("is paid and safe");
  expect(text).not.toContain("cs_test_");
  await stranger.close();
});

test("the page with an order has no fault and fits a 320 px screen", async ({ page }) => {
  await buyPack(page);
  await no(page).click();
  await yesAndPay(page).click();
  await page.waitForURL(/\/demo\/pay\//);
  await page.getByRole("link", { name: /cancel/i }).click();
  await expect(page.getByText("is paid and safe")).toBeVisible();
  await waitUntilLive(page);
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoFault(page);
    await expectNoOverflow(page);
  }
});
