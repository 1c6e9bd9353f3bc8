import {
  buyPack,
  expect,
  expectOrder,
  newBuyer,
  no,
  noMore,
  pay,
  test,
  waitUntilLive,
  yes,
  yesAndPay,
} from "./funnel-shop.ts";

test.describe.configure({ timeout: 60_000 });

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("yes and yes: the pack, then both extras", async ({ page, store }) => {
      const email = await buyPack(page);
      await expect(page.getByText("Premium Pack is paid, and its files are on")).toBeVisible();
      await yes(page).click();
      await page.waitForURL(
        `/upsell2?originalProductId=${store.idOf("Premium Pack")}&upsellProductId=${store.idOf("Dinosaur Busy Book")}`,
      );
      await expect(page.getByRole("definition").last()).toHaveText("$31");
      await yesAndPay(page).click();
      await page.waitForURL(/\/demo\/pay\//);
      await pay(page, { email });
      await expectOrder(page, "$31.00 USD");
      expect(await store.paidBy(email)).toEqual([3700, 3100]);
    });

    test("yes and no: the pack, then the dinosaurs alone", async ({ page, store }) => {
      const email = await buyPack(page);
      await yes(page).click();
      await expect(page.getByText("Without it you pay $12 on the next page.")).toBeVisible();
      await noMore(page).click();
      await page.waitForURL(/\/demo\/pay\//);
      await pay(page, { email });
      await expectOrder(page, "$12.00 USD");
      expect(await store.paidBy(email)).toEqual([3700, 1200]);
    });

    test("no and yes: the pack, then the smaller book", async ({ page, store }) => {
      const email = await buyPack(page);
      await no(page).click();
      await page.waitForURL(`/downsell?originalProductId=${store.idOf("Premium Pack")}`);
      await yesAndPay(page).click();
      await page.waitForURL(/\/demo\/pay\//);
      await pay(page, { email });
      await expectOrder(page, "$9.00 USD");
      expect(await store.paidBy(email)).toEqual([3700, 900]);

      await page.getByRole("link", { name: /^See this order ?: Premium Pack$/ }).click();
      await expectOrder(page, "$37.00 USD");
      await expect(page.getByRole("heading", { name: "Premium Pack" })).toBeVisible();
    });

    test("no and no: the pack alone, straight to its files", async ({ page, store }) => {
      const email = await buyPack(page);
      await no(page).click();
      await expect(page.getByText("there is nothing more to pay")).toBeVisible();
      await noMore(page).click();
      await expectOrder(page, "$37.00 USD");
      expect(await store.paidBy(email)).toEqual([3700]);
    });

    test("visited without a purchase, everything listed is charged once", async ({
      page,
      store,
    }) => {
      const email = newBuyer("hedda");
      await page.goto(`/upsell/${store.idOf("Advanced Pack")}`);
      await expect(page.getByText("Nothing has been charged.")).toBeVisible();
      await yes(page).click();
      await yesAndPay(page).click();
      await page.waitForURL(/\/demo\/pay\//);
      await pay(page, { email });
      await expectOrder(page, "$58.00 USD");
      expect(await store.paidBy(email)).toEqual([2700 + 1200 + 1900]);
    });
  });
}

test("the session id leaves the address, and the page still knows the order", async ({ page }) => {
  await buyPack(page);
  await expect(page).not.toHaveURL(/sessionId/);
  await page.reload();
  await expect(page.getByText("Premium Pack is paid, and its files are on")).toBeVisible();
  await page.getByRole("link", { name: "See my order" }).click();
  await expectOrder(page, "$37.00 USD");
});

test("a refused session id is no paid order", async ({ page, store }) => {
  await page.goto(`/upsell/${store.idOf("Premium Pack")}?sessionId=cs_test_0123456789`);
  await expect(page.getByText("Nothing has been charged.")).toBeVisible();
});

test("a browser that lost its cookie is not charged for the pack again", async ({
  page,
  context,
  store,
}) => {
  const email = newBuyer("iris");
  const paid = page.getByText("Premium Pack is paid, and its files are on");
  await page.goto("/");
  await page.getByRole("button", { name: "DOWNLOAD NOW" }).first().click();
  await page.waitForURL(/\/demo\/pay\//);
  await context.clearCookies();
  await pay(page, { email });
  await page.waitForURL(/\/upsell\//);
  await page.reload();
  await expect(paid).toBeVisible();
  await no(page).click();
  await page.waitForURL(/\/downsell\?/);
  await page.reload();
  await expect(paid).toBeVisible();
  await expect(page.getByRole("definition").last()).toHaveText("$9");
  await yesAndPay(page).click();
  await page.waitForURL(/\/demo\/pay\//);
  await pay(page, { email });
  await expectOrder(page, "$9.00 USD");
  expect(await store.paidBy(email)).toEqual([3700, 900]);
});

test("refreshing and going back in between charges nothing twice", async ({ page, store }) => {
  const email = await buyPack(page);
  await page.reload();
  await yes(page).click();
  await page.waitForURL(/\/upsell2\?/);
  await page.reload();
  await waitUntilLive(page);
  await page.goBack();
  await no(page).click();
  await page.waitForURL(/\/downsell\?/);
  await page.goBack();
  await page.goBack();
  await page.goForward();
  await yes(page).click();
  await yesAndPay(page).click();
  await page.waitForURL(/\/demo\/pay\//);
  const first = page.url();
  await page.goBack();
  await yesAndPay(page).click();
  await page.waitForURL(first);
  await pay(page, { email });
  await expectOrder(page, "$31.00 USD");
  await page.goBack();
  await page.goto(
    `/upsell2?originalProductId=${store.idOf("Premium Pack")}&upsellProductId=${store.idOf("Dinosaur Busy Book")}`,
  );
  await page.getByRole("link", { name: "See my order with the Color Workbook" }).click();
  await expectOrder(page, "$31.00 USD");
  expect(await store.paidBy(email)).toEqual([3700, 3100]);
});

test("a double click starts one checkout", async ({ page, store }) => {
  const email = await buyPack(page);
  await no(page).click();
  await page.waitForURL(/\/downsell\?/);
  await waitUntilLive(page);
  let calls = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/create-checkout-session")) calls += 1;
  });
  await yesAndPay(page).dblclick();
  await page.waitForURL(/\/demo\/pay\//);
  expect(calls).toBe(1);
  await pay(page, { email });
  await expectOrder(page, "$9.00 USD");
  expect(await store.paidBy(email)).toEqual([3700, 900]);
});

test("two tabs pay for the same things once", async ({ page, context, store }) => {
  const email = await buyPack(page);
  await yes(page).click();
  await page.waitForURL(/\/upsell2\?/);
  const other = await context.newPage();
  await other.goto(page.url());
  await yesAndPay(page).click();
  await page.waitForURL(/\/demo\/pay\//);
  await pay(page, { email });
  await expectOrder(page, "$31.00 USD");
  await yesAndPay(other).click();
  await other.waitForURL(/\/checkout\/success/);
  await expect(other.getByRole("heading", { name: "Purchase Successful!" })).toBeVisible();
  expect(await store.paidBy(email)).toEqual([3700, 3100]);
});
