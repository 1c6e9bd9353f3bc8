// An administrator whose access ends: open tabs, data on the device, and signing in again.
import type { APIRequestContext, Page } from "playwright/test";
import {
  addUnsent,
  BADGE,
  buttonOf,
  byEmail,
  deviceText,
  goOnline,
  gridOf,
  openOffline,
  rowsOf,
  sendUnsent,
  write,
} from "./admin-fixture.ts";
import { expect, hold, newBuyer } from "./shop.ts";
import { codeMailedTo, SAME_ORIGIN, signInAs, signInAsOwner } from "./sign-in.ts";
import { expectSound, expectStateSound, test as base } from "./sound.ts";

const STATUS = "**/api/admin/status";
const HEADERS = { headers: SAME_ORIGIN };
const tablesOf = (page: Page) => page.getByRole("navigation", { name: "Database Tables" });

type Browsers = { owner: APIRequestContext; elsewhere: APIRequestContext };

/** `owner` is signed in as the owner; `elsewhere` is another browser of the colleague. */
const test = base.extend<Browsers>({
  owner: async ({ playwright, baseURL }, use) => {
    const owner = await playwright.request.newContext({ baseURL: baseURL ?? "" });
    await signInAsOwner({ request: owner });
    await use(owner);
    await owner.dispose();
  },
  elsewhere: async ({ playwright, baseURL }, use) => {
    const elsewhere = await playwright.request.newContext({ baseURL: baseURL ?? "" });
    await use(elsewhere);
    await elsewhere.dispose();
  },
});

// The server refuses calls of a user without access; a failed check is logged.
test.use({
  allowConsole: [
    /status of (?:401|403|500|503) .*\/api\/|ERR_FAILED.*\/api\/|Failed to get admin status/,
  ],
});

/** A second administrator in this browser, with personal details cached and one unsent edit. */
async function openColleague(page: Page, owner: APIRequestContext) {
  const [email, unsent] = [newBuyer("cora"), newBuyer("unsent")];
  const { id } = await write({ request: owner }, "POST", "users", { email, is_admin: true });
  const code = await signInAs(page, email);
  await page.goto("/admin/device");
  await page.getByLabel(/personal details/).check();
  await page.goto(`/admin/tables/${byEmail(email)}`);
  await expect(buttonOf(page, `Edit ${email}`)).toBeVisible();
  await addUnsent(page, unsent);
  await expect(page.getByRole("link", { name: BADGE })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto("/admin/tables/users");
  await expect(gridOf(other)).toBeVisible();
  await expect.poll(() => deviceText(page, "queries")).toContain(email);
  return { id, email, code, unsent, other };
}

async function expectEmptied(pages: [Page, Page], { email }: { email: string }, heading: string) {
  for (const page of pages) {
    await expect(page.getByRole("heading", { name: heading })).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText(email)).toHaveCount(0);
    expect(page.url()).not.toContain("email=");
  }
  await expect.poll(() => deviceText(pages[0], "queries")).toBe("[]");
}

test("revoked access closes every tab and clears the device", async ({ page, owner }) => {
  const colleague = await openColleague(page, owner);
  await write({ request: owner }, "PUT", `users/${colleague.id}`, { is_admin: false });
  await expectEmptied([page, colleague.other], colleague, "Access Denied");
  expect(await deviceText(page, "outbox")).toContain(colleague.unsent);
  await expectSound(page);
  await page.reload();
  await expect(page.getByText(colleague.email)).toHaveCount(0);
});

test("a session ended elsewhere closes the tabs, and its user returns to the unsent edit", async ({
  page,
  owner,
  elsewhere,
}) => {
  const colleague = await openColleague(page, owner);
  const { email, unsent, other } = colleague;
  await elsewhere.post("/api/send-otp", { data: { email }, ...HEADERS });
  const otp = await codeMailedTo(page, email, colleague.code);
  await elsewhere.post("/api/verify-otp", { data: { email, otp }, ...HEADERS });
  await elsewhere.delete("/api/sessions", HEADERS);
  await expectEmptied([page, other], colleague, "You are signed out");
  await expect(page.getByText("Sign in to send 1 saved edit.")).toBeVisible();
  await expectStateSound(page);

  await sendUnsent(page);
  await signInAs(page, email, otp);
  await goOnline(page);
  await expect(tablesOf(page)).toBeVisible();
  const stored = () => rowsOf({ request: owner }, "users", { email__eq: unsent });
  await expect.poll(stored).toHaveLength(1);
});

test("a failed access check denies access and is logged; without an answer the page retries", async ({
  page,
}) => {
  const logged: string[] = [];
  page.on("pageerror", ({ message }) => logged.push(message));
  page.on("console", (message) => logged.push(message.text()));
  await signInAsOwner(page);
  for (const contentType of ["application/json", "text/html"]) {
    await page.route(STATUS, (route) => route.fulfill({ status: 500, contentType, body: "{}" }));
    await page.goto("/admin");
    await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible();
    await page.unroute(STATUS);
  }
  expect(logged.filter((text) => text.includes("Failed to get admin status"))).toHaveLength(2);

  const away = { status: 503, json: { message: "Later.", code: "unavailable" } };
  await page.route(STATUS, (route) => route.fulfill(away));
  await page.goto("/admin");
  const heading = page.getByRole("heading", { name: "The admin needs a connection" });
  await expect(heading).toBeVisible();
  await expectSound(page);
  await buttonOf(page, "Try again").click();
  await expect(heading).toBeVisible();
  await page.unroute(STATUS);
  await expect(tablesOf(page)).toBeVisible();
});

test("a logout ends at the sign-in page, whose address is plain once the shop knows", async ({
  page,
}) => {
  await openOffline(page);
  const letGo = await hold(page, "**/api/logout");
  await buttonOf(page, "Logout").click();
  await expect(page).toHaveURL("/login?signedOut=1");
  expect(await deviceText(page, "queries")).toBe("");
  letGo();
  await expect(page).toHaveURL("/login");
  await page.goBack();
  await expect(tablesOf(page)).toHaveCount(0);
});
