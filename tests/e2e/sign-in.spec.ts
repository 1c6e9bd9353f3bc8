// Sign-in with a mailed code or an external account.
import type { Page } from "playwright/test";
import { expectSound } from "./accessible.ts";
import {
  buyAhead,
  codeMailedTo,
  everythingSent,
  expect,
  hold,
  mistypedBuyer,
  newBuyer,
  openLive,
  signInAs,
  test,
} from "./shop.ts";

const SEND = "**/api/send-otp";
const VERIFY = "**/api/verify-otp";
const LOGIN = "/login?returnUrl=%2Faccount";
const CALLBACK = "/auth/callback";
const FAILED = "Google login failed. Please try again.";

test.use({
  allowConsole:
    /status of (?:400|422|502) .*\/api\/|status of 400 .*\/account#change-email$|Failed to exchange code for session token: |Scripts may close only the windows that were opened by them/,
});

const email = (page: Page) => page.getByLabel("Email address");
const code = (page: Page) => page.getByLabel("Verification code");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const google = (page: Page) => button(page, "Continue with Google");

test("a code is requested once, and again after a minute", async ({ page, context }) => {
  await test.step("a browser without cookies is warned", async () => {
    const browser = await context.newCDPSession(page);
    await browser.send("Emulation.setDocumentCookieDisabled", { disabled: true });
    await page.goto(LOGIN);
    const warning = page.getByRole("alert").filter({ hasText: "Please allow cookies" });
    await expect(warning).toBeVisible();
    await browser.send("Emulation.setDocumentCookieDisabled", { disabled: false });
    await page.clock.install();
    await openLive(page, LOGIN);
    await expect(warning).toHaveCount(0);
  });

  await test.step("an invalid email keeps the focus", async () => {
    await email(page).fill("anna@");
    await button(page, "Send code").click();
    await expect(page.getByRole("alert")).toHaveText("Please enter a valid email address.");
    await expect(email(page)).toBeFocused();
    await expect(email(page)).toHaveAccessibleDescription(/valid email address/);
  });

  await email(page).fill("anna@example.com");
  const letSend = await hold(page, SEND, { json: { success: true } });
  let calls = 0;
  page.on("request", (request) => (calls += request.url().endsWith("/send-otp") ? 1 : 0));
  await email(page).press("Enter");
  await email(page).press("Enter");
  await expect(google(page)).toBeDisabled();
  await button(page, "Sending...").click({ force: true });
  await everythingSent(page);
  expect(calls).toBe(1);
  letSend();
  const again = page.getByRole("button", { name: /^Send a new code/ });
  await expect(again).toBeDisabled();
  await page.clock.runFor(61_000);
  await again.click();
  await expect(page.getByText("A new code is on its way.")).toBeVisible();
  await page.getByRole("link", { name: "Back to email entry" }).click();
  await expect(email(page)).toBeFocused();
  await button(page, "Send code").click();

  await test.step("a wrong code is not sent twice", async () => {
    const wrong = { error: "Wrong.", code: "invalid", reason: "code_invalid" };
    let tries = 0;
    await page.route(VERIFY, (route) => {
      tries++;
      return route.fulfill({ status: 400, json: wrong });
    });
    await code(page).fill("123456");
    await expect(page.getByRole("alert")).toContainText("Wrong.");
    await code(page).press("End");
    await code(page).press("Backspace");
    await code(page).press("6");
    await everythingSent(page);
    expect(tries).toBe(1);
    await page.unroute(VERIFY);
  });

  const letIn = await hold(page, VERIFY, { json: { success: true, user: {} } });
  await page.route("**/account", (route) => route.fulfill({ body: "there" }));
  const left = page.waitForRequest("**/account");
  await code(page).fill("123457");
  await expect(button(page, "Verifying...")).toBeDisabled();
  // From here on, only the test advances the clock.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  letIn();
  await expect(page.getByText("Login successful! Redirecting...")).toBeVisible();
  await page.clock.runFor(999);
  await everythingSent(page);
  await expect(page).toHaveURL(LOGIN);
  await page.clock.runFor(1);
  await left;
});

/** Starts the login and returns the popup once the provider's page is open. */
async function openPopup(page: Page): Promise<Page> {
  const opened = page.waitForEvent("popup");
  await google(page).click();
  const popup = await opened;
  await popup.waitForURL(/\/demo\/identity\/authorize/);
  return popup;
}

async function agree(provider: Page, address: string) {
  await provider.getByLabel("Email").fill(address);
  await button(provider, "Continue").click();
}

async function expectSignedIn(page: Page, address: string) {
  await page.waitForURL("/account");
  await expect(page.getByText(`Welcome, ${address}`)).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("code");
}

