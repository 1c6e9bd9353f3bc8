// The offers after a payment: accepted, declined, changed afterwards, or with a lost connection.
import type { Page } from "playwright/test";
import {
  buyToOffer,
  changeSettings,
  expect,
  hold,
  LIVE_CODE,
  newBuyer,
  pay,
  startBuying,
  test,
  waitUntilLive,
  waitUntilQuiet,
} from "./shop.ts";
import type { Store } from "./store.ts";

// The browser's console messages for a lost connection, a missing file and a refused checkout.
test.use({
  allowConsole:
    /ERR_(?:INTERNET_DISCONNECTED|FAILED) |status of (?:404 .*\/assets\/|422 .*\/create-checkout-session$)|The page's code did not load/,
});

const LOAD_ERROR = "Could not load the special offer. Please try again later.";
const CHECKOUT_CALL = "**/api/create-checkout-session";
const DOWNSELL_CODE = /\/assets\/(?:downsell|last-offer-page)/;

const yes = (page: Page) => page.getByRole("link", { name: "Yes, add it to my order" });
const no = (page: Page) => page.getByRole("link", { name: "No, thank you" });
const yesAndPay = (page: Page) =>
  page.getByRole("button", { name: "Yes, add it and go to payment" });
const noMore = (page: Page) => page.getByRole("button", { name: "No, continue without it" });

const offerAfterYes = (store: Store) =>
  `/upsell2?originalProductId=${store.idOf("Premium Pack")}&upsellProductId=${store.idOf("Dinosaur Busy Book")}`;

async function buyPack(page: Page): Promise<string> {
  const email = newBuyer("gina");
  await buyToOffer(page, email);
  return email;
}

async function payOffer(page: Page, email: string, total: string) {
  await page.waitForURL(/\/demo\/pay\//);
  await pay(page, email);
  await expectOrder(page, total);
}

async function expectOrder(page: Page, total: string) {
  await page.waitForURL(/\/checkout\/success/);
  await expect(page.getByRole("heading", { name: "Purchase Successful!" })).toBeVisible();
  await expect(page.locator("dl").getByText(total, { exact: true })).toBeVisible();
}

/** Waits until the page is hydrated and the code of the pages it links to has loaded. */
async function waitUntilPreloaded(page: Page, nextPage: RegExp) {
  await waitUntilLive(page);
  await expect
    .poll(() =>
      page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name)),
    )
    .toContainEqual(expect.stringMatching(nextPage));
  await waitUntilQuiet(page);
}

test("no and yes, also after the cookie was lost", async ({ page, context, store }) => {
  const email = newBuyer("iris");
  const paid = page.getByText("Premium Pack is paid, and its files are on");
  await startBuying(page, "Premium Pack");
  await context.clearCookies();
  await pay(page, email);
  await page.waitForURL(/\/upsell\//);
  await page.reload();
  await expect(paid).toBeVisible();
  await no(page).click();
  await page.waitForURL(/\/downsell\?originalProductId=/);
  await page.reload();
  await expect(paid).toBeVisible();
  await expect(page.getByRole("definition").last()).toHaveText("$9");
  await waitUntilLive(page);
  let calls = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/create-checkout-session")) calls++;
  });
  await yesAndPay(page).dblclick();
  await payOffer(page, email, "$9.00 USD");
  expect(calls).toBe(1);
  expect(await store.paidBy(email)).toEqual([3700, 900]);
});

