import type { Page } from "playwright/test";
import { everythingSent, expect, hold, newBuyer, openLive, test, waitUntilLive } from "./shop.ts";
import { codeMailedTo } from "./sign-in.ts";

const SEND = "**/api/send-otp";
const VERIFY = "**/api/verify-otp";
const LOGIN = "/login?returnUrl=%2Faccount";
const WRONG = "Invalid verification code. Please try again.";
const LIMITED = {
  status: 429,
  headers: { "Retry-After": "3090" },
  json: { error: "Too many requests. Please wait a moment and try again.", code: "rate_limited" },
};

const email = (page: Page) => page.getByLabel("Email address");
const code = (page: Page) => page.getByLabel("Verification code");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const back = (page: Page) => page.getByRole("link", { name: "Back to email entry" });

test.use({ allowConsole: [/status of (?:400|422|429) .*\/api\/(?:send|verify)-otp$/] });

async function paste(page: Page, text: string) {
  await code(page).evaluate((field, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", pasted);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    field.dispatchEvent(event);
  }, text);
}

test("the account leads to the sign-in page, by a corrected email and a pasted code, and back", async ({
  page,
}) => {
  const address = newBuyer("anna").replace("example.com", "gmail.com");
  await page.goto("/account");
  await expect(page).toHaveURL(LOGIN);
  await waitUntilLive(page);
  await email(page).fill(address.replace("gmail", "gmial"));
  await email(page).press("Enter");
  const question = page.getByRole("status").filter({ hasText: `Did you mean ${address}?` });
  await expect(question).toContainText("Nothing is sent yet.");
  await expect(email(page)).toHaveAccessibleDescription(/Did you mean/);
  await button(page, "Yes, use this address").click();
  await expect(button(page, "Send code")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Enter the 6-digit code sent to ${address}`)).toBeVisible();
  await expect(code(page)).toBeFocused();

  const mailed = await codeMailedTo(page, address);
  await code(page).pressSequentially(mailed === "000000" ? "000001" : "000000");
  await expect(page.getByRole("alert")).toHaveText(WRONG);
  await paste(page, `Your code: ${mailed.slice(0, 3)} ${mailed.slice(3)}`);
  await page.waitForURL("/account");
  await expect(page.getByText(`Welcome, ${address}`)).toBeVisible();
  await page.goto("/login?redirect=%2Fcontact");
  await expect(page).toHaveURL("/contact");
});

test("errors are linked to their field, and over the limit the last code can be entered", async ({
  page,
}) => {
  const alert = page.getByRole("alert");
  await openLive(page, LOGIN);
  await email(page).fill("anna@");
  await button(page, "Send code").click();
  await expect(alert).toHaveText("Please enter a valid email address.");
  await expect(email(page)).toBeFocused();
  await expect(email(page)).toHaveAttribute("aria-invalid", "true");
  await expect(email(page)).toHaveAccessibleDescription(/valid email address/);
  await email(page).fill("anna@example.com");
  await expect(email(page)).not.toHaveAttribute("aria-invalid");

  const answer = await hold(page, SEND, LIMITED);
  let calls = 0;
  page.on("request", (request) => (calls += request.url().endsWith("/send-otp") ? 1 : 0));
  await email(page).press("Enter");
  await email(page).press("Enter");
  await expect(button(page, "Continue with Google")).toBeDisabled();
  await button(page, "Sending...").click({ force: true });
  await everythingSent(page);
  expect(calls).toBe(1);
  answer();
  await expect(alert).toContainText("Too many requests. Please try again in 52 minutes.");
  await page.route(VERIFY, (route) => route.fulfill({ json: { success: true, user: {} } }));
  await button(page, "Enter the code").click();
  await expect(code(page)).toBeFocused();
  const tried = page.waitForRequest(VERIFY);
  await code(page).fill("123456");
  expect((await tried).postDataJSON()).toEqual({ email: "anna@example.com", otp: "123456" });
});

test("a wrong code is not sent twice, a new one can be sent after a minute, the right one redirects a second later", async ({
  page,
}) => {
  const refusal = { error: WRONG, code: "invalid", reason: "code_invalid" };
  await page.route(SEND, (route) => route.fulfill({ json: { success: true } }));
  await page.route(VERIFY, (route) => route.fulfill({ status: 400, json: refusal }));
  await page.clock.install();
  await openLive(page, LOGIN);
  await email(page).fill("anna@example.com");
  await button(page, "Send code").click();
  let tried = 0;
  page.on("request", (request) => (tried += request.url().endsWith("/verify-otp") ? 1 : 0));
  await code(page).fill("123456");
  await expect(page.getByRole("alert")).toHaveText(WRONG);
  await code(page).press("End");
  await code(page).press("Backspace");
  await code(page).press("6");
  await everythingSent(page);
  expect(tried).toBe(1);
  await back(page).click();
  await expect(email(page)).toBeFocused();
  await expect(email(page)).toHaveValue("anna@example.com");

  await button(page, "Send code").click();
  const again = page.getByRole("button", { name: /^Send a new code/ });
  await expect(again).toBeDisabled();
  await page.clock.runFor(61_000);
  await again.click();
  await expect(page.getByText("A new code is on its way.")).toBeVisible();

  const answer = await hold(page, VERIFY, { json: { success: true, user: {} } });
  await page.route("**/account", (route) => route.fulfill({ body: "there" }));
  const left = page.waitForRequest("**/account");
  await code(page).fill("123457");
  await expect(button(page, "Verifying...")).toBeDisabled();
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

test("a browser without cookies is warned", async ({ page, context }) => {
  const browser = await context.newCDPSession(page);
  await browser.send("Emulation.setDocumentCookieDisabled", { disabled: true });
  await page.goto(LOGIN);
  const warning = page.getByRole("alert").filter({ hasText: "Please allow cookies" });
  await expect(warning).toBeVisible();
  await browser.send("Emulation.setDocumentCookieDisabled", { disabled: false });
  await openLive(page, LOGIN);
  await expect(warning).toHaveCount(0);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a typo is corrected, the code signs in, and the account can be left", async ({ page }) => {
    const address = newBuyer("nora").replace("example.com", "gmail.com");
    await page.goto("/account");
    await expect(button(page, "Continue with Google")).toBeHidden();
    await email(page).fill(address.replace("gmail", "gmial"));
    await button(page, "Send code").click();
    await button(page, "Yes, use this address").click();
    await expect(page.getByText(`Enter the 6-digit code sent to ${address}`)).toBeVisible();
    const first = await codeMailedTo(page, address);
    await back(page).click();
    await expect(page).toHaveURL(LOGIN);
    await email(page).fill(address);
    await button(page, "Send code").click();
    await code(page).fill(await codeMailedTo(page, address, first));
    await button(page, "Sign in").click();
    await expect(page).toHaveURL("/account");
    await expect(page.getByText(`Welcome, ${address}`)).toBeVisible();
    await button(page, "Logout").click();
    await expect(page).toHaveURL(LOGIN);
    await page.goto("/account");
    await expect(page).toHaveURL(LOGIN);
  });
});
