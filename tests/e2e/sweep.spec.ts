// Every page and every state of one, once: no accessibility fault, nothing to scroll sideways, and
// no request to another host.
import type { Page } from "playwright/test";
import type { PurchaseDetail } from "../../server/contract/answers.ts";
import { aPurchaseOf, PURCHASE_CALL, stubPurchase } from "./purchase-stub.ts";
import { buyAhead, expect, hold, LIVE_CODE, newBuyer, openLive, startBuying } from "./shop.ts";
import { signInAs } from "./sign-in.ts";
import { expectSound, expectStateSound, longestLine, test } from "./sound.ts";

const CHECKOUT = "**/api/create-checkout-session";
const CONTACT = "**/api/forms/submit";
const SEND_CODE = "**/api/send-otp";
const VERIFY_CODE = "**/api/verify-otp";
/** The most characters of a line that is read with ease. */
const MAX_LINE_CHARACTERS = 68;

test.describe.configure({ timeout: 120_000 });
// Without the app's worker, from which Playwright could not hold back a call that outlives its page.
test.use({
  serviceWorkers: "block",
  allowConsole: [
    /status of (?:40[0479]|429|502) .*\/(?:no-such-page|api\/.*)$|registration blocked by Playwright/,
  ],
});

test("the landing page, with a question open", async ({ page }) => {
  // Axe skips what is not laid out; a target in the URL lays out all sections.
  await openLive(page, "/#content");
  await page.locator("#faq summary").last().click();
  await expectSound(page);
  const picture = await page.request.get("/pictures/open-graph.jpg");
  expect(picture.headers()["content-type"]).toBe("image/jpeg");
});

test("the policies, whose lines are short enough to read", async ({ page }) => {
  for (const path of ["/privacy", "/terms", "/refund"]) {
    await openLive(page, path);
    await expectSound(page);
    const longest = await longestLine(page);
    expect(longest).toBeGreaterThan(20);
    expect(longest).toBeLessThanOrEqual(MAX_LINE_CHARACTERS);
  }
});

