import type { BrowserContext, Page } from "playwright/test";
import { expect, newBuyer } from "./shop.ts";
import { SAME_ORIGIN, signInAsOwner } from "./sign-in.ts";

/** The link that says how much is only on this device. */
export const BADGE = /only on this device/;
/** What a browser says of itself when calls fail, or are refused. */
export const SAID = /net::ERR_|status of (?:401|404|412|422|50\d)/;

/** Opens a table, and waits until the admin would open without a connection. */
export async function openAdmin(page: Page, path = "/admin/tables/products"): Promise<void> {
  await signInAsOwner(page);
  await page.goto(path);
  await expect(page.getByRole("grid")).toBeVisible();
  await expect.poll(() => page.evaluate(isKept)).toBe(true);
}

/** Whether the worker has this page, and the admin's code. */
async function isKept(): Promise<boolean> {
  const names = (await caches.keys()).filter((name) => name.startsWith("admin-code-"));
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  const { controller } = navigator.serviceWorker;
  return kept.flat().length > 2 && controller?.state === "activated";
}

/** A user who is shown in the admin, as they stand at the store. */
export async function addUser(page: Page) {
  const email = newBuyer("una");
  const data = { email, name: "Una" };
  const created = await page.request.post("/api/tables/users", { data, headers: SAME_ORIGIN });
  const { id } = await created.json();
  const path = `/api/tables/users/${id}`;
  return {
    id,
    email,
    screen: `/admin/tables/users?id=${id}`,
    change: (values: object) => page.request.put(path, { data: values, headers: SAME_ORIGIN }),
    remove: () => page.request.delete(path, { headers: SAME_ORIGIN }),
    async stored() {
      const list = await page.request.get(`/api/tables/users?id=${id}`);
      return (await list.json()).data[0];
    },
    /** The names that were written, newest first. */
    async written(): Promise<string[]> {
      const history = await page.request.get(`${path}/history`);
      const { data } = await history.json();
      return data.map(({ after }: { after: { name: string } | null }) => after?.name);
    },
  };
}
export type User = Awaited<ReturnType<typeof addUser>>;

/** Opens the table with a new user alone. */
export async function openUser(page: Page): Promise<User> {
  const user = await addUser(page);
  await page.goto(user.screen);
  await expect(page.getByRole("button", { name: `Edit ${user.email}` })).toBeVisible();
  return user;
}

/** Changes a user in the form, without a connection. */
export async function typeOffline(page: Page, { email }: User, label: string, text: string) {
  await page.getByRole("button", { name: `Edit ${email}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(label, { exact: true }).fill(text);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  const told = page.getByRole("status").filter({ hasText: `${email}: saved on this device.` });
  await expect(told).toBeVisible();
  await told.getByRole("button", { name: "Dismiss" }).click();
}

/** Back online, until nothing is left in the outbox. */
export async function sendAll(context: BrowserContext, page: Page): Promise<void> {
  await context.setOffline(false);
  await expect(page.getByRole("link", { name: BADGE })).toHaveCount(0);
}
