// Data that stays on a device, and edits that are sent, when a session or admin access ends.
import { readFile } from "node:fs/promises";
import type { Page } from "playwright/test";
import {
  addUnsent,
  BADGE,
  buttonOf,
  cachedText,
  CALL_ERRORS,
  deviceRows,
  fieldOf,
  gridOf,
  openOffline,
  questionOf,
  rowsOf,
  sendUnsent,
  sideOf,
  waitUntilCached,
  write,
} from "./admin.ts";
import {
  expect,
  hold,
  newBuyer,
  openLive,
  type Requester,
  signInAs,
  signInAsOwner,
  test as base,
} from "./shop.ts";
import { expectNoFault, expectStateSound } from "./accessible.ts";

/** Another browser, the owner's. */
const test = base.extend<{ owner: Requester }>({
  owner: async ({ playwright, baseURL }, use) => {
    const request = await playwright.request.newContext({ baseURL: baseURL ?? "" });
    await signInAsOwner({ request });
    await use({ request });
    await request.dispose();
  },
});

test.use({ allowConsole: CALL_ERRORS });

const openUsers = (page: Page) => openOffline(page, "users");
const stored = (page: Requester, email: string) => rowsOf(page, "users", { email__eq: email });
const countDatabases = (page: Page) =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    return databases.filter(({ name = "" }) => name.startsWith("admin-")).length;
  });

/** Waits for the sign-in page and until the server has processed the logout. */
async function loggedOut(page: Page) {
  await page.waitForURL(/\/login/);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("signOutPending"))).toBeNull();
  // The sign-in page may still be checking the session, and would redirect a new one to the admin.
  await page.waitForLoadState("networkidle");
}

/** Opens the users as a second administrator, with one unsent edit. */
async function openColleague(page: Page, owner: Requester) {
  const [email, unsent] = [newBuyer("cora"), newBuyer("unsent")];
  const { id } = await write(owner, "POST", "users", { email, is_admin: true });
  await signInAs(page, email);
  await page.goto("/admin/device");
  const personal = page.getByLabel(/personal details/);
  // The checkbox is checked once the choice is stored.
  await personal.click();
  await expect(personal).toBeChecked();
  await page.goto(`/admin/tables/users?email=${encodeURIComponent(email)}`);
  await expect(buttonOf(page, `Edit ${email}`)).toBeVisible();
  await waitUntilCached(page);
  await addUnsent(page, unsent);
  await expect(page.getByRole("link", { name: BADGE })).toBeVisible();
  return { id, email, unsent };
}

async function expectEmptied(tabs: Page[], email: string) {
  for (const tab of tabs) {
    await expect(tab.getByRole("heading", { name: "Access Denied" })).toBeVisible();
    await expect(tab.getByText(email)).toHaveCount(0);
    // The address changes after the screen.
    await expect(tab).not.toHaveURL(/email=/);
    await expect.poll(() => cachedText(tab)).toBe("");
  }
}

test("revoked access closes every tab and clears the device", async ({ page, owner }) => {
  const { id, email, unsent } = await openColleague(page, owner);
  const other = await page.context().newPage();
  await other.goto("/admin/tables/users");
  await expect(gridOf(other)).toBeVisible();
  await expect.poll(() => cachedText(page)).toContain(email);
  await write(owner, "PUT", `users/${id}`, { is_admin: false });
  await expectEmptied([page, other], email);
  expect(JSON.stringify(await deviceRows(page, "outbox"))).toContain(unsent);
  await expectStateSound(page);
  await expect(page.getByText(/^1 saved edit can’t be sent/)).toBeVisible();
  const saved = page.waitForEvent("download");
  await buttonOf(page, "Download").click();
  expect((await saved).suggestedFilename()).toMatch(/^unsent-edits-[\d-]+\.json$/);
  await page.reload();
  await expect(page.getByText(email)).toHaveCount(0);
});

