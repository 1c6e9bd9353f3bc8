import {
  buyPack,
  expect,
  no,
  noMore,
  openLive,
  test,
  waitUntilLive,
  yesAndPay,
} from "./funnel-shop.ts";
import { expectNoFault, expectNoOverflow } from "./sound.ts";

const CALL = "**/api/create-checkout-session";

test.describe.configure({ timeout: 60_000 });
test.use({ allowConsole: [/status of 502 .*\/api\/create-checkout-session$/] });

test("no accessibility fault in any state, on a phone and on a desk", async ({ page, store }) => {
  const original = store.idOf("Premium Pack");
  const check = async () => {
    await waitUntilLive(page);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoFault(page);
    }
  };
  const extra = `upsellProductId=${store.idOf("Dinosaur Busy Book")}`;
  const unpaid = [
    `/upsell/${original}`,
    `/upsell2?originalProductId=${original}&${extra}`,
    `/downsell?originalProductId=${original}`,
    "/upsell2",
  ];
  for (const path of unpaid) {
    await page.goto(path);
    await check();
  }
  await buyPack(page);
  await check();
  await no(page).click();
  await expect(yesAndPay(page)).toBeVisible();
  await check();
  await page.route(CALL, () => {});
  await yesAndPay(page).click();
  await expect(page.getByRole("button", { name: "Processing..." })).toBeVisible();
  await check();
});

test("every page fits a 320 px screen", async ({ page, store }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const original = store.idOf("Premium Pack");
  for (const path of [
    `/upsell/${original}`,
    `/upsell2?originalProductId=${original}`,
    `/downsell?originalProductId=${original}`,
    "/downsell",
  ]) {
    await page.goto(path);
    await expectNoOverflow(page);
  }
});

test("the pages say what the offers are worth, as the spec has it", async ({ page, store }) => {
  const original = store.idOf("Premium Pack");
  await page.goto(`/upsell/${original}`);
  await expect(page.getByText("Real value $24.00")).toBeVisible();
  await page.goto(`/upsell2?originalProductId=${original}`);
  await expect(page.getByText("Total value $39.00")).toBeVisible();
  await expect(page.getByText("bonus certificate valued at $15")).toBeVisible();
  await page.goto(`/downsell?originalProductId=${original}`);
  await expect(page.getByText("Regular price $19.00")).toBeVisible();
  await expect(page.getByText("53% OFF")).toBeVisible();
  await expect(page.getByText("bonus badge valued at $10")).toBeVisible();
  await expect(page.getByText("80 pages")).toBeVisible();
});

for (const path of ["/upsell/abc", "/upsell2", "/downsell?originalProductId="]) {
  test(`${path} names the missing product`, async ({ page }) => {
    const answer = await page.goto(path);
    expect(answer?.headers()["x-robots-tag"]).toBe("noindex");
    await expect(
      page.getByText("Original product ID is missing. Please go back and try again."),
    ).toBeVisible();
    await page.getByRole("link", { name: "Back to Homepage" }).click();
    await expect(page).toHaveURL("/");
  });
}

test("both answers wait while the checkout starts, and the focus stays", async ({
  page,
  store,
}) => {
  await openLive(page, `/downsell?originalProductId=${store.idOf("Premium Pack")}`);
  await page.route(CALL, () => {});
  await yesAndPay(page).click();
  const waiting = page.getByRole("button", { name: "Processing..." });
  await expect(waiting).toHaveAttribute("aria-disabled", "true");
  await expect(waiting).toBeFocused();
  await expect(noMore(page)).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByRole("status").filter({ hasText: "Processing..." })).toHaveCount(1);
});

test("a checkout that fails shows the error screen with its text", async ({ page, store }) => {
  await openLive(page, `/downsell?originalProductId=${store.idOf("Premium Pack")}`);
  await page.route(CALL, (route) =>
    route.fulfill({ status: 502, json: { message: "Failed to create checkout session." } }),
  );
  await yesAndPay(page).click();
  await expect(page.getByRole("heading", { name: "Oops! Something went wrong." })).toBeVisible();
  await expect(page.getByText("Failed to create checkout session.")).toBeVisible();
});

test("inside a frame the checkout opens in a tab of its own", async ({ page, context, store }) => {
  const offer = `${store.url}/downsell?originalProductId=${store.idOf("Premium Pack")}`;
  await page.route("**/frame-host", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<iframe src="${offer}" width="1000" height="1200"></iframe>`,
    }),
  );
  await page.goto("/frame-host");
  const frame = page.frameLocator("iframe");
  const button = frame.getByRole("button", { name: "Yes, add it and go to payment" });
  await waitUntilLive(frame);
  const tab = context.waitForEvent("page");
  await button.click();
  await (await tab).waitForURL(/\/demo\/pay\/cs_/);
});
