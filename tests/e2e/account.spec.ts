import {
  declineOffers,
  expect,
  newBuyer,
  openLive,
  pay,
  startBuying,
  test,
  waitUntilLive,
} from "./shop.ts";
import { codeMailedTo, signInAs } from "./sign-in.ts";
import { expectSound } from "./sound.ts";

// Where a session is over on purpose, asking for its user is refused.
test.use({ allowConsole: [/status of 401 .*\/api\/(?:users\/me|logout)$/] });

const LOGIN = "/login?returnUrl=%2Faccount";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0";

test("a guest buys, finds the order with a mailed code, opens a file, and leaves in two tabs", async ({
  page,
  context,
}) => {
  test.slow();
  const email = newBuyer("anna");
  await startBuying(page, "Premium Pack");
  await pay(page, { email });
  await declineOffers(page);
  await expect(page.getByText(email)).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Find my order" }).click();

  await expect(page).toHaveURL("/orders/find");
  await waitUntilLive(page);
  await expectSound(page);
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Find my order" }).click();
  await expect(page.getByText(`If there are orders for ${email}`)).toBeVisible();
  await expectSound(page);
  await page.getByLabel("Verification code").fill(await codeMailedTo(page, email));
  await page.waitForURL("/account");

  const card = page.getByRole("article", { name: "Premium Pack" });
  await expect(card).toContainText("$37.00 USD");
  await expect(card).toContainText("One-time Purchase");
  const today = await page.evaluate(() => new Date().toLocaleDateString());
  await expect(card.getByText(today)).toBeVisible();
  await expectSound(page);
  // At once: halfway between two colors nothing can be read.
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectSound(page);

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
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(LOGIN);
  await expect(other).toHaveURL(LOGIN);
  await page.goBack();
  await expect(page).not.toHaveURL("/account");
});

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

  await page.route("**/api/logout", (route) => route.fulfill({ status: 401, json: {} }));
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("alert").first()).toContainText("you are still signed in");

  await page.getByRole("button", { name: "Sign out Firefox on Windows" }).click();
  await expect(page.getByText("Firefox on Windows is signed out.")).toBeFocused();
  await expectSound(page);
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
