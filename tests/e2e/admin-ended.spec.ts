// An administrator whose access ends: data left in open tabs and on the device, and signing in
// again.
import type { APIRequestContext, BrowserContext, Page } from "playwright/test";
import { BADGE, openAdmin } from "./admin-device.ts";
import { expect, hold, newBuyer } from "./shop.ts";
import { codeMailedTo, SAME_ORIGIN, signInAs, signInAsOwner } from "./sign-in.ts";
import { expectSound, expectStateSound, test } from "./sound.ts";

const STATUS = "**/api/admin/status";
const USERS = "**/api/tables/users";
const HEADERS = { headers: SAME_ORIGIN };

// The server refuses calls of a user without access; a failed check is logged.
test.use({
  allowConsole: [
    /status of (?:401|403|500|503) .*\/api\/|ERR_FAILED.*\/api\/|Failed to get admin status/,
  ],
});

type Owner = APIRequestContext;

/** A second administrator in this browser, with personal details cached and one unsent edit. */
async function openColleague(page: Page, owner: Owner) {
  const email = newBuyer("cora");
  const data = { email, is_admin: true };
  const { id } = await (await owner.post("/api/tables/users", { data, ...HEADERS })).json();
  const code = await signInAs(page, email);
  await page.goto("/admin/device");
  await page.getByLabel("Store personal details too").check();
  await page.goto(`/admin/tables/users?email=${encodeURIComponent(email)}`);
  await expect(page.getByRole("button", { name: `Edit ${email}` })).toBeVisible();
  const unsent = newBuyer("unsent");
  await page
    .context()
    .route(USERS, (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
  await page.getByRole("button", { name: "Add New" }).click();
  await page.getByRole("dialog").getByLabel("Email").fill(unsent);
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("link", { name: BADGE })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto("/admin/tables/users");
  await expect(other.getByRole("grid")).toBeVisible();
  await expect.poll(() => textOf(page, ["answers", "tables"])).toContain(email);
  return { id, email, code, unsent, other };
}

/** The content of these admin stores on the device, as one text. */
function textOf(page: Page, stores: string[]): Promise<string> {
  return page.evaluate(async (stores) => {
    const all = (request: IDBRequest) =>
      new Promise<unknown>((resolve) =>
        request.addEventListener("success", () => resolve(request.result)),
      );
    const texts: string[] = [];
    for (const { name = "" } of await indexedDB.databases()) {
      if (!name.startsWith("admin-")) continue;
      const db = (await all(indexedDB.open(name))) as IDBDatabase;
      for (const store of stores) {
        texts.push(JSON.stringify(await all(db.transaction(store).objectStore(store).getAll())));
      }
      db.close();
    }
    return texts.join("");
  }, stores);
}

async function expectEmptied(pages: Page[], { email }: { email: string }, heading: string) {
  for (const page of pages) {
    await expect(page.getByRole("heading", { name: heading })).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText(email)).toHaveCount(0);
    expect(page.url()).not.toContain("email=");
  }
  const [page] = pages as [Page];
  await expect.poll(() => textOf(page, ["answers", "answerFacts", "tables"])).toBe("[][][]");
}

const ENDINGS: [string, (owner: Owner, id: number, context: BrowserContext) => Promise<unknown>][] =
  [
    [
      "Access Denied",
      (owner, id) =>
        owner.put(`/api/tables/users/${id}`, { data: { is_admin: false }, ...HEADERS }),
    ],
    ["You are signed out", (owner, id) => owner.delete(`/api/tables/users/${id}`, HEADERS)],
  ];

for (const [heading, end] of ENDINGS) {
  test(`revoked access closes every tab and clears the device: ${heading}`, async ({
    page,
    context,
    playwright,
    baseURL,
  }) => {
    const owner = await playwright.request.newContext({ baseURL: baseURL ?? "" });
    await signInAsOwner({ request: owner });
    const colleague = await openColleague(page, owner);
    await end(owner, colleague.id, context);
    await expectEmptied([page, colleague.other], colleague, heading);
    expect(await textOf(page, ["outbox"])).toContain(colleague.unsent);
    await expectSound(page);
    await page.reload();
    await expect(page.getByText(colleague.email)).toHaveCount(0);
    await owner.dispose();
  });
}

test("a session ended elsewhere closes the tabs, and its user returns to the unsent edit", async ({
  page,
  playwright,
  baseURL,
}) => {
  const owner = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  await signInAsOwner({ request: owner });
  const colleague = await openColleague(page, owner);
  const { email, unsent, other } = colleague;
  const elsewhere = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  await elsewhere.post("/api/send-otp", { data: { email }, ...HEADERS });
  const otp = await codeMailedTo(page, email, colleague.code);
  await elsewhere.post("/api/verify-otp", { data: { email, otp }, ...HEADERS });
  await elsewhere.delete("/api/sessions", HEADERS);
  await expectEmptied([page, other], colleague, "You are signed out");
  await expect(page.getByText("Sign in to send 1 saved edit.")).toBeVisible();
  await expectStateSound(page);

  await page.context().unroute(USERS);
  await signInAs(page, email, otp);
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(page.getByRole("navigation", { name: "Database Tables" })).toBeVisible();
  const stored = () => owner.get(`/api/tables/users?email=${encodeURIComponent(unsent)}`);
  await expect.poll(async () => (await (await stored()).json()).total).toBe(1);
  await elsewhere.dispose();
  await owner.dispose();
});

test("a failed access check does not count as offline: access is denied and the error logged", async ({
  page,
}) => {
  const logged: string[] = [];
  page.on("pageerror", ({ message }) => logged.push(message));
  page.on("console", (message) => logged.push(message.text()));
  await signInAsOwner(page);
  for (const body of ["{}", "<h1>Broken</h1>"]) {
    const contentType = body === "{}" ? "application/json" : "text/html";
    await page.route(STATUS, (route) => route.fulfill({ status: 500, contentType, body }));
    await page.goto("/admin");
    await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible();
    await page.unroute(STATUS);
  }
  expect(logged.filter((text) => text.includes("Failed to get admin status"))).toHaveLength(2);
});

test("without an answer the page waits, retries automatically, and has a button", async ({
  page,
}) => {
  await signInAsOwner(page);
  const away = { status: 503, json: { message: "Later.", code: "unavailable" } };
  await page.route(STATUS, (route) => route.fulfill(away));
  await page.goto("/admin");
  const heading = page.getByRole("heading", { name: "The admin needs a connection" });
  await expect(heading).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(heading).toBeVisible();
  await page.unroute(STATUS);
  await expect(page.getByRole("navigation", { name: "Database Tables" })).toBeVisible();
});

test("a logout ends at the sign-in page, whose address is plain once the shop knows", async ({
  page,
}) => {
  await openAdmin(page);
  const letGo = await hold(page, "**/api/logout");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/login?signedOut=1");
  expect(await textOf(page, ["answers"])).toBe("");
  letGo();
  await expect(page).toHaveURL("/login");
  await page.goBack();
  await expect(page.getByRole("navigation", { name: "Database Tables" })).toHaveCount(0);
});