test("yes and yes: nothing is charged twice", async ({ page, context, store }) => {
  test.slow();
  const offer = offerAfterYes(store);
  const email = await buyPack(page);
  await expect(page).not.toHaveURL(/sessionId/);
  await page.reload();
  await yes(page).click();
  await page.waitForURL(offer);
  await page.reload();
  await waitUntilLive(page);
  await page.goBack();
  await no(page).click();
  await page.waitForURL(/\/downsell\?/);
  await page.goBack();
  await page.goBack();
  await page.goForward();
  await yes(page).click();
  await expect(page.getByRole("definition").last()).toHaveText("$31");
  const other = await context.newPage();
  await other.goto(offer);
  await yesAndPay(page).click();
  await page.waitForURL(/\/demo\/pay\//);
  const first = page.url();
  await page.goBack();
  await yesAndPay(page).click();
  await page.waitForURL(first);
  await payOffer(page, email, "$31.00 USD");
  await page.getByRole("link", { name: /^See this order ?: Premium Pack$/ }).click();
  await expectOrder(page, "$37.00 USD");
  await yesAndPay(other).click();
  await other.waitForURL(/\/checkout\/success/);
  await page.goto(offer);
  await page.getByRole("link", { name: "See my order with the Color Workbook" }).click();
  await expectOrder(page, "$31.00 USD");
  expect(await store.paidBy(email)).toEqual([3700, 3100]);
});

test("yes, cancelled, and no: the order stays in reach, and one click pays", async ({
  page,
  browser,
  request,
  store,
}) => {
  await changeSettings({ request }, { save_cards: true });
  const email = await buyPack(page);
  await yes(page).click();
  await yesAndPay(page).click();
  await page.waitForURL(/\/demo\/pay\//);
  await page.getByRole("link", { name: /cancel/i }).click();
  await expect(page.getByRole("heading", { name: "Payment Cancelled" })).toBeVisible();
  await expect(
    page.getByText(/^Your order [\dA-Z]{4}-[\dA-Z]{4} is paid and safe\. Nothing more was/),
  ).toBeVisible();
  const stranger = await browser.newContext();
  const seen = await (await stranger.request.get(page.url())).text();
  expect(seen).toContain("Payment Cancelled");
  expect(seen).not.toMatch(/is paid and safe|cs_test_/);
  await stranger.close();

  const offer = offerAfterYes(store);
  await page.getByRole("link", { name: "Back to the offer" }).click();
  await page.waitForURL(offer);
  await expect(page.getByText("Without it you pay $12 on the next page.")).toBeVisible();
  await noMore(page).click();
  await expect(page.getByText("Pay with •••• 4242")).toBeVisible();
  await page.getByRole("button", { name: "Pay $12.00" }).click();
  await expectOrder(page, "$12.00 USD");
  expect(await store.paidBy(email)).toEqual([3700, 1200]);
  await changeSettings({ request }, { save_cards: false });
});

test("a page whose code fails to load hydrates later", async ({ page, context }) => {
  let lost = true;
  await page.route(LIVE_CODE, (route) => (lost ? route.abort() : route.continue()));
  const failed = page.waitForEvent("requestfailed", (request) => LIVE_CODE.test(request.url()));
  await page.goto("/");
  await failed;
  const button = page.getByRole("button", { name: "DOWNLOAD NOW" }).first();
  await expect(button).toBeVisible();
  lost = false;
  await expect(async () => {
    await button.hover();
    await page.keyboard.press("Shift");
    await expect(page.locator("html[data-live]")).toBeAttached({ timeout: 1000 });
  }).toPass();
  await waitUntilPreloaded(page, /checkout\.error/);
  await context.setOffline(true);
  await button.click();
  await expect(page.getByRole("heading", { name: "Checkout Error" })).toBeVisible();
  await expect(page.getByText("An unexpected error occurred. Please try again.")).toBeVisible();
  await expect(page).toHaveTitle(/^Checkout Error/);
  // The landing page's footer links to its own sections.
  const pricing = page.getByRole("contentinfo").getByRole("link", { name: "Pricing" });
  await expect(pricing).toHaveAttribute("href", "/#pricing");
});

test("an offer without a connection or off sale can be tried again", async ({ page, context }) => {
  const tryAgain = page.getByRole("link", { name: "Try again" });
  await buyPack(page);
  await waitUntilPreloaded(page, /\/downsell/);
  await context.setOffline(true);
  await no(page).click();
  await expect(page.getByRole("heading", { name: "Oops! Something went wrong." })).toBeVisible();
  await expect(page.getByText(LOAD_ERROR)).toBeVisible();
  await expect(page.getByRole("link", { name: "Go to my order" })).toBeVisible();
  await expect(page).toHaveTitle(/^Something went wrong/);
  const failedAgain = page.waitForEvent("requestfailed");
  await tryAgain.click();
  await failedAgain;
  await context.setOffline(false);
  await tryAgain.click();
  await expect(page).toHaveTitle(/^One more thing for your order/);
  await context.setOffline(true);
  await yesAndPay(page).click();
  await expect(page.getByText("An unexpected error occurred. Please try again.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to Homepage" })).toBeVisible();
  await tryAgain.click();
  await expect(page).toHaveTitle(/^One more thing for your order/);
  await context.setOffline(false);
  const refusal = { message: "This product isn't available.", code: "refused" };
  const letAnswer = await hold(page, CHECKOUT_CALL, { status: 422, json: refusal });
  await yesAndPay(page).click();
  const waiting = page.getByRole("button", { name: "Processing..." });
  await expect(waiting).toHaveAttribute("aria-disabled", "true");
  await expect(waiting).toBeFocused();
  await expect(noMore(page)).toHaveAttribute("aria-disabled", "true");
  letAnswer();
  await expect(page.getByText("This product isn't available.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Go to my order" })).toBeVisible();
  await page.unroute(CHECKOUT_CALL);
  await tryAgain.click();
  await yesAndPay(page).click();
  await page.waitForURL(/\/demo\/pay\//);
});

test("code that is lost or replaced loads a new page", async ({ page, context, store }) => {
  const retry = page.getByRole("link", { name: "Load the page again" });
  await page.route(DOWNSELL_CODE, (route) => route.abort());
  const requested = page.waitForRequest(/\/assets\/downsell/);
  await buyPack(page);
  await requested;
  await context.setOffline(true);
  await no(page).click();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await retry.click();
  await expect(page.getByText("You seem to be offline.")).toBeVisible();
  await context.setOffline(false);
  await page.unroute(DOWNSELL_CODE);
  await retry.click();
  await expect(yesAndPay(page)).toBeVisible();

  let missing = true;
  await page.route(DOWNSELL_CODE, (route) =>
    missing ? route.fulfill({ status: 404, body: "" }) : route.continue(),
  );
  const preload = page.waitForRequest(/\/assets\/downsell/);
  await page.goto(`/upsell/${store.idOf("Premium Pack")}`);
  await preload;
  const loadedAgain = page.waitForEvent("request", (request) => request.isNavigationRequest());
  await no(page).click();
  await loadedAgain;
  missing = false;
  await expect(yesAndPay(page)).toBeVisible();
});
