// Each page in each of its states: no accessibility fault, no horizontal scrolling, no request to
// another host.
import type { Page } from "playwright/test";
import type { PurchaseDetail } from "../../server/contract/answers.ts";
import { aPurchaseOf, PURCHASE_CALL, stubPurchase } from "./purchase-stub.ts";
import { buyAhead, expect, hold, LIVE_CODE, newBuyer, openLive, startBuying } from "./shop.ts";
import { signInAs } from "./sign-in.ts";
import { expectSound, expectStateSound, longestLine, test } from "./sound.ts";

const CONTACT = "**/api/forms/submit";
const VERIFY_CODE = "**/api/verify-otp";
const MAX_LINE_CHARACTERS = 68;

test.describe.configure({ timeout: 120_000 });
// Playwright cannot hold back calls of the service worker.
test.use({
  serviceWorkers: "block",
  allowConsole: [
    /status of (?:40[0479]|429|502) .*\/(?:no-such-page|api\/.*)$|registration blocked by Playwright/,
  ],
});

test("the landing page, with an open question", async ({ page }) => {
  // Axe skips sections without layout; a fragment in the URL lays out all of them.
  await openLive(page, "/#content");
  await page.locator("#faq summary").last().click();
  await expectSound(page);
  const picture = await page.request.get("/pictures/open-graph.jpg");
  expect(picture.headers()["content-type"]).toBe("image/jpeg");
});

test("the policies, in lines that are easy to read", async ({ page }) => {
  for (const path of ["/privacy", "/terms", "/refund"]) {
    await openLive(page, path);
    await expectSound(page);
    const longest = await longestLine(page);
    expect(longest).toBeGreaterThan(20);
    expect(longest).toBeLessThanOrEqual(MAX_LINE_CHARACTERS);
  }
});

test("the pages of a failed checkout and of an unknown URL", async ({ page }) => {
  for (const path of [
    "/checkout/cancel",
    "/checkout/error",
    "/checkout/success",
    "/no-such-page",
  ]) {
    await openLive(page, path);
    await expectSound(page);
  }
});

test("the contact form: empty, invalid, with a typo, failed, sending, sent", async ({ page }) => {
  await openLive(page, "/contact");
  await expectSound(page);
  const send = page.getByRole("button", { name: "Send Message" });
  await send.click();
  await expect(page.getByText("Message is required")).toBeVisible();
  await expectStateSound(page);

  await page.getByLabel("Full Name").fill("Anna Bear");
  await page.getByLabel("Subject").fill("Month 3");
  await page.getByLabel("Message").fill(`https://papercub.example/${"month-1-".repeat(40)}`);
  await page.getByLabel("Email Address").fill("anna@gmial.com");
  await page.getByLabel("Subject").focus();
  await expect(page.getByText("Did you mean anna@gmail.com?")).toBeVisible();
  await expectStateSound(page);

  await page.getByLabel("Email Address").fill("anna@example.com");
  await page.route(CONTACT, (route) => route.fulfill({ json: { success: false } }));
  await send.click();
  await expect(page.getByRole("alert")).toContainText("Error sending message.");
  await expectStateSound(page);

  const letAnswer = await hold(page, CONTACT, { json: { success: true } });
  await send.click();
  await expect(page.getByText("Sending your message...")).toBeVisible();
  await expectStateSound(page);
  letAnswer();
  await expect(page.getByText("Thank you! Your message has been sent")).toBeVisible();
  await expectStateSound(page);
});

const STATES: [Partial<PurchaseDetail>, string][] = [
  [{}, "Purchase Successful!"],
  [{ status: "processing" }, "being processed"],
  [{ masked: true }, "Mail my files again"],
  [{ mail: "failed" }, "could not be delivered"],
  [{ customerEmail: "mirabella-josephine@gmial.com" }, "Did you mean"],
];

test("the order's page in each state", async ({ page }) => {
  const path = "/checkout/success?sessionId=cs_test_0123456789";
  for (const [changes, text] of STATES) {
    await stubPurchase(page, aPurchaseOf({ canCorrectAddress: true, ...changes }));
    await openLive(page, path);
    await expect(page.getByText(text).first()).toBeVisible();
    await expectStateSound(page);
  }
  await page.getByRole("button", { name: "Wrong address?" }).click();
  await expect(page.getByLabel("The right email address")).toBeVisible();
  await expectStateSound(page);
  await openLive(page, `${path}&again=1`);
  await expect(page.getByRole("heading", { name: "You already have this" })).toBeVisible();
  await expectSound(page);
  const json = { message: "This payment has not been completed.", code: "unpaid" };
  await page.route(PURCHASE_CALL, (route) => route.fulfill({ status: 409, json }));
  await openLive(page, path);
  await expect(page.getByRole("heading", { name: "Purchase Failed" })).toBeVisible();
  await expectStateSound(page);
});