test("a popup shows why it failed, and the next one signs in", async ({ page, context }) => {
  const address = newBuyer("paula");
  const alert = page.getByRole("alert");
  await openLive(page, LOGIN);
  await (await openPopup(page)).close();
  await expect(alert).toContainText("User cancelled the login process");

  const denied = await openPopup(page);
  await expect(alert).toHaveText("");
  await button(denied, "Cancel").click();
  await expect(alert).toContainText("The sign-in was cancelled.");

  const down = { status: 502, json: { message: "It does not answer." } };
  await page.route("**/api/oauth/**", (route) => route.fulfill(down));
  const opened = page.waitForEvent("popup");
  await google(page).click();
  const empty = await opened;
  await expect(alert).toContainText("Failed to get login redirect URL: It does not answer.");
  await expect.poll(() => empty.isClosed()).toBe(true);
  await page.unroute("**/api/oauth/**");

  const forged = await openPopup(page);
  const state = new URL(forged.url()).searchParams.get("state");
  const ended = forged.waitForEvent("close");
  await forged.evaluate((path) => location.assign(path), `${CALLBACK}?code=forged&state=${state}`);
  await ended;
  await expect(alert).toHaveText(`${FAILED}Or use a code by email below.`);

  // The popup's opener is cut off, so the result arrives through storage.
  await context.route("**/auth/callback?*", async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), "cross-origin-opener-policy": "same-origin" };
    await route.fulfill({ response, headers });
  });
  const popup = await openPopup(page);
  await expect(button(page, "Send code")).toBeDisabled();
  await agree(popup, address);
  await expectSignedIn(page, address);
});

test("a blocked popup continues in this window; a foreign code is refused", async ({ page }) => {
  let exchanges = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/sessions")) exchanges++;
  });
  const hidden = page.waitForEvent("framenavigated", () => page.url().endsWith(CALLBACK));
  await page.goto(`${CALLBACK}?code=from-a-foreign-link`);
  await hidden;
  await expect(page).toHaveURL(LOGIN);
  await expect(page.getByRole("alert")).toHaveText(`${FAILED}OAuth authorization failed`);
  await everythingSent(page);
  expect(exchanges).toBe(0);

  const address = newBuyer("rita");
  await page.evaluate(() => {
    window.open = () => null;
  });
  await google(page).click();
  await expect(page.getByRole("alert")).toContainText("Failed to open popup window");
  await button(page, "Continue in this window").click();
  await page.waitForURL(/\/demo\/identity\/authorize/);
  await agree(page, address);
  await expectSignedIn(page, address);
  await page.goBack();
  expect(page.url()).not.toContain("code=");
});

test("an account gets one paper size and another email on a phone", async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const former = newBuyer("lena");
  const { wrong, right } = mistypedBuyer("lena");
  await buyAhead(page, { pack: "Premium Pack", email: former });
  const known = await signInAs(page, former);
  await openLive(page, "/account");

  await test.step("the ZIP has the chosen size", async () => {
    const group = page.getByRole("group", { name: "Which size do you print on" });
    await group.getByLabel("US Letter").check();
    await button(page, "Save").click();
    await expect(page.getByRole("link", { name: /^The same files in A4/ }).first()).toBeVisible();
    await expect(group.getByLabel("US Letter")).toBeChecked();
    await expect(page.getByRole("group", { name: "Paper size" })).toHaveCount(0);
  });

  const change = page.locator("summary", { hasText: "Change email" });
  await change.click();
  await page.getByLabel("New email address").fill(wrong);
  await button(page, "Send codes").click();
  await expect(page.getByRole("status").filter({ hasText: right })).toBeVisible();
  await button(page, "Yes, use this address").click();
  const codeOf = (address: string) => page.getByLabel(`Code sent to ${address}`);
  await expect(codeOf(right)).toBeInViewport();
  const [current, next] = [
    await codeMailedTo(page, former, known),
    await codeMailedTo(page, right),
  ];
  await codeOf(former).fill(current === "111111" ? "222222" : "111111");
  await codeOf(right).fill(next);
  await button(page, "Change email").click();
  await expect(codeOf(former)).toHaveAccessibleDescription(/Invalid verification code/);
  await expectSound(page);
  await codeOf(former).fill(current);
  await codeOf(right).fill(next);
  await button(page, "Change email").click();
  await expect(page.getByText("Your email has changed")).toBeInViewport();
  await expect(page.getByText(`Welcome, ${right}`)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Premium Pack", exact: true })).toBeVisible();

  await test.step("without a connection it waits", async () => {
    await change.click();
    await context.setOffline(true);
    await page.getByLabel("New email address").fill(newBuyer("lena"));
    await button(page, "Send codes").click();
    await expect(page.getByText("This needs a connection.")).toBeVisible();
    await context.setOffline(false);
  });
});