test("the reason why edits cannot be stored is shown under the bar", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "vendor", { get: () => "Apple Computer, Inc." });
  });
  await openUsers(page);
  const safari = page.getByText(/^Safari may/);
  await expect(safari).toHaveCount(0);
  await addUnsent(page, newBuyer("uma"));
  await expect(safari).toBeVisible();
  await expectStateSound(page);
  await buttonOf(page, "Got it").click();
  await expect(safari).toHaveCount(0);
  await page.evaluate(async () => {
    const [{ name = "" } = {}] = await indexedDB.databases();
    const opening = indexedDB.open(name, 99);
    await new Promise((resolve) => opening.addEventListener("success", resolve));
    opening.result.close();
    window.dispatchEvent(new Event("online"));
  });
  const newer = page.getByText("A newer version of the admin is open in another tab.");
  await expect(newer).toBeVisible();
  await buttonOf(page, "Reload").click();
  await expect(gridOf(page)).toBeVisible();
  await expect(newer).toBeVisible();
});

test("a logout sends, saves or discards unsent edits", async ({ page, owner }) => {
  const [sent, discarded] = [newBuyer("lena"), newBuyer("omar")];
  const question = questionOf(page);
  await test.step("sends them once the store answers", async () => {
    await openUsers(page);
    await addUnsent(page, sent);
    await buttonOf(page, "Logout").click();
    await expect(question).toHaveAccessibleName("Log out with 1 edit not sent?");
    await expect(question.getByRole("listitem")).toHaveText([sent]);
    await expectNoFault(page);
    await buttonOf(question, "Send now").click();
    await expect(question.getByRole("status")).toHaveText(/^The store can’t be reached/);
    await sendUnsent(page);
    await buttonOf(question, "Send now").click();
    await loggedOut(page);
    expect(await countDatabases(page)).toBe(0);
  });

  await test.step("hands them over and discards them", async () => {
    await openUsers(page);
    expect(await stored(page, sent)).toHaveLength(1);
    await addUnsent(page, discarded);
    await buttonOf(page, "Add New").click();
    await fieldOf(page, "Email").fill("half");
    await expect.poll(() => deviceRows(page, "drafts")).toHaveLength(1);
    await page.reload();
    await buttonOf(page, "Logout").click();
    await expect(question).toHaveAccessibleName(/^Log out with 1 edit and 1 unfinished form/);
    const saved = page.waitForEvent("download");
    await buttonOf(question, "Download").click();
    const file = JSON.parse(await readFile(await (await saved).path(), "utf8"));
    expect(file).toMatchObject({
      edits: [{ table: "users", kind: "create", label: discarded, state: "waiting" }],
      unfinished: [{ table: "users", typed: { email: "half" } }],
    });
    await buttonOf(question, "Discard and log out").click();
    const letGo = await hold(page, "**/api/logout");
    await buttonOf(question, "Discard 1 edit and 1 unfinished form").click();
    await expect(page).toHaveURL("/login?signedOut=1");
    expect(await countDatabases(page)).toBe(0);
    letGo();
    await expect(page).toHaveURL("/login");
    await page.goBack();
    await expect(sideOf(page)).toHaveCount(0);
    expect(await stored(owner, discarded)).toEqual([]);
  });
});

test("a logout elsewhere keeps unsent edits, for their own account alone", async ({ page }) => {
  const [email, colleague] = [newBuyer("rita"), newBuyer("carl")];
  await openUsers(page);
  await write(page, "POST", "users", { email: colleague, is_admin: true });
  await addUnsent(page, email);
  expect(await deviceRows(page, "queries")).not.toEqual([]);
  await openLive(page, "/account");
  await buttonOf(page, "Logout").click();
  await loggedOut(page);
  await expect.poll(() => deviceRows(page, "queries")).toEqual([]);
  expect(await deviceRows(page, "outbox")).toHaveLength(1);

  await sendUnsent(page);
  await signInAs(page, colleague);
  await page.goto("/admin/tables/users");
  await expect(page.getByText(/^Another account has 1 unsent edit/)).toBeVisible();
  await expectNoFault(page);
  expect(await stored(page, email)).toEqual([]);
  await buttonOf(page, "Logout").click();
  await loggedOut(page);
  expect(await deviceRows(page, "outbox")).toHaveLength(1);
  await openUsers(page);
  await expect.poll(() => stored(page, email)).toHaveLength(1);
  await expect.poll(() => deviceRows(page, "outbox")).toEqual([]);
});