test("the pages of a checkout that did not happen, and of an unknown address", async ({ page }) => {
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

test("the contact form: empty, faulty, in question, refused, on its way, sent", async ({
  page,
}) => {
  await openLive(page, "/contact?sent=1");
  await expectSound(page);
  await openLive(page, "/contact");
  await expectSound(page);
  const send = page.getByRole("button", { name: "Send Message" });
  await send.click();
  await expect(page.getByText("Message is required")).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Full Name")).toBeFocused();
  await expectStateSound(page);

  const message = `https://papercub.example/${"month-1-".repeat(40)}`;
  await page.getByLabel("Full Name").fill("Anna Bear");
  await page.getByLabel("Subject").fill("Month 3");
  await page.getByLabel("Message").fill(message);
  await page.getByLabel("Email Address").fill("anna@gmial.com");
  await page.getByLabel("Subject").focus();
  await expect(page.getByText("Did you mean anna@gmail.com?")).toBeVisible();
  await expectStateSound(page);

  await page.getByLabel("Email Address").fill("anna@example.com");
  for (const answer of [
    { status: 429, json: { message: "Too many." } },
    { json: { success: false } },
  ]) {
    await page.route(CONTACT, (route) => route.fulfill(answer));
    const answered = page.waitForResponse(CONTACT);
    await send.click();
    await answered;
    await expect(send).toBeEnabled();
    await expect(page.getByRole("alert")).toContainText("Error sending message.");
    await expect(page.getByLabel("Email Address")).toHaveValue("anna@example.com");
    await expect(page.getByLabel("Message")).toHaveValue(message);
  }
  await expectStateSound(page);

  const letAnswer = await hold(page, CONTACT, { json: { success: true } });
  await send.click();
  await expect(page.getByText("Sending your message...")).toBeVisible();
  await expect(page.getByRole("button", { name: "submitting..." })).toBeDisabled();
  for (const label of ["Full Name", "Email Address", "Subject", "Message"]) {
    await expect(page.getByLabel(label)).toBeDisabled();
  }
  await expectStateSound(page);
  letAnswer();
  await expect(page.getByText("Thank you! Your message has been sent")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expectStateSound(page);
});

const STATES: [Partial<PurchaseDetail>, string][] = [
  [{}, "Purchase Successful!"],
  [{ status: "processing" }, "being processed"],
  [{ masked: true }, "Mail my files again"],
  [{ mail: "failed" }, "could not be delivered"],
  [{ customerEmail: "mirabella-josephine@gmial.com" }, "Did you mean"],
];

test("the order's page in each of its states", async ({ page }) => {
  const path = "/checkout/success?sessionId=cs_test_0123456789";
  for (const [changes, words] of STATES) {
    await stubPurchase(page, aPurchaseOf({ canCorrectAddress: true, ...changes }));
    await openLive(page, path);
    await expect(page.getByText(words).first()).toBeVisible();
    await expectStateSound(page);
  }
  await page.getByRole("button", { name: "Wrong address?" }).click();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("The right email address")).toBeVisible();
  await expectStateSound(page);
  await openLive(page, `${path}&again=1`);
  await expect(page.getByRole("heading", { name: "You already have this" })).toBeVisible();
  await expectSound(page);
  await page.route(PURCHASE_CALL, (route) =>
    route.fulfill({
      status: 409,
      json: { message: "This payment has not been completed.", code: "unpaid" },
    }),
  );
  await openLive(page, path);
  await expect(page.getByRole("heading", { name: "Purchase Failed" })).toBeVisible();
  await expectStateSound(page);
});

test("the offers: paid, on their way, cancelled, owned, unpaid, without a pack", async ({
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
    // The last two are one page, of different words.
    await (path === downsell ? expectStateSound : expectSound)(page);
  }
  await page.route(CHECKOUT, () => {});
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

/** Goes through the first step of a way to sign in, with a mistyped address, to the second. */
async function lookOnTheWayToCode(page: Page, path: string) {
  const address = page.getByLabel("Email address");
  await page.route(/\/api\/(?:send-otp|orders\/find)$/, (route) =>
    route.fulfill({ json: { success: true } }),
  );
  await page.clock.setFixedTime(0);
  await openLive(page, path);
  await expectSound(page);
  await address.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("Please enter your email address");
  await expectStateSound(page);
  await address.fill("anna@gmial.com");
  await address.press("Enter");
  await expect(page.getByText("Did you mean anna@gmail.com?")).toBeVisible();
  await expectStateSound(page);
  // It takes a moment to read the question; a press before that answers nothing.
  await page.clock.setFixedTime(1000);
  await address.press("Enter");
  await expect(page.getByLabel("Verification code")).toHaveAccessibleDescription(
    /Did you mean anna@gmail\.com\?/,
  );
  await expectStateSound(page);
}

test("the way to orders: empty, refused, in question, and beside its code", async ({ page }) => {
  await lookOnTheWayToCode(page, "/orders/find");
});

test("the sign-in page: the same, a code that is wrong or used up, and the limit", async ({
  page,
}) => {
  const code = page.getByLabel("Verification code");
  const alert = page.getByRole("alert");
  await lookOnTheWayToCode(page, "/login?returnUrl=%2Faccount");
  const wrong = "Invalid verification code. Please try again.";
  const refusal = { error: wrong, code: "invalid", reason: "code_invalid" };
  await page.route(VERIFY_CODE, (route) => route.fulfill({ status: 400, json: refusal }));
  for (let n = 1; n <= 5; n++) {
    const answered = page.waitForResponse(VERIFY_CODE);
    await code.fill(`00000${n}`);
    await answered;
    await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
    await expect(alert).toContainText(wrong);
    if (n === 1) await expectStateSound(page);
  }
  await expect(alert).toContainText("This code is used up.");
  await expectStateSound(page);
  await page.route(SEND_CODE, (route) =>
    route.fulfill({
      status: 429,
      headers: { "Retry-After": "3090" },
      json: { error: "Too many requests.", code: "rate_limited" },
    }),
  );
  await page.getByRole("link", { name: "Back to email entry" }).click();
  await page.getByLabel("Email address").fill("anna@example.com");
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(alert).toContainText("Please try again in 52 minutes.");
  await expectStateSound(page);
});

test("the external login: waiting, without a result, and where popups are blocked", async ({
  page,
}) => {
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

test("the account: empty, with an order, in the dark, and left without a line", async ({
  page,
}) => {
  const email = newBuyer("anna");
  await signInAs(page, email);
  await openLive(page, "/account");
  await expect(page.getByRole("heading", { name: "No Purchases Yet" })).toBeVisible();
  await expectStateSound(page);
  await buyAhead(page, { pack: "Premium Pack", email });
  await openLive(page, "/account");
  await expect(page.getByRole("article", { name: "Premium Pack" })).toBeVisible();
  await expectSound(page);
  // At once: halfway between two colors nothing can be read.
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectStateSound(page);
  await page.route("**/api/logout", (route) => route.fulfill({ status: 502, json: {} }));
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByText("signed out on this device")).toBeVisible();
  await expectStateSound(page);
});

test("the demo's pages, which wear the shop's faces", async ({ page }) => {
  const expectDressed = async () => {
    const dressed = await page.evaluate(async () => {
      await document.fonts.ready;
      return ["600 30px Fredoka", "400 16px Figtree"].every((font) => document.fonts.check(font));
    });
    expect(dressed).toBe(true);
  };
  await startBuying(page, "Premium Pack");
  await expectSound(page);
  await page
    .getByRole("button", { name: /^Pay \$/ })
    .last()
    .click();
  await expect(page.getByText("Please check the marked fields.")).toBeVisible();
  await expectStateSound(page);
  await expectDressed();
  await page.goto("/demo/mail");
  await expectSound(page);
  await expectDressed();
});
