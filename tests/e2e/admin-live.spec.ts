// Live updates from other browsers, and data kept on this device for reading.
import type { Browser, Page } from "playwright/test";
import {
  cellOf,
  deviceText,
  openOffline,
  openTable,
  questionOf,
  rowsOf,
  write,
} from "./admin-fixture.ts";
import { expect, newBuyer, test } from "./funnel-shop.ts";
import { buyAhead } from "./shop.ts";
import { signInAsOwner } from "./sign-in.ts";
import { expectNoFault, expectNoOverflow } from "./sound.ts";

const STREAM = "/api/admin/changes/stream";
const SHOWN_MS = 2000;

// Cut streams are logged on the console.
test.use({ allowConsole: [/^Failed to load resource/] });
// The journeys share one store, in which orders are counted.
test.describe.configure({ mode: "default" });

/** Buys a pack as a new buyer, in a browser of their own. */
async function buyAs(browser: Browser, baseURL = "") {
  const context = await browser.newContext({ baseURL });
  const email = newBuyer("nina");
  await buyAhead(await context.newPage(), { pack: "Premium Pack", email });
  await context.close();
  return email;
}

/** Saved views with a title of this test alone. */
function viewsOf(page: Page) {
  const mark = crypto.randomUUID();
  const view = { table_name: "refunds", search: "sort=id:asc" };
  return {
    mark,
    path: `saved_views?title=${mark}`,
    add: (title: string) =>
      write(page, "POST", "saved_views", { ...view, title: `${mark} ${title}` }),
    rename: ({ id }: { id: number }, title: string) =>
      write(page, "PUT", `saved_views/${id}`, { title: `${mark} ${title}` }),
    cell: (tab: Page, title: string) => cellOf(tab, `${mark} ${title}`),
  };
}

test.beforeEach(({ context }) => signInAsOwner(context));

test("two tabs show a change elsewhere, through one stream that survives its tab", async ({
  page,
  context,
}) => {
  const views = viewsOf(page);
  const row = await views.add("one");
  const streams: string[] = [];
  context.on("request", (sent) => sent.url().includes(STREAM) && streams.push(sent.url()));
  const open = page.waitForResponse((answer) => answer.url().includes(STREAM));
  await openTable(page, views.path);
  await open;
  const other = await context.newPage();
  await openTable(other, views.path);

  await views.rename(row, "two");
  for (const tab of [page, other]) {
    await expect(views.cell(tab, "two")).toBeVisible({ timeout: SHOWN_MS });
  }
  expect(streams).toHaveLength(1);

  const next = other.waitForResponse((answer) => answer.url().includes(STREAM));
  await page.close();
  await next;
  await views.rename(row, "three");
  await expect(views.cell(other, "three")).toBeVisible({ timeout: SHOWN_MS });
  expect(streams).toHaveLength(2);
});

test("while a cell is edited its row stays in place, and changes elsewhere are not lost", async ({
  page,
}) => {
  const views = viewsOf(page);
  const row = await views.add("old");
  await openTable(page, views.path);
  await views.cell(page, "old").dblclick();
  const input = page.getByRole("gridcell").getByRole("textbox");
  await input.fill(`${views.mark} mine`);

  const received = page.waitForResponse(/saved_views\?id__in=/);
  await views.rename(row, "theirs");
  await views.add("above");
  await (await received).finished();
  await expect(input).toBeFocused();
  await input.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Title")).toHaveValue(`${views.mark} mine`);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByLabel(`Theirs: ${views.mark} theirs`)).toBeVisible();
  const stored: { title: string }[] = await rowsOf(page, "saved_views", { title: views.mark });
  const titles = stored.map(({ title }) => title);
  expect(titles).toEqual([`${views.mark} above`, `${views.mark} theirs`]);
});

test("the cursor stays with its row when another comes above it, and typing is not disturbed", async ({
  page,
}) => {
  const views = viewsOf(page);
  for (const title of ["one", "two"]) await views.add(title);
  await openTable(page, views.path);
  await views.cell(page, "one").click();
  await views.add("three");
  await expect(views.cell(page, "three")).toBeVisible();
  await page.keyboard.press("Enter");
  const input = page.getByRole("gridcell").getByRole("textbox");
  await expect(input).toHaveValue(`${views.mark} one`);
  await input.press("Escape");
  await page.keyboard.press("f");
  const from = page.getByLabel("ID, at least");
  await from.fill("1");
  await views.add("four");
  await expect(views.cell(page, "four")).toBeVisible();
  await expect(from).toBeFocused();
});

test("new orders are counted quietly, in every tab and after a reload", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const side = (tab: Page) => tab.getByRole("navigation", { name: "Database Tables" });
  const link = (tab: Page, name: string) => side(tab).getByRole("link", { name, exact: true });
  await openTable(page);
  await link(page, "Orders").waitFor();
  const buy = () => buyAs(browser, baseURL);
  // An unpaid checkout is not an order.
  await context.request.post("/api/create-checkout-session", {
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
  await expect(cellOf(other, await buy())).toBeVisible();
  await expect(link(other, "Orders")).toBeVisible();
});

test("a small table that was opened is read and filtered without the store", async ({
  page,
  context,
}) => {
  const email = newBuyer("kim");
  const { id } = await write(page, "POST", "users", { email, name: "Kim Bear" });
  await openOffline(page, "users");
  await expect(cellOf(page, email)).toBeVisible();
  // Later changes are followed.
  const followed = page.waitForResponse(/users\?id__in=/);
  await write(page, "PUT", `users/${id}`, { is_admin: true });
  await (await followed).finished();

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(/^As of .+ · offline/)).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
  await page.keyboard.press("f");
  await page.getByLabel("ID, at least").fill(String(id));
  await page.getByLabel("ID, at most").fill(String(id));
  await expect(page.getByText("1–1 of 1")).toBeVisible();
  await expect(cellOf(page, "Yes")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText(/^As of /)).toHaveCount(0);
});

test("personal details are stored only on request, and everything is removed at once", async ({
  page,
}) => {
  const email = newBuyer("lou");
  await write(page, "POST", "users", { email, name: "Lou Bear" });
  await openTable(page, "users");
  await expect(cellOf(page, email)).toBeVisible();
  await page.getByRole("link", { name: "On this device" }).click();
  const users = page.getByRole("listitem").filter({ hasText: /^Users\d+ rows, read .+, \d+ kB$/ });
  await expect(users).toBeVisible();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoOverflow(page);
    await expectNoFault(page);
  }
  const onDevice = () => deviceText(page, "queries");
  expect(await onDevice()).not.toContain(email);
  const personal = page.getByLabel(/personal details/);
  await personal.check();
  await expect.poll(onDevice).toContain(email);
  await personal.uncheck();
  await expect.poll(onDevice).not.toContain(email);

  await page.getByRole("button", { name: "Remove all stored data" }).click();
  await questionOf(page).getByRole("button", { name: "Remove" }).click();
  await expect(users).toHaveCount(0);
  await expect.poll(onDevice).not.toContain('"table"');
});
