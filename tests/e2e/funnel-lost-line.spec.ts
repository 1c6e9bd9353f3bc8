import type { Page } from "playwright/test";
import { buyPack, expect, no, test, waitUntilLive, yes, yesAndPay } from "./funnel-shop.ts";
import { LIVE_CODE, waitUntilQuiet } from "./shop.ts";

// The browser's own word for a file or an answer that did not come. An uncaught error fails the test.
test.use({
  allowConsole: [
    /ERR_(?:INTERNET_DISCONNECTED|FAILED) |status of 404 .*\/assets\/|The page's code did not load/,
  ],
});

const LOAD_ERROR = "Could not load the special offer. Please try again later.";

/** The page is live, and the code of the pages that it leads to has come. */
async function settle(page: Page, nextPage: RegExp) {
  await waitUntilLive(page);
  await expect
    .poll(() =>
      page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name)),
    )
    .toContainEqual(expect.stringMatching(nextPage));
  await waitUntilQuiet(page);
}

test("a line lost before the button is pressed ends on our own error page", async ({
  page,
  context,
}) => {
  await page.goto("/");
  await settle(page, /checkout\.error/);
  await context.setOffline(true);
  await page.getByRole("button", { name: "DOWNLOAD NOW" }).first().click();
  await expect(page.getByRole("heading", { name: "Checkout Error" })).toBeVisible();
  await expect(page.getByText("An unexpected error occurred. Please try again.")).toBeVisible();
  await expect(page).toHaveTitle(/^Checkout Error/);
  // The footer of the landing page leads back to its parts.
  const pricing = page.getByRole("contentinfo").getByRole("link", { name: "Pricing" });
  await expect(pricing).toHaveAttribute("href", "/#pricing");
});

test("a page whose own code does not come stays as it is, and becomes live with the line", async ({
  page,
  context,
  store,
}) => {
  let lost = true;
  await page.route(LIVE_CODE, (route) => (lost ? route.abort() : route.continue()));
  const failed = page.waitForEvent("requestfailed", (request) => LIVE_CODE.test(request.url()));
  await page.goto(`/upsell/${store.idOf("Premium Pack")}`);
  await failed;
  await expect(yes(page)).toBeVisible();
  lost = false;
  await expect(async () => {
    await yes(page).hover();
    await page.keyboard.press("Shift");
    await expect(page.locator("html[data-live]")).toBeAttached({ timeout: 1000 });
  }).toPass();
  await settle(page, /\/downsell/);
  await context.setOffline(true);
  await no(page).click();
  await expect(page.getByText(LOAD_ERROR)).toBeVisible();
});

test("a line lost beside an offer keeps the order in reach, and the offer comes with the line", async ({
  page,
  context,
}) => {
  await buyPack(page);
  await settle(page, /\/downsell/);
  await context.setOffline(true);
  await no(page).click();
  await expect(page.getByRole("heading", { name: "Oops! Something went wrong." })).toBeVisible();
  await expect(page.getByText(LOAD_ERROR)).toBeVisible();
  await expect(page.getByRole("link", { name: "Go to my order" })).toBeVisible();
  await expect(page).toHaveTitle(/^Something went wrong/);
  const failedAgain = page.waitForEvent("requestfailed");
  await page.getByRole("link", { name: "Try again" }).click();
  await failedAgain;
  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(
    page.getByRole("heading", { name: "Or something smaller: the Color Workbook for Kids?" }),
  ).toBeVisible();
  await expect(page).toHaveTitle(/^One more thing for your order/);

  // A checkout that fails for want of a line can be tried again from its offer.
  await context.setOffline(true);
  await yesAndPay(page).click();
  await expect(page.getByText("An unexpected error occurred. Please try again.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to Homepage" })).toBeVisible();
  await expect(page).toHaveTitle(/^Something went wrong/);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page).toHaveTitle(/^One more thing for your order/);
  await context.setOffline(false);
  await yesAndPay(page).click();
  await page.waitForURL(/\/demo\/pay\//);
});

test("a page whose code cannot be loaded says so in our own words", async ({ page, context }) => {
  await page.route(/\/assets\/(?:downsell|upsell2|last-offer-page)/, (route) => route.abort());
  const asked = page.waitForRequest(/\/assets\/downsell/);
  await buyPack(page);
  await asked;
  await context.setOffline(true);
  await no(page).click();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await expect(page).toHaveTitle(/^Something went wrong/);
  await page.getByRole("link", { name: "Load the page again" }).click();
  await expect(page.getByText("You seem to be offline.")).toBeVisible();
  await context.setOffline(false);
  await page.unroute(/\/assets\/(?:downsell|upsell2|last-offer-page)/);
  await page.getByRole("link", { name: "Load the page again" }).click();
  await expect(yesAndPay(page)).toBeVisible();
});

test("code that was replaced since the visit began is loaded with a new page", async ({ page }) => {
  let missing = true;
  await page.route(/\/assets\/(?:downsell|last-offer-page)/, (route) =>
    missing ? route.fulfill({ status: 404, body: "" }) : route.continue(),
  );
  const asked = page.waitForRequest(/\/assets\/downsell/);
  await buyPack(page);
  await asked;
  const loadedAgain = page.waitForEvent("request", (request) => request.isNavigationRequest());
  await no(page).click();
  await loadedAgain;
  missing = false;
  await expect(yesAndPay(page)).toBeVisible();
});
