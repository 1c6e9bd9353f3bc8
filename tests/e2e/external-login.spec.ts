import type { Page } from "playwright/test";
import { everythingSent, expect, newBuyer, openLive, test } from "./shop.ts";

const LOGIN = "/login?returnUrl=%2Faccount";
const CALLBACK = "/auth/callback";
const FAILED = "Google login failed. Please try again.";

const start = (page: Page) => page.getByRole("button", { name: "Continue with Google" });

/** Presses the button and gives the popup, arrived at the provider. */
async function openPopup(page: Page): Promise<Page> {
  const opened = page.waitForEvent("popup");
  await start(page).click();
  const popup = await opened;
  await popup.waitForURL(/\/demo\/identity\/authorize/);
  return popup;
}

/** Says who one is, at the provider. */
async function agree(provider: Page, email: string) {
  await provider.getByLabel("Email").fill(email);
  await provider.getByRole("button", { name: "Continue", exact: true }).click();
}

async function expectSignedIn(page: Page, email: string) {
  await page.waitForURL("/account");
  await expect(page.getByText(`Welcome, ${email}`)).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("code");
}

test("in a popup that a browser has cut off from its opener", async ({ page, context }) => {
  const email = newBuyer("cora");
  await context.route("**/auth/callback?*", async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), "cross-origin-opener-policy": "same-origin" };
    await route.fulfill({ response, headers });
  });
  await openLive(page, LOGIN);
  await agree(await openPopup(page), email);
  await expectSignedIn(page, email);
});

test.describe("a popup", () => {
  test.use({ allowConsole: [/status of (400|502)|Failed to exchange code for session token: /] });

  test("that is closed, denied, empty or refused says why; the next one signs in and closes itself", async ({
    page,
  }) => {
    const email = newBuyer("paula");
    const alert = page.getByRole("alert");
    await openLive(page, LOGIN);
    await (await openPopup(page)).close();
    await expect(alert).toContainText(FAILED);
    await expect(alert).toContainText("User cancelled the login process");

    const denied = await openPopup(page);
    await expect(alert).toHaveText("");
    await denied.getByRole("button", { name: "Cancel" }).click();
    await expect(alert).toContainText("The sign-in was cancelled.");
    await expect(alert).toContainText(FAILED);

    const down = { status: 502, json: { message: "It does not answer." } };
    await page.route("**/api/oauth/**", (route) => route.fulfill(down));
    const opened = page.waitForEvent("popup");
    await start(page).click();
    const empty = await opened;
    await expect(alert).toContainText("Failed to get login redirect URL: It does not answer.");
    await expect.poll(() => empty.isClosed()).toBe(true);
    await page.unroute("**/api/oauth/**");

    await comeBack(await openPopup(page), "code=made-up");
    await expect(alert).toHaveText(`${FAILED}Or use a code by email below.`);

    const popup = await openPopup(page);
    expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600]);
    await expect(page.getByRole("button", { name: "Signing in..." })).toBeDisabled();
    await expect(page.getByRole("button", { name: "Send code" })).toBeDisabled();
    const closed = popup.waitForEvent("close");
    await agree(popup, email);
    await closed;
    await expectSignedIn(page, email);
  });
});

/** Comes back from the provider with an answer that it did not give. */
async function comeBack(popup: Page, answer: string) {
  const state = new URL(popup.url()).searchParams.get("state");
  const closed = popup.waitForEvent("close");
  await popup.evaluate((path) => location.assign(path), `/auth/callback?${answer}&state=${state}`);
  await closed;
}

test("where popups are blocked it goes on in this window", async ({ page }) => {
  const email = newBuyer("rita");
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await openLive(page, LOGIN);
  await start(page).click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("Failed to open popup window");
  await expect(alert).toContainText(FAILED);
  await page.getByRole("button", { name: "Continue in this window" }).click();
  await page.waitForURL(/\/demo\/identity\/authorize/);
  await agree(page, email);
  await expectSignedIn(page, email);
  await page.goBack();
  expect(page.url()).not.toContain("code=");
});

test.describe("the page it comes back to, in a window that expects no result,", () => {
  test.use({ allowConsole: [/Scripts may close only the windows that were opened by them/] });

  test("hides what it brings, and goes on itself without believing it", async ({ page }) => {
    const alert = page.getByRole("alert");
    let exchanges = 0;
    await page.route("**/api/sessions", () => void exchanges++);
    for (const answer of [
      "error=access_denied&error_description=No&state=unknown",
      "code=from-a-foreign-link",
    ]) {
      const hidden = page.waitForEvent("framenavigated", () => page.url().endsWith(CALLBACK));
      await page.goto(`${CALLBACK}?${answer}`);
      await hidden;
      await expect(page).toHaveURL(LOGIN);
      await expect(alert).toHaveText(`${FAILED}OAuth authorization failed`);
    }
    await everythingSent(page);
    expect(exchanges).toBe(0);
  });
});
