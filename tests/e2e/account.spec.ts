import {
  buyAhead,
  expect,
  newBuyer,
  openLive,
  test,
  waitUntilLive,
  waitUntilQuiet,
} from "./shop.ts";
import { codeMailedTo, signInAs } from "./sign-in.ts";
import { expectStateSound } from "./sound.ts";

// Where a session is over on purpose, asking for its user is refused.
// Where the line is lost on purpose, nothing can be loaded.
test.use({
  allowConsole: [/status of 401 .*\/users\/me$|status of 502 .*\/logout$|INTERNET_DISCONNECTED/],
});

const LOGIN = "/login?returnUrl=%2Faccount";
const SIGNED_OUT = `${LOGIN}&signedOut=1`;
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0";

test(
  "a guest buys, finds the order with a mailed code, opens a file, and leaves in two tabs",
  { tag: "@pdf" },
  async ({ page, context }) => {
    const email = newBuyer("anna");
    await buyAhead(page, { pack: "Premium Pack", email });
    await expect(page.getByText(email)).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Find my order" }).click();

    await expect(page).toHaveURL("/orders/find");
    await waitUntilLive(page);
    await page.getByLabel("Email address").fill(email);
    await page.getByRole("button", { name: "Find my order" }).click();
    await expect(page.getByText(`If there are orders for ${email}`)).toBeVisible();
    await page.getByLabel("Verification code").fill(await codeMailedTo(page, email));
    await page.waitForURL("/account");

    const card = page.getByRole("article", { name: "Premium Pack" });
    await expect(card).toContainText("$37.00 USD");
    await expect(card).toContainText("One-time Purchase");
    const today = await page.evaluate(() => new Date().toLocaleDateString());
    await expect(card.getByText(today)).toBeVisible();

    await expect(card.getByRole("link", { name: /Month 2.*A4/ })).toBeVisible();
    await expect(card.getByRole("link", { name: /Month 2.*US Letter/ })).toBeVisible();
    const opened = context.waitForEvent("page");
    await card.getByRole("link", { name: "Access Product" }).click();
    const tab = await opened;
    expect(tab.url()).toMatch(/\/files\/\d+\/Month-1-Hello-School-A4\.pdf$/);
    const pdf = await context.request.get(tab.url());
    expect(pdf.headers()["content-type"]).toBe("application/pdf");
    await tab.close();
    const zip = card.getByRole("link", { name: /^Download all \(ZIP, \d+ MB\)/ });
    await expect(zip).toHaveAttribute("href", /^\/files\/product\/\d+\/Premium-Pack\.zip$/);

    const other = await context.newPage();
    await other.goto("/account");
    await expect(other.getByText(`Welcome, ${email}`)).toBeVisible();
    await waitUntilLive(other);
    // Whichever tab is first at the sign-in page tells the shop.
    const told = context.waitForEvent("response", (answer) => answer.url().endsWith("/api/logout"));
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL(SIGNED_OUT);
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeFocused();
    // The shop may know already when the other tab looks.
    await expect(other).toHaveURL(/\/login\?returnUrl=%2Faccount(&signedOut=1)?$/);
    expect((await told).status()).toBe(200);
    await page.goto("/account");
    await expect(page).toHaveURL(LOGIN);
  },
);

test("a page that becomes live after another one signed out leaves too", async ({
  page,
  context,
}) => {
  await signInAs(page, newBuyer("mira"));
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const late = await context.newPage();
  await late.route(/assets\/hydrate/, async (route) => {
    await held;
    await route.continue();
  });
  await late.goto("/account", { waitUntil: "commit" });
  await expect(late.getByText("Welcome, mira-")).toBeVisible();
  await page.request.get("/api/logout");
  release();
  await expect(late).toHaveURL(LOGIN);
});

test("sessions are seen and ended here, and an end elsewhere is noticed", async ({
  page,
  browser,
  baseURL,
  watch,
}) => {
  const email = newBuyer("lena");
  const elsewhere = await browser.newContext({ baseURL, userAgent: FIREFOX });
  watch(elsewhere);
  const there = await elsewhere.newPage();
  const code = await signInAs(there, email);
  const next = await signInAs(page, email, code);
  await openLive(page, "/account");

  await page.getByRole("button", { name: "Sign out Firefox on Windows" }).click();
  await expect(page.getByText("Firefox on Windows is signed out.")).toBeFocused();
  await expectStateSound(page);
  await there.goto("/account");
  await expect(there).toHaveURL(LOGIN);
  await elsewhere.close();
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page).toHaveURL(LOGIN);

  await signInAs(page, email, next);
  await openLive(page, "/account");
  await page.request.get("/api/logout");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page).toHaveURL(LOGIN);
});

test("who logs out without a line has left this device, and the shop hears of it later", async ({
  page,
  context,
}) => {
  await signInAs(page, newBuyer("nele"));
  await openLive(page, "/account");
  await waitUntilQuiet(page); // The sign-in page's code comes ahead.
  await context.setOffline(true);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(SIGNED_OUT);
  const notice = page.getByRole("alert").filter({ hasText: "signed out on this device" });
  await expect(notice).toBeVisible();
  await expect(page.getByText("Welcome, nele-")).toHaveCount(0);

  await page.route("**/api/logout", (route) => route.fulfill({ status: 502, json: {} }));
  await context.setOffline(false);
  await expect(notice.getByRole("button", { name: "Try again" })).toBeVisible();
  await page.reload();
  await expect(notice).toBeVisible();
  await page.goto("/account");
  await expect(page).toHaveURL(SIGNED_OUT);
  await expect(notice).toBeVisible();

  await page.unroute("**/api/logout");
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("The shop knows now: you are signed out.")).toBeVisible();
  await page.goto("/account");
  await expect(page).toHaveURL(LOGIN);
});

test("who signs in again before the shop was told is and stays signed in", async ({ page }) => {
  const email = newBuyer("olga");
  const first = await signInAs(page, email);
  await openLive(page, "/account");
  await page.route("**/api/logout", (route) => route.fulfill({ status: 502, json: {} }));
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByText("signed out on this device")).toBeVisible();
  await page.unroute("**/api/logout");
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Send code" }).click();
  await page.getByLabel("Verification code").fill(await codeMailedTo(page, email, first));
  await page.waitForURL("/account");
  await waitUntilLive(page);
  await waitUntilQuiet(page);
  await expect(page.getByText(`Welcome, ${email}`)).toBeVisible();
});
