import type { Page } from "playwright/test";
import { everythingSent, expect, newBuyer, openLive, test } from "./shop.ts";

const LOGIN = "/login?returnUrl=%2Faccount";
const CALLBACK = "/auth/callback";
const FAILED = "Google login failed. Please try again.";

const start = (page: Page) => page.getByRole("button", { name: "Continue with Google" });

/** Starts the login and returns the popup once the provider's page is open. */
async function openPopup(page: Page): Promise<Page> {
  const opened = page.waitForEvent("popup");
  await start(page).click();
  const popup = await opened;
  await popup.waitForURL(/\/demo\/identity\/authorize/);
  return popup;
}

async function agree(provider: Page, email: string) {
  await provider.getByLabel("Email").fill(email);
  await provider.getByRole("button", { name: "Continue", exact: true }).click();
}

async function expectSignedIn(page: Page, email: string) {
  await page.waitForURL("/account");
  await expect(page.getByText(`Welcome, ${email}`)).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("code");
}

test("in a popup that the browser has cut off from its opener", async ({ page, context }) => {
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

  test("shows why it failed, and the next one signs in and closes", async ({ page }) => {
    const email = newBuyer("paula");
    const alert = page.getByRole("alert");
    await openLive(page, LOGIN);
    await (await openPopup(page)).close();
    await expect(alert).toContainText("User cancelled the login process");

    const denied = await openPopup(page);
    await expect(alert).toHaveText("");
    await denied.getByRole("button", { name: "Cancel" }).click();
    await expect(alert).toContainText("The sign-in was cancelled.");

    const down = { status: 502, json: { message: "It does not answer." } };
    await page.route("**/api/oauth/**", (route) => route.fulfill(down));
    const opened = page.waitForEvent("popup");
    await start(page).click();
    const empty = await opened;
    await expect(alert).toContainText("Failed to get login redirect URL: It does not answer.");
    await expect.poll(() => empty.isClosed()).toBe(true);
    await page.unroute("**/api/oauth/**");

    const forged = await openPopup(page);
    const state = new URL(forged.url()).searchParams.get("state");
    const ended = forged.waitForEvent("close");
    await forged.evaluate(
      (path) => location.assign(path),
      `${CALLBACK}?code=forged&state=${state}`,
    );
    await ended;
    await expect(alert).toHaveText(`${FAILED}Or use a code by email below.`);

    const popup = await openPopup(page);
    await expect(page.getByRole("button", { name: "Send code" })).toBeDisabled();
    const closed = popup.waitForEvent("close");
    await agree(popup, email);
    await closed;
    await expectSignedIn(page, email);
  });
});

test("where popups are blocked it continues in this window", async ({ page }) => {
  const email = newBuyer("rita");
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await openLive(page, LOGIN);
  await start(page).click();
  await expect(page.getByRole("alert")).toContainText("Failed to open popup window");
  await page.getByRole("button", { name: "Continue in this window" }).click();
  await page.waitForURL(/\/demo\/identity\/authorize/);
  await agree(page, email);
  await expectSignedIn(page, email);
  await page.goBack();
  expect(page.url()).not.toContain("code=");
});

test.describe("the callback page in a window that expects no result", () => {
  test.use({ allowConsole: [/Scripts may close only the windows that were opened by them/] });

  test("hides the query and does not use a foreign code", async ({ page }) => {
    let exchanges = 0;
    await page.route("**/api/sessions", () => void exchanges++);
    const hidden = page.waitForEvent("framenavigated", () => page.url().endsWith(CALLBACK));
    await page.goto(`${CALLBACK}?code=from-a-foreign-link`);
    await hidden;
    await expect(page).toHaveURL(LOGIN);
    await expect(page.getByRole("alert")).toHaveText(`${FAILED}OAuth authorization failed`);
    await everythingSent(page);
    expect(exchanges).toBe(0);
  });
});
