// What stays of an owner's work on a device that is left: by a crash, by a logout, by another account.
import { readFile } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright/test";
import { openAdmin } from "./admin-device.ts";
import { expect, newBuyer, openLive } from "./shop.ts";
import { SAME_ORIGIN, signInAs, signInAsOwner } from "./sign-in.ts";
import { expectNoFault, expectStateSound, test } from "./sound.ts";

const USERS = "**/api/tables/users";

// Some writes are meant not to arrive.
test.use({ allowConsole: [/(?:ERR_FAILED|status of 4(?:01|03|12) .*) at .*\/api\/tables\/users/] });

const openUsers = (page: Page) => openAdmin(page, "/admin/tables/users");

/** Ends a tab as a crash does: nothing of it can still be written. */
async function crash(context: BrowserContext, page: Page) {
  const browser = await context.newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  void browser.send("Page.crash").catch(() => {});
  await crashed;
  await page.close();
}

test("a half-typed form is offered back after a crash, and saved once", async ({
  page,
  context,
}) => {
  const email = newBuyer("dora");
  await openUsers(page);
  await page.getByRole("button", { name: "Add New" }).click();
  await page.getByRole("dialog").getByLabel("Email").fill(email);
  await page.getByRole("dialog").getByLabel("Name").fill("Do");
  await expect.poll(() => countKept(page, "drafts")).toBe(1);
  await crash(context, page);

  const again = await context.newPage();
  await openUsers(again);
  const line = again.getByRole("list", { name: "Unfinished forms" });
  await expect(line).toContainText(new RegExp(`Unfinished: ${email}, `));
  await expectNoFault(again);
  await again.getByRole("button", { name: "Add New" }).click();
  const form = again.getByRole("dialog", { name: "Add User" });
  await expect(form.getByLabel("Email")).toHaveValue("");
  await form.getByRole("button", { name: "Restore it" }).click();
  await expect(form.getByLabel("Email")).toHaveValue(email);
  await expect(form.getByLabel("Name")).toHaveValue("Do");
  await expectNoFault(again);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toHaveCount(0);
  await expect(line).toHaveCount(0);
  const stored = await again.request.get(`/api/tables/users?email=${encodeURIComponent(email)}`);
  expect(await stored.json()).toMatchObject({ total: 1 });
  expect(await countKept(again, "drafts")).toBe(0);
});

test("what was half typed in a cell of a row that was changed since is compared, not written over it", async ({
  page,
}) => {
  const email = newBuyer("ella");
  await signInAsOwner(page);
  const shown = { email, name: "Ella" };
  await page.request.post("/api/tables/users", { data: shown, headers: SAME_ORIGIN });
  await openAdmin(page, `/admin/tables/users?email=${encodeURIComponent(email)}`);
  await page.getByRole("gridcell", { name: "Ella", exact: true }).click();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Ella B");
  await expect.poll(() => countKept(page, "drafts")).toBe(1);
  await page.reload();
  const unfinished = page.getByRole("button", { name: `Open the unfinished form of ${email}` });
  await expect(unfinished).toBeVisible();
  const found = await page.request.get(`/api/tables/users?email=${encodeURIComponent(email)}`);
  const [{ id }] = (await found.json()).data;
  const data = { name: "Ella C" };
  await page.request.put(`/api/tables/users/${id}`, { data, headers: SAME_ORIGIN });

  await unfinished.click();
  const form = page.getByRole("dialog", { name: "Edit User" });
  await expect(form.getByRole("status")).toContainText("The row has changed since.");
  await expect(form.getByLabel("Name", { exact: true })).toHaveValue("Ella B");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("group", { name: "Name" })).toContainText("Theirs: Ella C");
  await form.getByRole("radio", { name: "Mine: Ella B" }).check();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toHaveCount(0);
  await expect(unfinished).toHaveCount(0);
  const now = await page.request.get(`/api/tables/users?email=${encodeURIComponent(email)}`);
  expect((await now.json()).data).toMatchObject([{ name: "Ella B" }]);
});

test("the reason why edits cannot be stored is shown under the bar", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "vendor", { get: () => "Apple Computer, Inc." });
  });
  await openUsers(page);
  const safari = page.getByText("Safari may delete this data");
  await expect(safari).toHaveCount(0);
  await addUnsent(page, newBuyer("uma"));
  await expect(safari).toBeVisible();
  await expectStateSound(page);
  await page.getByRole("button", { name: "Got it" }).click();
  await expect(safari).toHaveCount(0);
  await page.evaluate(async () => {
    const [{ name = "" } = {}] = await indexedDB.databases();
    const opening = indexedDB.open(name, 99);
    await new Promise((resolve) => opening.addEventListener("success", resolve));
    opening.result.close();
    window.dispatchEvent(new Event("online"));
  });
  await expect(
    page.getByText("A newer version of the admin is open in another tab."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("grid")).toBeVisible();
  await expect(page.getByText("A newer version of the admin")).toBeVisible();
  await expect(safari).toHaveCount(0);
});

test("a user without access sees the reason and can download unsent edits", async ({ page }) => {
  await openUsers(page);
  await addUnsent(page, newBuyer("uma"));
  const answerWith = async (status: number, json: object) => {
    // Keep the route until the new one is set, or the edit would be sent in between.
    await page.route(USERS, (route) =>
      route.request().method() === "POST" ? route.fulfill({ status, json }) : route.continue(),
    );
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
  };
  await answerWith(401, { message: "Please sign in.", code: "unauthenticated" });
  await expect(page.getByText("Sign in to send 1 saved edit.")).toBeVisible();
  await expectStateSound(page);
  await answerWith(403, { message: "No.", code: "forbidden", reason: "not_admin" });
  await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible();
  await expect(
    page.getByText("1 saved edit can’t be sent, and stays on this device."),
  ).toBeVisible();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^unsent-edits-[\d-]+\.json$/);
  await expectStateSound(page);
});

