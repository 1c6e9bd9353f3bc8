import {
  buyPack,
  expect,
  expectOrder,
  no,
  noMore,
  pay,
  test,
  waitUntilLive,
  yes,
  yesAndPay,
} from "./funnel-shop.ts";

test.describe.configure({ timeout: 60_000 });
test.use({
  allowConsole: [
    /status of 422 .*\/api\/create-checkout-session$|Server returned invalid response format/,
  ],
});

const LOAD_ERROR = "Could not load the special offer. Please try again later.";

test("an offer renamed in the meantime leads to the order", async ({ page, store }) => {
  const email = await buyPack(page);
  await store.edit("Color Workbook", { name: "Colour Workbook" });
  await yes(page).click();
  await expect(page.getByRole("heading", { name: "Oops! Something went wrong." })).toBeVisible();
  await expect(page.getByText(LOAD_ERROR)).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to Homepage" })).toHaveAttribute("href", "/");
  await page.getByRole("link", { name: "Go to my order" }).click();
  await expectOrder(page, "$37.00 USD");
  await store.edit("Colour Workbook", { name: "Color Workbook" });
  expect(await store.paidBy(email)).toEqual([3700]);
});

test("an offer switched off on the way is refused, and the order stays in reach", async ({
  page,
  store,
}) => {
  await buyPack(page);
  await no(page).click();
  await expect(yesAndPay(page)).toBeVisible();
  await waitUntilLive(page);
  await store.edit("Color Workbook for Kids", { active: false });
  await yesAndPay(page).click();
  await expect(page.getByRole("heading", { name: "Oops! Something went wrong." })).toBeVisible();
  await expect(page.getByText("This product is not available.")).toBeVisible();
  await page.getByRole("link", { name: "Go to my order" }).click();
  await expectOrder(page, "$37.00 USD");
  await store.edit("Color Workbook for Kids", { active: true });
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("a pack switched off after its purchase blocks neither answer", async ({
      page,
      store,
    }) => {
      const email = await buyPack(page, "Advanced Pack");
      await store.edit("Advanced Pack", { active: false });
      await no(page).click();
      await page.waitForURL(/\/downsell\?/);
      const downsell = page.url();
      await page
        .getByRole("link", { name: "No, continue without it" })
        .or(noMore(page))
        .first()
        .click();
      await expectOrder(page, "$27.00 USD");
      await page.goto(downsell);
      await yesAndPay(page).click();
      await page.waitForURL(/\/demo\/pay\//);
      await pay(page, { email });
      await expectOrder(page, "$9.00 USD");
      await store.edit("Advanced Pack", { active: true });
      expect(await store.paidBy(email)).toEqual([2700, 900]);
    });
  });
}

test("a pack switched off while its page is open lets the decline through", async ({
  page,
  store,
}) => {
  await buyPack(page, "Advanced Pack");
  await no(page).click();
  await expect(noMore(page)).toBeVisible();
  await waitUntilLive(page);
  await store.edit("Advanced Pack", { active: false });
  await noMore(page).click();
  await expectOrder(page, "$27.00 USD");
  await store.edit("Advanced Pack", { active: true });
});

test("accepted dinosaurs that are switched off are left out", async ({ page, store }) => {
  const email = await buyPack(page);
  await yes(page).click();
  await page.waitForURL(/\/upsell2\?/);
  await store.edit("Dinosaur Busy Book", { active: false });
  await page.reload();
  await expect(page.getByRole("definition").last()).toHaveText("$19");
  await yesAndPay(page).click();
  await page.waitForURL(/\/demo\/pay\//);
  await pay(page, { email });
  await expectOrder(page, "$19.00 USD");
  await store.edit("Dinosaur Busy Book", { active: true });
  expect(await store.paidBy(email)).toEqual([3700, 1900]);
});

test("a product list that does not come is the load error", async ({ page }) => {
  await buyPack(page);
  await waitUntilLive(page);
  await page.route("**/api/products", (route) => route.fulfill({ status: 200, body: "<p>" }));
  const reported = page.waitForEvent("pageerror");
  await no(page).click();
  await expect(page.getByText(LOAD_ERROR)).toBeVisible();
  await reported;
});
