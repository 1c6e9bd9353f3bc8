import {
  buyPack,
  expect,
  expectOrder,
  hold,
  newBuyer,
  no,
  noMore,
  pay,
  test,
  waitUntilLive,
  yes,
  yesAndPay,
} from "./funnel-shop.ts";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("no and yes: the pack, then the smaller book", async ({ page, store }) => {
      const email = await buyPack(page);
      if (javaScriptEnabled) await expect(page).not.toHaveURL(/sessionId/);
      await page.reload();
      await expect(page.getByText("Premium Pack is paid, and its files are on")).toBeVisible();
      await no(page).click();
      await page.waitForURL(`/downsell?originalProductId=${store.idOf("Premium Pack")}`);
      if (javaScriptEnabled) await waitUntilLive(page);
      let calls = 0;
      page.on("request", (request) => {
        if (/\/api\/create-checkout-session$|\/checkout\/start$/.test(request.url())) calls++;
      });
      // A double click starts one checkout, which the browser itself sees to without a script.
      await (javaScriptEnabled ? yesAndPay(page).dblclick() : yesAndPay(page).click());
      await page.waitForURL(/\/demo\/pay\//);
      expect(calls).toBe(1);
      await pay(page, { email });
      await expectOrder(page, "$9.00 USD");
      expect(await store.paidBy(email)).toEqual([3700, 900]);

      await page.getByRole("link", { name: /^See this order ?: Premium Pack$/ }).click();
      await expectOrder(page, "$37.00 USD");
      await expect(page.getByRole("heading", { name: "Premium Pack" })).toBeVisible();
    });
  });
}

test("yes and yes: the pack, then both extras, which two tabs pay for once", async ({
  page,
  context,
  store,
}) => {
  const email = await buyPack(page);
  await yes(page).click();
  await page.waitForURL(
    `/upsell2?originalProductId=${store.idOf("Premium Pack")}&upsellProductId=${store.idOf("Dinosaur Busy Book")}`,
  );
  await expect(page.getByRole("definition").last()).toHaveText("$31");
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

test("yes, cancelled, and no: the paid order and the offer stay in reach, in this browser alone", async ({
  page,
  browser,
  store,
}) => {
  const email = await buyPack(page);
  await yes(page).click();
  await yesAndPay(page).click();
  await page.waitForURL(/\/demo\/pay\//);
  await page.getByRole("link", { name: /cancel/i }).click();
  await expect(page.getByRole("heading", { name: "Payment Cancelled" })).toBeVisible();
  await expect(page.getByText("No charges were made.")).toBeVisible();
  await expect(
    page.getByText(/^Your order [\dA-Z]{4}-[\dA-Z]{4} is paid and safe\. Nothing more was/),
  ).toBeVisible();
  await expect(page.getByText("What is waiting for you")).toHaveCount(0);

  const stranger = await browser.newContext();
  const seen = await (await stranger.request.get(page.url())).text();
  expect(seen).toContain("Payment Cancelled");
  expect(seen).not.toContain("is paid and safe");
  expect(seen).not.toContain("cs_test_");
  await stranger.close();

  await page.getByRole("link", { name: "Back to the offer" }).click();
  await page.waitForURL(
    `/upsell2?originalProductId=${store.idOf("Premium Pack")}&upsellProductId=${store.idOf("Dinosaur Busy Book")}`,
  );
  await expect(page.getByText("Without it you pay $12 on the next page.")).toBeVisible();
  await noMore(page).click();
  await page.waitForURL(/\/demo\/pay\//);
  await pay(page, { email });
  await expectOrder(page, "$12.00 USD");
  expect(await store.paidBy(email)).toEqual([3700, 1200]);
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

test.describe("an offer that is switched off", () => {
  test.use({ allowConsole: [/status of 422 .*\/api\/create-checkout-session$/] });

  test("keeps both answers waiting for the checkout, is refused, and leaves the order in reach", async ({
    page,
    store,
  }) => {
    await buyPack(page);
    await no(page).click();
    await expect(yesAndPay(page)).toBeVisible();
    await waitUntilLive(page);
    await store.edit("Color Workbook for Kids", { active: false });
    const letAnswer = await hold(page, "**/api/create-checkout-session");
    await yesAndPay(page).click();
    const waiting = page.getByRole("button", { name: "Processing..." });
    await expect(waiting).toHaveAttribute("aria-disabled", "true");
    await expect(waiting).toBeFocused();
    await expect(noMore(page)).toHaveAttribute("aria-disabled", "true");
    await expect(page.getByRole("status").filter({ hasText: "Processing..." })).toHaveCount(1);
    letAnswer();
    await expect(page.getByRole("heading", { name: "Oops! Something went wrong." })).toBeVisible();
    await expect(page.getByText("This product is not available.")).toBeVisible();
    await page.getByRole("link", { name: "Go to my order" }).click();
    await expectOrder(page, "$37.00 USD");
    await store.edit("Color Workbook for Kids", { active: true });
  });
});
