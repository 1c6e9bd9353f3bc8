import type { Page } from "playwright/test";
import { everythingSent, expect, newBuyer, openLive, test, waitUntilLive } from "./shop.ts";
import { codeMailedTo, signInAs } from "./sign-in.ts";
import { expectSound } from "./sound.ts";

const SEND = "**/api/send-otp";
const VERIFY = "**/api/verify-otp";
const LOGIN = "/login?returnUrl=%2Faccount";

const address = (page: Page) => page.getByLabel("Email address");
const code = (page: Page) => page.getByLabel("Verification code");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Arrives at the second step; nothing is mailed. */
async function atCode(page: Page, email = "anna@example.com") {
  await page.route(SEND, (route) => route.fulfill({ json: { success: true } }));
  await openLive(page, LOGIN);
  await address(page).fill(email);
  await button(page, "Send code").click();
  await expect(code(page)).toBeFocused();
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

test.describe("by the mailed code", () => {
  test.use({ allowConsole: [/status of 400 .*\/api\/verify-otp$/] });

  test("a protected page leads to the sign-in page and back", async ({ page }) => {
    const email = newBuyer("anna");
    await page.goto("/account");
    await expect(page).toHaveURL(LOGIN);
    await waitUntilLive(page);
    await expect(page.getByText("Sign in to access your curriculum")).toBeVisible();
    await expectSound(page);

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
    await expect(page.getByRole("alert")).toHaveText(
      "Invalid verification code. Please try again.",
    );
    await expectSound(page);

    await paste(page, `Your code: ${mailed.slice(0, 3)} ${mailed.slice(3)}`);
    await expect(page.getByText("Login successful! Redirecting...")).toBeVisible();
    await expect(code(page)).toHaveValue(mailed);
    await page.waitForURL("/account");
    await expect(page.getByText(`Welcome, ${email}`)).toBeVisible();
    await expect(page.getByRole("heading", { name: "No Purchases Yet" })).toBeVisible();
    await expectSound(page);

    await page.goto("/login?redirect=%2Fcontact");
    await expect(page).toHaveURL("/contact");
  });
});

test("waits a second between the good news and the page that it leads to", async ({ page }) => {
  await atCode(page);
  let signedInAt = Infinity;
  await page.route(VERIFY, (route) => {
    signedInAt = Date.now();
    return route.fulfill({ json: { success: true, user: {} } });
  });
  let leftAt = 0;
  await page.route("**/account", (route) => {
    leftAt = Date.now();
    return route.fulfill({ body: "there" });
  });
  await code(page).fill("123456");
  await expect(page.getByText("Login successful! Redirecting...")).toBeVisible();
  await page.waitForURL("/account");
  expect(leftAt - signedInAt).toBeGreaterThanOrEqual(1000);
});

test("says what it waits for, tries a code once, and lets nobody press twice", async ({ page }) => {
  const asked: string[] = [];
  await page.route(SEND, () => void asked.push("send"));
  await openLive(page, LOGIN);
  await address(page).fill("anna@example.com");
  await address(page).press("Enter");
  await address(page).press("Enter");
  const sending = button(page, "Sending...");
  await expect(sending).toBeDisabled();
  await expect(button(page, "Continue with Google")).toBeDisabled();
  await sending.click({ force: true });
  await everythingSent(page);
  expect(asked).toEqual(["send"]);

  await page.route(VERIFY, () => void asked.push("verify"));
  await atCode(page);
  await code(page).pressSequentially("123456");
  await code(page).press("Enter");
  await expect(button(page, "Verifying...")).toBeDisabled();
  await expect(button(page, "Back to email entry")).toBeDisabled();
  await everythingSent(page);
  expect(asked).toEqual(["send", "verify"]);
});

test("the way back clears the code and the error; a new code can be had after a minute", async ({
  page,
}) => {
  let tries = 0;
  await page.route(VERIFY, (route) => {
    tries++;
    return route.fulfill({ json: { error: "Wrong, says the test." } });
  });
  await page.clock.install();
  await atCode(page);
  await button(page, "Sign in").click();
  await expect(page.getByRole("alert")).toHaveText("Please enter the verification code");
  await expect(code(page)).toBeFocused();
  await code(page).fill("123456");
  await expect(page.getByRole("alert")).toHaveText("Wrong, says the test.");
  await code(page).press("End");
  await code(page).press("Backspace");
  await code(page).press("6");
  await expect(code(page)).toHaveValue("123456");
  await everythingSent(page);
  expect(tries).toBe(1);
  await button(page, "Back to email entry").click();
  await expect(address(page)).toBeFocused();
  await expect(address(page)).toHaveValue("anna@example.com");
  await expect(page.getByRole("alert")).toHaveText("");

  await button(page, "Send code").click();
  await expect(code(page)).toHaveValue("");
  const again = page.getByRole("button", { name: /^Send a new code/ });
  await expect(again).toBeDisabled();
  await page.clock.runFor(61_000);
  await again.click();
  await expect(page.getByText("A new code is on its way.")).toBeVisible();
  await expect(again).toBeDisabled();
});

test.describe("a code that cannot be sent", () => {
  test.use({ allowConsole: [/(?:status of (?:400|502)|ERR_FAILED) .*\/api\/send-otp$/] });

  test("keeps the address, whatever went wrong", async ({ page }) => {
    await openLive(page, LOGIN);
    await button(page, "Send code").click();
    const alert = page.getByRole("alert");
    await expect(alert).toHaveText("Please enter your email address");
    await expect(address(page)).toBeFocused();
    await address(page).fill("anna@example.com");
    const failed = "Failed to send verification code. Please try again.";
    for (const [answer, text] of [
      [{ json: { error: "Not now." } }, "Not now."],
      [{ status: 502, body: "<p>" }, failed],
      [{ status: 400, json: { error: "No." } }, "No."],
      [undefined, `${failed}Network error, please try again later`],
    ] as const) {
      await page.route(SEND, (route) => (answer ? route.fulfill(answer) : route.abort()));
      await button(page, "Send code").click();
      await expect(alert).toHaveText(text);
      await expect(address(page)).toHaveValue("anna@example.com");
    }
  });
});

test("what was typed before the page is live counts", async ({ page }) => {
  const letLive = Promise.withResolvers<void>();
  await page.route(/assets\/hydrate/, async (route) => {
    await letLive.promise;
    await route.continue();
  });
  await page.route(SEND, (route) => route.fulfill({ json: { success: true } }));
  await page.goto("/login");
  await address(page).fill("early@example.com");
  letLive.resolve();
  await waitUntilLive(page);
  await button(page, "Send code").click();
  await expect(page.getByText("Enter the 6-digit code sent to early@example.com")).toBeVisible();
});

test("says at once that nobody can sign in without cookies", async ({ page, context }) => {
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

test("no hostile way back leaves the site", async ({ page }) => {
  await signInAs(page, newBuyer("eve"));
  for (const address of ["//evil.example", "/\\evil.example", "/account/..//evil.example"]) {
    await page.goto(`/login?returnUrl=${encodeURIComponent(address)}`);
    await expect(page).toHaveURL("/");
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the code signs in, and the account can be left again", async ({ page }) => {
    const email = newBuyer("nora");
    await page.goto("/account");
    await expect(button(page, "Continue with Google")).toBeHidden();
    await address(page).fill(email);
    await button(page, "Send code").click();
    await expect(page.getByText(`Enter the 6-digit code sent to ${email}`)).toBeVisible();
    await button(page, "Back to email entry").click();
    await expect(page).toHaveURL(LOGIN);
    await address(page).fill(email);
    const first = await codeMailedTo(page, email);
    await button(page, "Send code").click();
    const mailed = await codeMailedTo(page, email, first);
    await code(page).fill(mailed);
    await button(page, "Sign in").click();
    await expect(page).toHaveURL("/account");
    await expect(page.getByText(`Welcome, ${email}`)).toBeVisible();
    await button(page, "Logout").click();
    await expect(page).toHaveURL(LOGIN);
    await page.goto("/account");
    await expect(page).toHaveURL(LOGIN);
  });
});
