// The admin while its store is dead, or becomes another one.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright/test";
import { BADGE, openAdmin, openUser, SAID, sendAll, typeOffline } from "./admin-device.ts";
import { openStore, type Store } from "./own-store.ts";
import { expect, newBuyer } from "./shop.ts";
import { expectNoFault, test as base } from "./sound.ts";

const test = base.extend<{ store: Store }>({
  // oxlint-disable-next-line no-empty-pattern
  store: async ({}, use) => {
    const store = await openStore();
    await use(store);
    await store.close();
  },
  baseURL: async ({ store }, use) => use(store.url),
});
test.use({ allowConsole: [SAID] });

test("the admin opens while the store is dead, for the one who was let in last", async ({
  page,
  store,
}) => {
  await openAdmin(page);
  await store.kill();
  await page.reload();
  await expect(page.getByRole("grid")).toBeVisible();
  await expect(page.getByText(/^As of .+ · offline/)).toBeVisible();
  await expectNoFault(page);
  await page.goto("/admin/tables/refunds");
  await expect(
    page.getByText("You are offline, and this page was never opened on this device."),
  ).toBeVisible();
});

test("a new version of the store that is deployed meanwhile gets what was edited before", async ({
  page,
  context,
  store,
}) => {
  await openAdmin(page);
  const user = await openUser(page);
  await context.setOffline(true);
  await typeOffline(page, user, "Name", "Kept");
  await store.deploy();
  await page.reload();
  await expect(page.getByRole("link", { name: BADGE })).toBeVisible();
  await sendAll(context, page);
  expect(await user.written()).toEqual(["Kept", "Una"]);
});

test("a new product, its PDF and the line between them go in their order, and mean each other", async ({
  page,
  store,
}) => {
  await openAdmin(page, "/admin/tables/product_files");
  await page.goto("/admin/tables/products");
  await expect(page.getByRole("button", { name: "Edit Premium Pack" })).toBeVisible();
  await store.kill();
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Add New" }).click();
  await dialog.getByLabel("Name", { exact: true }).fill("Cloud Book");
  await dialog.getByLabel("Short name").fill("cloud-book");
  await dialog.getByLabel("Description").fill("Drawn in the air.");
  await dialog.getByLabel("Price (cents)", { exact: true }).fill("500");
  await dialog.getByLabel("Type").selectOption("digital");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("link", { name: "Product files" }).click();
  await page.getByRole("button", { name: "Add New" }).click();
  await dialog.getByRole("combobox", { name: "Product" }).fill("Cloud Book");
  await page.getByRole("option", { name: /Cloud Book.*not sent yet/ }).click();
  await dialog.getByLabel("Title").fill("Clouds");
  await dialog.locator("input[type=file]").setInputFiles("dist/printables/colors-a4.pdf");
  await expect(dialog.getByText("Saved on this device, not sent yet")).toBeVisible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expectNoFault(page);
  await store.start();
  await page.goto("/admin/pending");
  await expect(page.getByText("The queue is empty")).toBeVisible();
  const found = async (table: string, query: Record<string, string>) => {
    const list = await page.request.get(`/api/tables/${table}?${new URLSearchParams(query)}`);
    return (await list.json()).data;
  };
  const [product] = await found("products", { name__eq: "Cloud Book" });
  const [file] = await found("product_files", { product_id__eq: String(product.id) });
  expect(file).toMatchObject({ title: "Clouds", pages: expect.any(Number) });
});

type Typing = { table: string; press: string | RegExp; fields: Record<string, string> };

/** Fills in a form of a table, and saves it on this device. */
async function saveOffline(page: Page, { table, press, fields }: Typing): Promise<void> {
  await page.goto(`/admin/tables/${table}`);
  await page.getByRole("button", { name: press }).first().click();
  const dialog = page.getByRole("dialog");
  for (const [label, text] of Object.entries(fields)) {
    const field = dialog.getByLabel(label, { exact: true });
    if ((await field.evaluate((element) => element.tagName)) === "SELECT") {
      await field.selectOption(text);
    } else await field.fill(text);
  }
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
}

test("a flight: edits of three hours in four tables, and two new starts of the browser", async ({
  playwright,
  launchOptions,
  store,
  watch,
}) => {
  const profile = await mkdtemp(join(tmpdir(), "papercub-flight-"));
  const options = { ...launchOptions, baseURL: store.url };
  const open = async (hour: number) => {
    const context = await playwright.chromium.launchPersistentContext(profile, options);
    watch(context);
    const page = await context.newPage();
    await page.clock.setFixedTime(Date.now() + hour * 3_600_000);
    return { context, page };
  };
  const email = newBuyer("rosa");
  const hours: Typing[][] = [
    [
      { table: "products", press: "Edit Premium Pack", fields: { Badge: "Taking off" } },
      {
        table: "saved_views",
        press: "Add New",
        fields: { Table: "Orders", Title: "In the air" },
      },
    ],
    [
      { table: "users", press: "Add New", fields: { Email: email } },
      { table: "product_files", press: /^Edit /, fields: { Title: "Written in the air" } },
    ],
    [
      { table: "products", press: "Edit Premium Pack", fields: { Badge: "Landed" } },
      { table: "users", press: `Edit ${email}`, fields: { Name: "Rosa" } },
    ],
  ];

  let { context, page } = await open(0);
  await openAdmin(page);
  for (const table of ["product_files", "saved_views", "users"]) {
    await page.goto(`/admin/tables/${table}`);
    await expect(page.getByText(/^\d.* of \d+|^0 rows|No rows/).first()).toBeVisible();
  }
  await store.kill();
  for (const [hour, edits] of hours.entries()) {
    if (hour > 0) {
      await context.close();
      ({ context, page } = await open(hour));
    }
    for (const edit of edits) await saveOffline(page, edit);
  }
  await page.goto("/admin/pending");
  // The new user's name joined their row, which was never tried.
  await expect(page.getByRole("button", { name: /^Discard: / })).toHaveCount(5);

  const sent: string[] = [];
  context.on("response", (response) => {
    const method = response.request().method();
    if (method !== "GET") sent.push(`${method} ${new URL(response.url()).pathname.split("/")[3]}`);
  });
  await store.start();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(page.getByText("The queue is empty")).toBeVisible();
  expect(sent).toEqual([
    "PUT products",
    "POST saved_views",
    "POST users",
    "PUT product_files",
    "PUT products",
  ]);
  const stored = async (table: string, query: Record<string, string>) => {
    const list = await page.request.get(`/api/tables/${table}?${new URLSearchParams(query)}`);
    return (await list.json()).total;
  };
  const view = { title__eq: "In the air", table_name__eq: "orders" };
  expect(await stored("products", { badge__eq: "Landed" })).toBe(1);
  expect(await stored("saved_views", view)).toBe(1);
  expect(await stored("users", { email__eq: email, name__eq: "Rosa" })).toBe(1);
  expect(await stored("product_files", { title__eq: "Written in the air" })).toBe(1);
  await context.close();
  await rm(profile, { recursive: true, force: true });
});
