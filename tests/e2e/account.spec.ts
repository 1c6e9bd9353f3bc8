import {
  buyAhead,
  expect,
  hold,
  LIVE_CODE,
  newBuyer,
  openLive,
  test,
  waitUntilLive,
  waitUntilQuiet,
} from "./shop.ts";
import { codeMailedTo, signInAs } from "./sign-in.ts";
import { expectStateSound } from "./sound.ts";

// Ended sessions are refused, and offline nothing loads.
// Playwright cannot hold back calls of the service worker.
test.use({
  serviceWorkers: "block",
  allowConsole: [
    /status of 401 .*\/users\/me$|status of 502 .*\/logout$|INTERNET_DISCONNECTED|registration blocked by Playwright/,
  ],
});

const LOGIN = "/login?returnUrl=%2Faccount";
const SIGNED_OUT = `${LOGIN}&signedOut=1`;
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0";

test("a guest buys, finds the order with a mailed code, gets a file, and logs out in two tabs", async ({
  page,
  context,
}) => {
  const email = newBuyer("anna");
  await buyAhead(page, { pack: "Premium Pack", email });
  await page.getByRole("main").getByRole("link", { name: "Find my order" }).click();

  await expect(page).toHaveURL("/orders/find");
  await waitUntilLive(page);
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Find my order" }).click();
  await page.getByLabel("Verification code").fill(await codeMailedTo(page, email));
  await page.waitForURL("/account");

  const card = page.getByRole("article", { name: "Premium Pack" });
  const today = await page.evaluate(() => new Date().toLocaleDateString());
  await expect(card.getByText(today)).toBeVisible();
  const file = card.getByRole("link", { name: "Access Product" });
  // The browser's language is American English, where paper is US Letter.
  await expect(file).toHaveAttribute("href", /^\/files\/\d+\/Month-1-Hello-School-US-Letter\.pdf$/);
  const pdf = await context.request.get((await file.getAttribute("href")) ?? "");
  expect(pdf.headers()["content-type"]).toBe("application/pdf");

  const other = await context.newPage();
  await openLive(other, "/account");
  // The first tab on the sign-in page notifies the server.
  const response = context.waitForEvent("response", (answer) =>
    answer.url().endsWith("/api/logout"),
  );
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeFocused();
  expect((await response).status()).toBe(200);
  for (const tab of [page, other]) await expect(tab).toHaveURL(LOGIN);
  await page.goto("/account");
  await expect(page).toHaveURL(LOGIN);
});

test("a session that ends elsewhere is noticed on hydration and when the tab is shown again", async ({
  page,
  context,
}) => {
  const email = newBuyer("mira");
  const code = await signInAs(page, email);
  const late = await context.newPage();
  const letLive = await hold(late, LIVE_CODE);
  await late.goto("/account", { waitUntil: "commit" });
  await expect(late.getByText("Welcome, mira-")).toBeVisible();
  await page.request.get("/api/logout");
  letLive();
  await expect(late).toHaveURL(LOGIN);

  await signInAs(page, email, code);
  await openLive(page, "/account");
  await page.request.get("/api/logout");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page).toHaveURL(LOGIN);
});

test("sessions are listed and ended", async ({ page, browser, baseURL, watch }) => {
  const email = newBuyer("lena");
  const elsewhere = await browser.newContext({ baseURL, userAgent: FIREFOX });
  watch(elsewhere);
  const there = await elsewhere.newPage();
  const code = await signInAs(there, email);
  await signInAs(page, email, code);
  await openLive(page, "/account");

  await page.getByRole("button", { name: "Sign out Firefox on Windows" }).click();
  await expect(page.getByText("Firefox on Windows is signed out.")).toBeFocused();
  await expectStateSound(page);
  await there.goto("/account");
  await expect(there).toHaveURL(LOGIN);
  await elsewhere.close();
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page).toHaveURL(LOGIN);
});

test("a logout while offline takes effect at once, and the server is notified later", async ({
  page,
  context,
}) => {
  await signInAs(page, newBuyer("nele"));
  await openLive(page, "/account");
  await waitUntilQuiet(page); // The code of the sign-in page is preloaded.
  await context.setOffline(true);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(SIGNED_OUT);
  const notice = page.getByRole("alert").filter({ hasText: "signed out on this device" });
  await expect(notice).toBeVisible();
  await expect(page.getByText("Welcome, nele-")).toHaveCount(0);

  await page.route("**/api/logout", (route) => route.fulfill({ status: 502, json: {} }));
  const retried = page.waitForResponse("**/api/logout");
  await context.setOffline(false);
  await retried;
  await page.goto("/account");
  await expect(page).toHaveURL(SIGNED_OUT);
  await expect(notice).toBeVisible();

  await page.unroute("**/api/logout");
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("You are now fully signed out.")).toBeVisible();
  await page.goto("/account");
  await expect(page).toHaveURL(LOGIN);
});
