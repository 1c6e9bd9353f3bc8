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

test("both answers wait for the checkout; an offer switched off is refused, and the order stays in reach", async ({
  page,
  store,
}) => {
  await buyPack(page);
  await no(page).click();
  await expect(yesAndPay(page)).toBeVisible();
  await waitUntilLive(page);
  await store.edit("Color Workbook for Kids", { active: false });
  const answer = Promise.withResolvers<void>();
  await page.route("**/api/create-checkout-session", async (route) => {
    await answer.promise;
    await route.continue();
  });
  await yesAndPay(page).click();
  const waiting = page.getByRole("button", { name: "Processing..." });
  await expect(waiting).toHaveAttribute("aria-disabled", "true");
  await expect(waiting).toBeFocused();
  await expect(noMore(page)).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByRole("status").filter({ hasText: "Processing..." })).toHaveCount(1);
  answer.resolve();
  await expect(page.getByRole("heading", { name: "Oops! Something went wrong." })).toBeVisible();
  await expect(page.getByText("This product is not available.")).toBeVisible();
  await page.getByRole("link", { name: "Go to my order" }).click();
  await expectOrder(page, "$37.00 USD");
  await store.edit("Color Workbook for Kids", { active: true });
});

test("a pack switched off after its purchase blocks neither answer, though its page is open", async ({
  page,
  store,
}) => {
  const email = await buyPack(page, "Advanced Pack");
  await no(page).click();
  await expect(noMore(page)).toBeVisible();
  await waitUntilLive(page);
  await store.edit("Advanced Pack", { active: false });
  const downsell = page.url();
  await noMore(page).click();
  await expectOrder(page, "$27.00 USD");
  await page.goto(downsell);
  await yesAndPay(page).click();
  await page.waitForURL(/\/demo\/pay\//);
  await pay(page, { email });
  await expectOrder(page, "$9.00 USD");
  await store.edit("Advanced Pack", { active: true });
  expect(await store.paidBy(email)).toEqual([2700, 900]);
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