test("the offers: paid, starting a checkout, canceled, owned, without an order", async ({
  page,
}) => {
  const email = newBuyer("gina");
  await buyAhead(page, { pack: "Premium Pack", email, successRouter: (id) => `/upsell/${id}` });
  const pack = new URL(page.url()).pathname.split("/").at(-1);
  const downsell = `/downsell?originalProductId=${pack}`;
  const offers = [`/upsell/${pack}`, `/upsell2?originalProductId=${pack}`, downsell];
  for (const path of offers) {
    await openLive(page, path);
    await expect(page.getByText(/Premium Pack is paid/)).toBeVisible();
    await expectSound(page);
  }
  await page.route("**/api/create-checkout-session", () => {});
  await page.getByRole("button", { name: "Yes, add it and go to payment" }).click();
  await expect(page.getByRole("button", { name: "Processing..." })).toBeVisible();
  await expectStateSound(page);
  await openLive(page, `/checkout/cancel?offer=downsell&originalProductId=${pack}`);
  await expect(page.getByText("is paid and safe")).toBeVisible();
  await expectStateSound(page);

  await buyAhead(page, { pack: "Color Workbook for Kids", email });
  await openLive(page, downsell);
  await expect(page.getByText("You already have this")).toBeVisible();
  await expectStateSound(page);

  await page.context().clearCookies();
  for (const path of [...offers, "/downsell"]) {
    await openLive(page, path);
    await expectStateSound(page);
  }
});

/** Goes through the first step of a sign-in with a mistyped email, to the second. */
async function sweepToCode(page: Page, path: string) {
  const email = page.getByLabel("Email address");
  await page.route(/\/api\/(?:send-otp|orders\/find)$/, (route) =>
    route.fulfill({ json: { success: true } }),
  );
  await page.clock.setFixedTime(0);
  await openLive(page, path);
  await expectSound(page);
  await email.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("Please enter your email address");
  await expectStateSound(page);
  await email.fill("anna@gmial.com");
  await email.press("Enter");
  await expect(page.getByText("Did you mean anna@gmail.com?")).toBeVisible();
  await expectStateSound(page);
  // An Enter within a moment after the question does not confirm it.
  await page.clock.setFixedTime(1000);
  await email.press("Enter");
  await expect(page.getByLabel("Verification code")).toBeVisible();
  await expectStateSound(page);
}

test("finding orders, in each step", async ({ page }) => {
  await sweepToCode(page, "/orders/find");
});

test("signing in, in each step, with a used-up code", async ({ page }) => {
  const alert = page.getByRole("alert");
  await sweepToCode(page, "/login?returnUrl=%2Faccount");
  const wrong = "Invalid verification code. Please try again.";
  const json = { error: wrong, code: "invalid", reason: "code_invalid" };
  await page.route(VERIFY_CODE, (route) => route.fulfill({ status: 400, json }));
  for (let n = 1; n <= 5; n++) {
    await page.getByLabel("Verification code").fill(`00000${n}`);
    await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
    await expect(alert).toContainText(wrong);
  }
  await expect(alert).toContainText("This code no longer works.");
  await expectStateSound(page);
});

test("the external login: waiting, without a result, with blocked popups", async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await openLive(page, "/auth/callback");
  await expectStateSound(page);
  await openLive(page, "/login");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await expect(page.getByRole("alert")).toContainText("Failed to open popup window");
  await expectStateSound(page);
  await hold(page, LIVE_CODE);
  await page.goto("/auth/callback?code=c&state=s");
  await expect(page.getByText("Please wait, we are verifying your identity...")).toBeVisible();
  await expectStateSound(page);
});

test("the account: empty, with an order, dark, left while the server fails", async ({ page }) => {
  const email = newBuyer("anna");
  await signInAs(page, email);
  await openLive(page, "/account");
  await expect(page.getByRole("heading", { name: "No Purchases Yet" })).toBeVisible();
  await expectStateSound(page);
  await buyAhead(page, { pack: "Premium Pack", email });
  await openLive(page, "/account");
  await expect(page.getByRole("article", { name: "Premium Pack" })).toBeVisible();
  await expectSound(page);
  // Without transitions: halfway between two colors the contrast fails.
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectStateSound(page);
  await page.route("**/api/logout", (route) => route.fulfill({ status: 502, json: {} }));
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByText("signed out on this device")).toBeVisible();
  await expectStateSound(page);
});

test("the demo's pages, in the shop's fonts", async ({ page }) => {
  await startBuying(page, "Premium Pack");
  await expectSound(page);
  await page
    .getByRole("button", { name: /^Pay \$/ })
    .last()
    .click();
  await expect(page.getByText("Please check the marked fields.")).toBeVisible();
  await expectStateSound(page);
  await page.goto("/demo/mail");
  await expectSound(page);
  const hasFonts = await page.evaluate(async () => {
    await document.fonts.ready;
    return ["600 30px Fredoka", "400 16px Figtree"].every((font) => document.fonts.check(font));
  });
  expect(hasFonts).toBe(true);
});