/** Waits until the sign-in page is there, and has told the shop. */
async function loggedOut(page: Page) {
  await page.waitForURL(/\/login/);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("signOutPending"))).toBeNull();
}

/** Adds a user whose write does not get through. */
async function addUnsent(page: Page, email: string) {
  await page.route(USERS, (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await page.getByRole("button", { name: "Add New" }).click();
  const form = page.getByRole("dialog", { name: "Add User" });
  await form.getByLabel("Email").fill(email);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`${email}: saved on this device.`)).toBeVisible();
}

async function countStored(page: Page, email: string): Promise<number> {
  const found = await page.request.get(`/api/tables/users?email=${encodeURIComponent(email)}`);
  return (await found.json()).total;
}

const countDatabases = (page: Page) =>
  page.evaluate(async () => {
    const known = await indexedDB.databases();
    return known.filter(({ name = "" }) => name.startsWith("admin-")).length;
  });

test("a logout sends what waits, when it can, and leaves nothing on the device", async ({
  page,
  context,
}) => {
  const email = newBuyer("lena");
  await openUsers(page);
  await addUnsent(page, email);
  await page.getByRole("button", { name: "Logout" }).click();
  const question = page.getByRole("alertdialog", { name: "Log out with 1 edit not sent?" });
  await expect(question.getByRole("listitem")).toHaveText([email]);
  await expectNoFault(page);
  await question.getByRole("button", { name: "Send now" }).click();
  await expect(question.getByRole("status")).toHaveText(/^The store can’t be reached/);
  expect(await countStored(page, email)).toBe(0);

  const other = await context.newPage();
  await other.goto("/admin/tables/users");
  await expect(other.getByRole("grid")).toBeVisible();
  await page.unroute(USERS);
  await question.getByRole("button", { name: "Send now" }).click();
  await loggedOut(other);
  await loggedOut(page);
  expect(await countDatabases(page)).toBe(0);
  await openUsers(page);
  expect(await countStored(page, email)).toBe(1);
});

test("a logout hands unsent edits over as a file, and discards them at the second press", async ({
  page,
}) => {
  const email = newBuyer("omar");
  await openUsers(page);
  await addUnsent(page, email);
  await page.getByRole("button", { name: "Add New" }).click();
  await page.getByRole("dialog").getByLabel("Email").fill("half");
  await expect.poll(() => countKept(page, "drafts")).toBe(1);
  await page.reload();
  await page.getByRole("button", { name: "Logout" }).click();
  const question = page.getByRole("alertdialog", {
    name: "Log out with 1 edit and 1 unfinished form not sent?",
  });
  const saved = page.waitForEvent("download");
  await question.getByRole("button", { name: "Download" }).click();
  const file = JSON.parse(await readFile(await (await saved).path(), "utf8"));
  expect(file).toMatchObject({
    edits: [{ table: "users", kind: "create", label: email, values: { email }, state: "waiting" }],
    unfinished: [{ table: "users", typed: { email: "half" } }],
  });
  await question.getByRole("button", { name: "Discard and log out" }).click();
  await question.getByRole("button", { name: "Discard 1 edit and 1 unfinished form" }).click();
  await loggedOut(page);
  expect(await countDatabases(page)).toBe(0);
  await openUsers(page);
  expect(await countStored(page, email)).toBe(0);
});

test("a logout elsewhere keeps what was not sent, for its own account alone", async ({ page }) => {
  const [email, colleague] = [newBuyer("rita"), newBuyer("carl")];
  await openUsers(page);
  const added = await page.request.post("/api/tables/users", {
    data: { email: colleague, is_admin: true },
    headers: SAME_ORIGIN,
  });
  expect(added.status()).toBe(201);
  await addUnsent(page, email);
  expect(await countKept(page, "answers")).toBeGreaterThan(0);
  await openLive(page, "/account");
  await page.getByRole("button", { name: "Logout" }).click();
  await loggedOut(page);
  await expect.poll(() => countKept(page, "answers")).toBe(0);
  expect(await countKept(page, "outbox")).toBe(1);

  await page.unroute(USERS);
  await signInAs(page, colleague);
  await page.goto("/admin/tables/users");
  await expect(page.getByText("Another account has 1 unsent edit on this device.")).toBeVisible();
  await expectNoFault(page);
  expect(await countStored(page, email)).toBe(0);
  await page.getByRole("button", { name: "Logout" }).click();
  await loggedOut(page);
  expect(await countKept(page, "outbox")).toBe(1);

  await openUsers(page);
  await expect.poll(() => countStored(page, email)).toBe(1);
  await expect.poll(() => countKept(page, "outbox")).toBe(0);
});

/** How many rows a store of the admin's databases has on this device. */
function countKept(page: Page, store: string): Promise<number> {
  return page.evaluate(async (store) => {
    const known = await indexedDB.databases();
    const counts = known
      .filter(({ name = "" }) => name.startsWith("admin-"))
      .map(({ name = "" }) => {
        return new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open(name);
          opening.addEventListener("error", reject);
          opening.addEventListener("success", () => {
            const db = opening.result;
            const counting = db.transaction(store).objectStore(store).count();
            counting.addEventListener("success", () => {
              db.close();
              resolve(counting.result);
            });
          });
        });
      });
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }, store);
}
