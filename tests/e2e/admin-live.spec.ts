// What changes elsewhere, and what this device keeps for reading.
import type { APIRequestContext, Browser, Page } from "playwright/test";
import { expect, newBuyer, test } from "./funnel-shop.ts";
import { buyAhead } from "./shop.ts";
import { expectNoFault, expectNoOverflow } from "./sound.ts";
import { SAME_ORIGIN, signInAsOwner } from "./sign-in.ts";

const STREAM = "/api/admin/changes/stream";
const SHOWN_MS = 2000;

// A line that is cut on purpose is told on the console too.
test.use({ allowConsole: [/^Failed to load resource/] });
// One store of their own is enough: what is bought in others would be counted.
test.describe.configure({ mode: "default" });

/** Writes as another browser of the owner's would; returns the row. */
async function write(
  request: APIRequestContext,
  method: "POST" | "PUT",
  path: string,
  data: Record<string, unknown>,
): Promise<{ id: number }> {
  const answer = await request.fetch(`/api/tables/${path}`, { headers: SAME_ORIGIN, method, data });
  expect(answer.ok()).toBe(true);
  return answer.json();
}

async function openTable(page: Page, path: string) {
  await page.goto(`/admin/tables/${path}`);
  await expect(page.getByRole("button", { name: "Columns" })).toBeVisible();
}

/** Buys a pack as a new buyer, in a browser of their own. */
async function buyAs(browser: Browser, baseURL = "") {
  const context = await browser.newContext({ baseURL });
  const email = newBuyer("nina");
  await buyAhead(await context.newPage(), { pack: "Premium Pack", email });
  await context.close();
  return email;
}

const cell = (page: Page, text: string) =>
  page.getByRole("gridcell").getByText(text, { exact: true });

test("two tabs show what another changes, through one stream that outlives its tab", async ({
  page,
  context,
}) => {
  await signInAsOwner(context);
  const { request } = context;
  const mark = crypto.randomUUID();
  const view = { table_name: "refunds", title: `${mark} one`, search: "sort=id:asc" };
  const { id } = await write(request, "POST", "saved_views", view);
  const streams: string[] = [];
  context.on("request", (asked) => asked.url().includes(STREAM) && streams.push(asked.url()));
  const open = page.waitForResponse((answer) => answer.url().includes(STREAM));
  await openTable(page, `saved_views?title=${mark}`);
  await open;
  const other = await context.newPage();
  await openTable(other, `saved_views?title=${mark}`);

  await write(request, "PUT", `saved_views/${id}`, { title: `${mark} two` });
  for (const tab of [page, other]) {
    await expect(cell(tab, `${mark} two`)).toBeVisible({ timeout: SHOWN_MS });
  }
  expect(streams).toHaveLength(1);

  const next = other.waitForResponse((answer) => answer.url().includes(STREAM));
  await page.close();
  await next;
  await write(request, "PUT", `saved_views/${id}`, { title: `${mark} three` });
  await expect(cell(other, `${mark} three`)).toBeVisible({ timeout: SHOWN_MS });
  expect(streams).toHaveLength(2);

  // Two hundred more at once are a few reads.
  let reads = 0;
  other.on("request", (asked) => {
    if (asked.url().includes("&title=")) reads += 1;
  });
  const csv = Array.from({ length: 200 }, (_, nth) => `refunds,${mark} ${nth},sort=id:asc`);
  const imported = await request.post("/api/tables/saved_views/import", {
    headers: { ...SAME_ORIGIN, "Content-Type": "text/csv" },
    data: ["table_name,title,search", ...csv].join("\n"),
  });
  expect(imported.ok()).toBe(true);
  await expect(other.getByText("1–50 of 201")).toBeVisible({ timeout: SHOWN_MS });
  expect(reads).toBeLessThanOrEqual(2);
});

test("while a cell is edited no other row takes its place, and what another wrote is not lost", async ({
  page,
  context,
}) => {
  await signInAsOwner(context);
  const { request } = context;
  const mark = crypto.randomUUID();
  const view = { table_name: "refunds", search: "sort=id:asc" };
  const { id } = await write(request, "POST", "saved_views", { ...view, title: `${mark} old` });
  await openTable(page, `saved_views?title=${mark}`);
  await cell(page, `${mark} old`).dblclick();
  const input = page.getByRole("gridcell").getByRole("textbox");
  await input.fill(`${mark} mine`);

  const heard = page.waitForResponse(/saved_views.*title=/);
  await write(request, "PUT", `saved_views/${id}`, { title: `${mark} theirs` });
  await write(request, "POST", "saved_views", { ...view, title: `${mark} above` });
  await (await heard).finished();
  await expect(input).toBeFocused();
  await input.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Title")).toHaveValue(`${mark} mine`);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByLabel(`Theirs: ${mark} theirs`)).toBeVisible();
  const stored = await (await request.get(`/api/tables/saved_views?title=${mark}`)).json();
  const titles = stored.data.map(({ title }: { title: string }) => title);
  expect(titles).toEqual([`${mark} above`, `${mark} theirs`]);
});

test("the keyboard stays with its row when another comes above it, and typing is not disturbed", async ({
  page,
  context,
}) => {
  await signInAsOwner(context);
  const { request } = context;
  const mark = crypto.randomUUID();
  const add = (title: string) => {
    const view = { table_name: "refunds", search: "sort=id:asc", title: `${mark} ${title}` };
    return write(request, "POST", "saved_views", view);
  };
  for (const title of ["one", "two"]) await add(title);
  await openTable(page, `saved_views?title=${mark}`);
  await cell(page, `${mark} one`).click();
  await add("three");
  await expect(cell(page, `${mark} three`)).toBeVisible();
  await page.keyboard.press("Enter");
  const input = page.getByRole("gridcell").getByRole("textbox");
  await expect(input).toHaveValue(`${mark} one`);
  await input.press("Escape");
  await page.keyboard.press("f");
  const from = page.getByLabel("ID, at least");
  await from.fill("1");
  await add("four");
  await expect(cell(page, `${mark} four`)).toBeVisible();
  await expect(from).toBeFocused();
});

