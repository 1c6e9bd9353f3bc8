import { buyPack, expect, expectOrder, no, pay, test, yes, yesAndPay } from "./funnel-shop.ts";

test.describe.configure({ timeout: 60_000 });

test("what was bought is not sold again", async ({ page, store }) => {
  const pack = store.idOf("Premium Pack");
  const email = await buyPack(page);
  await yes(page).click();
  await yesAndPay(page).click();
  await page.waitForURL(/\/demo\/pay\//);
  await pay(page, { email });
  await expectOrder(page, "$31.00 USD");

  await page.goto(`/upsell/${pack}`);
  const owned = page.getByText("You already have this");
  await expect(owned).toBeVisible();
  await expect(yes(page)).toHaveCount(0);
  await page.getByRole("link", { name: "See my order with the Dinosaur Busy Book" }).click();
  await expectOrder(page, "$31.00 USD");
  await page.goBack();
  await page.getByRole("link", { name: "Continue" }).click();
  await page.waitForURL(`/downsell?originalProductId=${pack}`);
  await expect(yesAndPay(page)).toBeVisible();

  const extra = store.idOf("Dinosaur Busy Book");
  await page.goto(`/upsell2?originalProductId=${pack}&upsellProductId=${extra}`);
  await expect(owned).toBeVisible();
  await expect(page.getByText(/payment|To pay on the next page/)).toHaveCount(0);
  await page.getByRole("link", { name: "See my order with the Color Workbook" }).click();
  await expectOrder(page, "$31.00 USD");
  await page.goBack();
  await page.getByRole("link", { name: "Continue to my files" }).click();
  await expectOrder(page, "$37.00 USD");
  expect(await store.paidBy(email)).toEqual([3700, 3100]);
});

test("beside an owned offer the rest of the visit can be paid", async ({ page, store }) => {
  const email = await buyPack(page);
  await no(page).click();
  await yesAndPay(page).click();
  await page.waitForURL(/\/demo\/pay\//);
  await pay(page, { email });
  await expectOrder(page, "$9.00 USD");

  await page.goto(`/downsell?originalProductId=${store.idOf("Advanced Pack")}`);
  await expect(page.getByText("You already have this")).toBeVisible();
  await expect(page.getByRole("definition").last()).toHaveText("$27");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await page.waitForURL(/\/demo\/pay\//);
  await pay(page, { email });
  await expectOrder(page, "$27.00 USD");
  expect(await store.paidBy(email)).toEqual([3700, 900, 2700]);
});
