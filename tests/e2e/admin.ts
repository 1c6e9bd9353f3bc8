import type { BrowserContext, Locator, Page } from "playwright/test";
import { expect, newBuyer, type Requester, SAME_ORIGIN, signInAsOwner } from "./shop.ts";

/** Matches the link that shows the number of unsent edits. */
export const BADGE = /only on this device/;
/** Console messages of failed and refused calls. */
export const CALL_ERRORS = /net::ERR_|status of (?:401|403|404|409|412|413|415|422|50\d) .*\/api\//;

const USERS = "**/api/tables/users";

export const gridOf = (page: Page) => page.getByRole("grid");
export const rowsIn = (page: Page) => gridOf(page).getByRole("rowgroup").getByRole("row");
export const cellOf = (page: Page, text: string) =>
  gridOf(page).getByRole("gridcell", { name: text, exact: true });
export const focusedCell = (page: Page) => gridOf(page).locator("[data-column]:focus");
export const buttonOf = (part: Page | Locator, name: string | RegExp) =>
  part.getByRole("button", { name, exact: true });
export const formOf = (page: Page) => page.getByRole("dialog");
export const fieldOf = (page: Page, name: string) => formOf(page).getByLabel(name, { exact: true });
export const questionOf = (page: Page) => page.getByRole("alertdialog");
export const sideOf = (page: Page) => page.getByRole("navigation", { name: "Database Tables" });
export const panelOf = (page: Page, name: string) => page.getByRole("region", { name });

/** Opens a table, which may be empty, as the owner. */
export async function openTable(page: Page, path = "products"): Promise<void> {
  // A second sign-in would end the session of the browser's other tabs.
  const cookies = await page.context().cookies();
  if (!cookies.some(({ name }) => name === "session")) await signInAsOwner(page);
  await page.goto(`/admin/tables/${path}`);
  await expect(buttonOf(page, "Columns")).toBeVisible();
}

/** Opens a table and waits until the admin also works offline. */
export async function openOffline(page: Page, path = "products"): Promise<void> {
  await openTable(page, path);
  await expect(gridOf(page)).toBeVisible();
  await waitUntilCached(page);
}

/** Waits until the admin's code is cached. */
export const waitUntilCached = (page: Page) =>
  expect.poll(() => page.evaluate(isAppCached)).toBe(true);

/** Runs in the page: whether the service worker controls it and has all files of its list cached. */
export async function isAppCached(): Promise<boolean> {
  const worker = await (await fetch("/sw.js")).text();
  const paths = Array.from(worker.matchAll(/"url":"([^"]+)"/g), ([, path]) => `/${path}`);
  const cached = await Promise.all(paths.map((path) => caches.match(path, { ignoreVary: true })));
  const { controller } = navigator.serviceWorker;
  return paths.length > 0 && cached.every(Boolean) && controller?.state === "activated";
}

/** Writes a row from another browser of the owner. */
export async function write(
  { request }: Requester,
  method: "POST" | "PUT",
  path: string,
  data: object,
): Promise<{ id: number }> {
  const answer = await request.fetch(`/api/tables/${path}`, { headers: SAME_ORIGIN, method, data });
  expect(answer.ok()).toBe(true);
  return answer.json();
}

/** Stored rows of a table. */
export async function rowsOf({ request }: Requester, table: string, query: Record<string, string>) {
  const answer = await request.get(`/api/tables/${table}?${new URLSearchParams(query)}`);
  return (await answer.json()).data;
}

export type User = Awaited<ReturnType<typeof addUser>>;

/** Adds a user from another browser of the owner. */
export async function addUser({ request }: Requester) {
  const email = newBuyer("una");
  const { id } = await write({ request }, "POST", "users", { email, name: "Una" });
  const path = `/api/tables/users/${id}`;
  return {
    id,
    email,
    screen: `/admin/tables/users?id=${id}`,
    change: (values: object) => write({ request }, "PUT", `users/${id}`, values),
    remove: () => request.delete(path, { headers: SAME_ORIGIN }),
    stored: async () => (await rowsOf({ request }, "users", { id: String(id) }))[0],
    /** Names in the user's history, newest first. */
    async written(): Promise<string[]> {
      const { data } = await (await request.get(`${path}/history`)).json();
      return data.map(({ after }: { after: { name: string } | null }) => after?.name);
    },
  };
}

/** Opens a table with one new user as the owner, and waits until the admin also works offline. */
export async function openUser(page: Page): Promise<User> {
  await signInAsOwner(page);
  const user = await addUser(page);
  await page.goto(user.screen);
  await expect(buttonOf(page, `Edit ${user.email}`)).toBeVisible();
  await waitUntilCached(page);
  return user;
}

/** Changes the name of a user in the form while offline. */
export async function renameOffline(page: Page, { email }: User, name: string): Promise<void> {
  const field = fieldOf(page, "Name");
  // The "As of" line appears above the grid when the connection is lost, which can shift the click.
  await expect(async () => {
    await buttonOf(page, `Edit ${email}`).click();
    await expect(field).toBeVisible({ timeout: 2000 });
  }).toPass();
  await field.fill(name);
  await buttonOf(formOf(page), "Save").click();
  await expect(formOf(page)).toHaveCount(0);
  const toast = page.getByRole("status").filter({ hasText: `${email}: saved on this device.` });
  await buttonOf(toast, "Dismiss").click();
}

/** Adds a user whose write does not reach the server. */
export async function addUnsent(page: Page, email: string): Promise<void> {
  await page
    .context()
    .route(USERS, (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
  await buttonOf(page, "Add New").click();
  await fieldOf(page, "Email").fill(email);
  await buttonOf(formOf(page), "Save").click();
  await expect(page.getByText(`${email}: saved on this device.`)).toBeVisible();
}

/** Lets the writes of `addUnsent` reach the server. */
export const sendUnsent = (page: Page) => page.context().unroute(USERS);

export const goOnline = (page: Page) =>
  page.evaluate(() => window.dispatchEvent(new Event("online")));

/** Goes online and waits until the outbox is empty. */
export async function sendAll(context: BrowserContext, page: Page): Promise<void> {
  await context.setOffline(false);
  await expect(page.getByRole("link", { name: BADGE })).toHaveCount(0);
}

/** Rows of an object store in all admin databases of the device. */
export function deviceRows(page: Page, store: string): Promise<unknown[]> {
  return page.evaluate(async (store) => {
    const result = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve) =>
        request.addEventListener("success", () => resolve(request.result)),
      );
    const rows: unknown[] = [];
    for (const { name = "" } of await indexedDB.databases()) {
      if (!name.startsWith("admin-")) continue;
      const db = await result(indexedDB.open(name));
      rows.push(...(await result(db.transaction(store).objectStore(store).getAll())));
      db.close();
    }
    return rows;
  }, store);
}

/** Everything that the admin has cached on the device, as text. */
export async function cachedText(page: Page): Promise<string> {
  return (await deviceRows(page, "queries")).map((row) => JSON.stringify(row)).join("");
}