test("orders that were not looked at are counted quietly, in every tab and after a reload", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await signInAsOwner(context);
  const { request } = context;
  const side = (tab: Page) => tab.getByRole("navigation", { name: "Database Tables" });
  const link = (tab: Page, name: string) => side(tab).getByRole("link", { name, exact: true });
  await openTable(page, "products");
  await link(page, "Orders").waitFor();
  const buy = () => buyAs(browser, baseURL);
  // A checkout that is not paid is no order yet.
  await request.post("/api/create-checkout-session", {
    data: { products: [{ productId: 1, quantity: 1 }], successRouter: "/", cancelRouter: "/" },
  });
  await buy();
  await expect(link(page, "Orders 1 new order")).toBeVisible();
  await page.keyboard.press("Tab");
  const focused = () => page.evaluate(() => document.activeElement?.outerHTML);
  const before = await focused();
  await buy();
  await expect(link(page, "Orders 2 new orders")).toBeVisible();
  expect(await focused()).toBe(before);
  await expectNoFault(page);

  await page.reload();
  await expect(link(page, "Orders 2 new orders")).toBeVisible();
  const other = await context.newPage();
  await openTable(other, "users");
  await link(other, "Orders 2 new orders").click();
  await expect(link(page, "Orders")).toBeVisible();
  await expect(cell(other, await buy())).toBeVisible();
  await expect(link(other, "Orders")).toBeVisible();
  await link(other, "Users").click();
  await expect(other).toHaveURL(/users/);
  await expect(link(other, "Orders")).toBeVisible();
});

test("a table that is kept whole is read, searched and sorted without the store", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await signInAsOwner(context);
  const { request } = context;
  const email = newBuyer("kim");
  const { id } = await write(request, "POST", "users", { email, name: "Kim Bear" });
  await buyAs(browser, baseURL);
  await page.goto("/admin/device");
  const keepUsers = page.getByLabel("Store Users whole");
  await expect(page.getByText("No data is stored for offline reading.")).toBeHidden();
  await keepUsers.check();
  await expect(keepUsers).toHaveAccessibleDescription(/^\d+ rows, read .+, \d+ kB$/);
  await page.getByLabel("Store Orders whole").check();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoOverflow(page);
    await expectNoFault(page);
  }

  // What changes afterwards is followed.
  const followed = page.waitForResponse(/users\?id__in=/);
  await write(request, "PUT", `users/${id}`, { is_admin: true });
  await (await followed).finished();

  const link = (name: string) => page.getByRole("link", { name });
  await context.setOffline(true);
  await link("Users").click();
  await expect(page.getByText(/^As of .+ · offline/)).toBeVisible();
  await expect(page.getByRole("gridcell", { name: "not stored here" }).first()).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
  await page.keyboard.press("f");
  await page.getByLabel("ID, at least").fill(String(id));
  await page.getByLabel("ID, at most").fill(String(id));
  await expect(page.getByText("1–1 of 1")).toBeVisible();
  await expect(page.getByRole("gridcell", { name: "Yes" })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText(/^As of /)).toHaveCount(0);
});

test("personal details are kept only when that was asked for, and all is removed at one press", async ({
  page,
  context,
}) => {
  await signInAsOwner(context);
  const { request } = context;
  const email = newBuyer("lou");
  await write(request, "POST", "users", { email, name: "Lou Bear" });
  await page.route(/\/api\/tables\/products\?limit=1$/, (route) =>
    route.fulfill({ json: { data: [], page: 1, limit: 1, total: 2001, totalPages: 2001 } }),
  );
  await page.goto("/admin/device");
  await expect(page.getByLabel("Store Products whole")).toBeDisabled();
  await expect(page.getByText("2,001 rows: too many to store.")).toBeVisible();
  const personal = page.getByLabel("Store personal details too");
  await expect(personal).not.toBeChecked();
  await page.getByLabel("Store Users whole").check();
  const onDisk = () => page.evaluate(readDisk);
  await expect.poll(onDisk).not.toContain(email);

  await context.setOffline(true);
  await personal.click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(personal).not.toBeChecked();
  await context.setOffline(false);
  await personal.check();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect.poll(onDisk).toContain(email);
  await personal.uncheck();
  await expect(personal).not.toBeChecked();
  await expect.poll(onDisk).not.toContain(email);

  await page.getByRole("button", { name: "Remove all stored data" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByLabel("Store Users whole")).not.toBeChecked();
  await expect.poll(onDisk).not.toContain("users");
});

/** Runs in the page: all that is kept for reading, as text. */
async function readDisk(): Promise<string> {
  const known = await indexedDB.databases();
  const { name = "" } = known.find(({ name }) => name?.startsWith("admin-")) ?? {};
  const opening = indexedDB.open(name);
  await new Promise((resolve) => opening.addEventListener("success", resolve));
  const transaction = opening.result.transaction(["answers", "tables"]);
  const stores = ["answers", "tables"].map((store) => transaction.objectStore(store).getAll());
  await new Promise((resolve) => transaction.addEventListener("complete", resolve));
  opening.result.close();
  return JSON.stringify(stores.map(({ result }) => result));
}
