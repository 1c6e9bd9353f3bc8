import type { Locator, Page } from "playwright/test";
import { everythingSent, expect, hold, newBuyer, openLive, test, waitUntilLive } from "./shop.ts";
import { codeMailedTo } from "./sign-in.ts";

const SEND_PATH = "/api/send-otp";
const SEND = `**${SEND_PATH}`;
const VERIFY_PATH = "/api/verify-otp";
const VERIFY = `**${VERIFY_PATH}`;
const LOGIN = "/login?returnUrl=%2Faccount";
const WRONG = "Invalid verification code. Please try again.";
const DANGER = "rgb(179, 38, 30)";
const LIMITED = {
  status: 429,
  headers: { "Retry-After": "3090" },
  json: { error: "Too many requests. Please wait a moment and try again.", code: "rate_limited" },
};

const address = (page: Page) => page.getByLabel("Email address");
const code = (page: Page) => page.getByLabel("Verification code");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const again = (page: Page) => page.getByRole("button", { name: /^Send a new code/ });

test.use({
  allowConsole: [/(?:status of (?:400|422|429)|ERR_FAILED) .*\/api\/(?:send|verify)-otp$/],
});

/** The bodies of all calls to `path` from now on. */
function listenFor(page: Page, path: string): unknown[] {
  const bodies: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(path)) bodies.push(request.postDataJSON());
  });
  return bodies;
}

/** What a visitor pastes, wherever it was copied. */
async function paste(page: Page, text: string) {
  await code(page).evaluate((field, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", pasted);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    field.dispatchEvent(event);
  }, text);
}

/** The field has the focus, looks wrong, and is described by what is wrong with it. */
async function expectMarked(field: Locator, text: string) {
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(new RegExp(RegExp.escape(text)));
  await expect(field).toHaveCSS("border-top-color", DANGER);
}

test("a protected page leads to the sign-in page, by the mailed code, and back", async ({
  page,
}) => {
  const email = newBuyer("anna");
  await page.goto("/account");
  await expect(page).toHaveURL(LOGIN);
  await waitUntilLive(page);
  await address(page).fill("anna@gmial.com");
  await address(page).blur();
  await page.getByRole("button", { name: "Yes, use this address" }).click();
  await expect(address(page)).toHaveValue("anna@gmail.com");
  await address(page).fill(email);
  await button(page, "Send code").click();
  await expect(page.getByText(`Enter the 6-digit code sent to ${email}`)).toBeVisible();
  await expect(code(page)).toBeFocused();

  const mailed = await codeMailedTo(page, email);
  await code(page).pressSequentially(mailed === "000000" ? "000001" : "000000");
  await expect(page.getByRole("alert")).toHaveText(WRONG);

  await paste(page, `Your code: ${mailed.slice(0, 3)} ${mailed.slice(3)}`);
  await page.waitForURL("/account");
  await expect(page.getByText(`Welcome, ${email}`)).toBeVisible();
  await expect(page.getByRole("heading", { name: "No Purchases Yet" })).toBeVisible();

  await page.goto("/login?redirect=%2Fcontact");
  await expect(page).toHaveURL("/contact");
});

test("asking for a code: faults are marked, one call is made at a time, and past the limit the last code can be entered", async ({
  page,
}) => {
  const alert = page.getByRole("alert");
  const send = button(page, "Send code");
  await openLive(page, LOGIN);
  await send.click();
  await expect(alert).toHaveText("Please enter your email address");
  await expectMarked(address(page), "Please enter your email address");
  await address(page).fill("anna@");
  await send.click();
  await expect(alert).toHaveText("Please enter a valid email address.");
  await expectMarked(address(page), "Please enter a valid email address.");
  await address(page).press("End");
  await address(page).pressSequentially("e");
  await expect(alert).toHaveText("");
  await expect(address(page)).not.toHaveAttribute("aria-invalid");

  await address(page).fill("anna@example.com");
  await page.route(SEND, (route) => route.abort());
  await send.click();
  await expect(alert).toHaveText(/^Failed to send .*Network error, please try again later$/);

  const answer = await hold(page, SEND, LIMITED);
  const asked = listenFor(page, SEND_PATH);
  await address(page).press("Enter");
  await address(page).press("Enter");
  const sending = button(page, "Sending...");
  await expect(sending).toBeDisabled();
  await expect(button(page, "Continue with Google")).toBeDisabled();
  await sending.click({ force: true });
  await everythingSent(page);
  expect(asked).toEqual([{ email: "anna@example.com" }]);
  answer();
  await expect(alert).toContainText("Too many requests. Please try again in 52 minutes.");
  await page.route(VERIFY, (route) => route.fulfill({ json: { success: true, user: {} } }));
  await page.getByRole("button", { name: "Enter the code" }).click();
  await expect(code(page)).toBeFocused();
  await expect(page.getByText("sent to anna@example.com")).toBeVisible();
  const tried = page.waitForRequest(VERIFY);
  await code(page).fill("123456");
  expect((await tried).postDataJSON()).toEqual({ email: "anna@example.com", otp: "123456" });
});

