// Work that is left on a device: by a crash, a logout, or another account.
import { readFile } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright/test";
import {
  addUnsent,
  buttonOf,
  deviceText,
  goOnline,
  gridOf,
  openOffline,
  questionOf,
  rowsOf,
  sendUnsent,
  write,
} from "./admin-fixture.ts";
import { expect, newBuyer, openLive } from "./shop.ts";
import { signInAs } from "./sign-in.ts";
import { expectNoFault, expectStateSound, test } from "./sound.ts";

test.use({ allowConsole: [/(?:ERR_FAILED|status of 4(?:01|03|12) .*) at .*\/api\/tables\/users/] });

const openUsers = (page: Page) => openOffline(page, "users");
const countOnDevice = async (page: Page, store: string): Promise<number> =>
  JSON.parse(`[${(await deviceText(page, store)).replaceAll("][", "],[")}]`).flat().length;
const stored = (page: Page, email: string) => rowsOf(page, "users", { email__eq: email });
const countDatabases = (page: Page) =>
  page.evaluate(async () => {
    const known = await indexedDB.databases();
    return known.filter(({ name = "" }) => name.startsWith("admin-")).length;
  });

/** Ends a tab like a crash: it can write nothing. */
async function crash(context: BrowserContext, page: Page) {
  const browser = await context.newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  void browser.send("Page.crash").catch(() => {});
  await crashed;
  await page.close();
}

/** Waits for the sign-in page, and until the server knows of the logout. */
async function loggedOut(page: Page) {
  await page.waitForURL(/\/login/);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("signOutPending"))).toBeNull();
}

test("a half-typed form is offered back after a crash, and saved once", async ({
  page,
  context,
}) => {
  const email = newBuyer("dora");
  await openUsers(page);
  await buttonOf(page, "Add New").click();
  await page.getByRole("dialog").getByLabel("Email").fill(email);
  await page.getByRole("dialog").getByLabel("Name").fill("Do");
  await expect.poll(() => countOnDevice(page, "drafts")).toBe(1);
  await crash(context, page);

  const again = await context.newPage();
  await openUsers(again);
  const drafts = again.getByRole("list", { name: "Unfinished forms" });
  await expect(drafts).toContainText(new RegExp(`Unfinished: ${email}, `));
  await expectNoFault(again);
  await buttonOf(again, "Add New").click();
  const form = again.getByRole("dialog", { name: "Add User" });
  await expect(form.getByLabel("Email")).toHaveValue("");
  await buttonOf(form, "Restore it").click();
  await expect(form.getByLabel("Email")).toHaveValue(email);
  await expect(form.getByLabel("Name")).toHaveValue("Do");
  await expectNoFault(again);
  await buttonOf(form, "Save").click();
  await expect(form).toHaveCount(0);
  await expect(drafts).toHaveCount(0);
  expect(await stored(again, email)).toHaveLength(1);
  expect(await countOnDevice(again, "drafts")).toBe(0);
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

test("a user without access sees the reason and can download unsent edits", async ({ page }) => {
  await openUsers(page);
  await addUnsent(page, newBuyer("uma"));
  // Added on top of the route that aborts, so that the edit is not sent in between.
  await page.context().route("**/api/tables/users", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({
          status: 403,
          json: { message: "No.", code: "forbidden", reason: "not_admin" },
        })
      : route.continue(),
  );
  await goOnline(page);
  await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible();
  await expect(page.getByText(/^1 saved edit can’t be sent/)).toBeVisible();
  const saved = page.waitForEvent("download");
  await buttonOf(page, "Download").click();
  expect((await saved).suggestedFilename()).toMatch(/^unsent-edits-[\d-]+\.json$/);
  await expectStateSound(page);
});

test("a logout sends unsent edits when it can, and leaves nothing on the device", async ({
  page,
  context,
}) => {
  const email = newBuyer("lena");
  await openUsers(page);
  await addUnsent(page, email);
  await buttonOf(page, "Logout").click();
  const question = questionOf(page);
  await expect(question).toHaveAccessibleName("Log out with 1 edit not sent?");
  await expect(question.getByRole("listitem")).toHaveText([email]);
  await expectNoFault(page);
  await buttonOf(question, "Send now").click();
  await expect(question.getByRole("status")).toHaveText(/^The store can’t be reached/);
  expect(await stored(page, email)).toEqual([]);

  const other = await context.newPage();
  await other.goto("/admin/tables/users");
  await expect(gridOf(other)).toBeVisible();
  await sendUnsent(page);
  await buttonOf(question, "Send now").click();
  await loggedOut(other);
  await loggedOut(page);
  expect(await countDatabases(page)).toBe(0);
  await openUsers(page);
  expect(await stored(page, email)).toHaveLength(1);
});

test("a logout hands unsent edits over as a file, and discards them at the second click", async ({
  page,
}) => {
  const email = newBuyer("omar");
  await openUsers(page);
  await addUnsent(page, email);
  await buttonOf(page, "Add New").click();
  await page.getByRole("dialog").getByLabel("Email").fill("half");
  await expect.poll(() => countOnDevice(page, "drafts")).toBe(1);
  await page.reload();
  await buttonOf(page, "Logout").click();
  const question = questionOf(page);
  await expect(question).toHaveAccessibleName(/^Log out with 1 edit and 1 unfinished form/);
  const saved = page.waitForEvent("download");
  await buttonOf(question, "Download").click();
  const file = JSON.parse(await readFile(await (await saved).path(), "utf8"));
  expect(file).toMatchObject({
    edits: [{ table: "users", kind: "create", label: email, values: { email }, state: "waiting" }],
    unfinished: [{ table: "users", typed: { email: "half" } }],
  });
  await buttonOf(question, "Discard and log out").click();
  await buttonOf(question, "Discard 1 edit and 1 unfinished form").click();
  await loggedOut(page);
  expect(await countDatabases(page)).toBe(0);
  await sendUnsent(page);
  await openUsers(page);
  expect(await stored(page, email)).toEqual([]);
});

test("a logout elsewhere keeps unsent edits, for their own account alone", async ({ page }) => {
  const [email, colleague] = [newBuyer("rita"), newBuyer("carl")];
  await openUsers(page);
  await write(page, "POST", "users", { email: colleague, is_admin: true });
  await addUnsent(page, email);
  expect(await countOnDevice(page, "queries")).toBeGreaterThan(0);
  await openLive(page, "/account");
  await buttonOf(page, "Logout").click();
  await loggedOut(page);
  await expect.poll(() => countOnDevice(page, "queries")).toBe(0);
  expect(await countOnDevice(page, "outbox")).toBe(1);

  await sendUnsent(page);
  await signInAs(page, colleague);
  await page.goto("/admin/tables/users");
  await expect(page.getByText(/^Another account has 1 unsent edit/)).toBeVisible();
  await expectNoFault(page);
  expect(await stored(page, email)).toEqual([]);
  await buttonOf(page, "Logout").click();
  await loggedOut(page);
  expect(await countOnDevice(page, "outbox")).toBe(1);

  await openUsers(page);
  await expect.poll(() => stored(page, email)).toHaveLength(1);
  await expect.poll(() => countOnDevice(page, "outbox")).toBe(0);
});