test("a code that is missing, short or wrong is marked, none is tried twice, and the right one leads on a second later", async ({
  page,
}) => {
  const alert = page.getByRole("alert");
  const refusal = { error: WRONG, code: "invalid", reason: "code_invalid" };
  await page.route(SEND, (route) => route.fulfill({ json: { success: true } }));
  await page.route(VERIFY, (route) => route.fulfill({ status: 400, json: refusal }));
  await page.clock.install();
  await openLive(page, LOGIN);
  await address(page).fill("anna@example.com");
  await button(page, "Send code").click();
  await expect(code(page)).toBeFocused();
  const tried = listenFor(page, VERIFY_PATH);
  await button(page, "Sign in").click();
  await expect(alert).toHaveText("Please enter the verification code");
  await expectMarked(code(page), "Please enter the verification code");
  await code(page).fill("12345");
  await expect(code(page)).not.toHaveAttribute("aria-invalid");
  await code(page).press("Enter");
  await expect(alert).toHaveText("The code has 6 digits: one is missing.");
  await expectMarked(code(page), "The code has 6 digits: one is missing.");
  await everythingSent(page);
  expect(tried).toEqual([]);

  await code(page).fill("123456");
  await expect(alert).toHaveText(WRONG);
  await code(page).press("End");
  await code(page).press("Backspace");
  await code(page).press("6");
  await expect(code(page)).toHaveValue("123456");
  await everythingSent(page);
  expect(tried).toHaveLength(1);
  await page.getByRole("link", { name: "Back to email entry" }).click();
  await expect(address(page)).toBeFocused();
  await expect(address(page)).toHaveValue("anna@example.com");
  await expect(alert).toHaveText("");

  await button(page, "Send code").click();
  await expect(code(page)).toHaveValue("");
  await expect(again(page)).toBeDisabled();
  await page.clock.runFor(61_000);
  await again(page).click();
  await expect(page.getByText("A new code is on its way.")).toBeVisible();
  await expect(again(page)).toBeDisabled();

  const answer = await hold(page, VERIFY, { json: { success: true, user: {} } });
  await page.route("**/account", (route) => route.fulfill({ body: "there" }));
  const left = page.waitForRequest("**/account");
  await paste(page, "Your code: 123 456");
  await expect(code(page)).toHaveValue("123456");
  await code(page).press("Enter");
  await expect(button(page, "Verifying...")).toBeDisabled();
  await everythingSent(page);
  expect(tried).toHaveLength(2);
  // From here on the clock is the test's.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  answer();
  await expect(page.getByText("Login successful! Redirecting...")).toBeVisible();
  await page.clock.runFor(999);
  await everythingSent(page);
  await expect(page).toHaveURL(LOGIN);
  await page.clock.runFor(1);
  await left;
});

test("it says at once that signing in needs cookies", async ({ page, context }) => {
  const browser = await context.newCDPSession(page);
  await browser.send("Emulation.setDocumentCookieDisabled", { disabled: true });
  const warning = page.getByRole("alert").filter({ hasText: "keeps no cookies from this site" });
  for (const path of ["/login", "/orders/find"]) {
    await page.goto(path);
    await expect(warning).toBeVisible();
  }
  await browser.send("Emulation.setDocumentCookieDisabled", { disabled: false });
  await openLive(page, LOGIN);
  await expect(warning).toHaveCount(0);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a slip is mended, the code signs in, and the account can be left again", async ({
    page,
  }) => {
    const email = newBuyer("nora").replace("example.com", "gmail.com");
    await page.goto("/account");
    await expect(button(page, "Continue with Google")).toBeHidden();
    await address(page).fill(email.replace("gmail", "gmial"));
    await button(page, "Send code").click();
    await expect(page.getByText(`Did you mean ${email}?`)).toBeVisible();
    await button(page, "Yes, use this address").click();
    await expect(page.getByText(`Enter the 6-digit code sent to ${email}`)).toBeVisible();
    await expect(page.getByText("Did you mean")).toHaveCount(0);
    const first = await codeMailedTo(page, email);
    await page.getByRole("link", { name: "Back to email entry" }).click();
    await expect(page).toHaveURL(LOGIN);
    await address(page).fill(email);
    await button(page, "Send code").click();
    await code(page).fill(await codeMailedTo(page, email, first));
    await button(page, "Sign in").click();
    await expect(page).toHaveURL("/account");
    await expect(page.getByText(`Welcome, ${email}`)).toBeVisible();
    await button(page, "Logout").click();
    await expect(page).toHaveURL(LOGIN);
    await page.goto("/account");
    await expect(page).toHaveURL(LOGIN);
  });
});
