// Live updates from other browsers, and tables stored on this device.
import type { Page } from "playwright/test";
import {
  buttonOf,
  cachedText,
  cellOf,
  fieldOf,
  formOf,
  openOffline,
  openTable,
  questionOf,
  rowsOf,
  sideOf,
  write,
} from "./admin.ts";
import { expect, newBuyer, payAhead, signInAsOwner, test } from "./shop.ts";
import { expectNoFault, expectSound } from "./accessible.ts";

// The browser logs aborted streams to the console.
test.use({ allowConsole: /^Failed to load resource/ });
test.beforeEach(({ context }) => signInAsOwner(context));

/** Returns helpers for saved views whose titles are unique to this test. */
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

test("changes elsewhere show, and disturb no typing", async ({ page }) => {
  const views = viewsOf(page);
  const row = await views.add("one");
  const stream = page.waitForResponse(/\/api\/admin\/changes\/stream/);
  await openTable(page, views.path);
  await stream;
  await expect(views.cell(page, "one")).toBeVisible();
  await views.rename(row, "old");
  await expect(views.cell(page, "old")).toBeVisible();

  await views.cell(page, "old").click();
  await views.add("above");
  await expect(views.cell(page, "above")).toBeVisible();
  await page.keyboard.press("Enter");
  const input = page.getByRole("gridcell").getByRole("textbox");
  await expect(input).toHaveValue(`${views.mark} old`);
  await input.fill(`${views.mark} mine`);
  const received = page.waitForResponse(/saved_views\?id__in=/);
  await views.rename(row, "theirs");
  await (await received).finished();
  await expect(input).toBeFocused();
  await input.press("Enter");
  await expect(fieldOf(page, "Title")).toHaveValue(`${views.mark} mine`);
  await buttonOf(formOf(page), "Save").click();
  await expect(page.getByRole("alert")).toContainText(/^Last changed by You, .+ Choose a value/);
  const theirs = formOf(page).getByLabel(`Theirs: ${views.mark} theirs`);
  await expect(theirs).not.toBeChecked();
  await expectNoFault(page);
  const stored = async () =>
    (await rowsOf(page, "saved_views", { title: views.mark })).map(
      ({ title }: { title: string }) => title,
    );
  expect(await stored()).toEqual([`${views.mark} above`, `${views.mark} theirs`]);
  await formOf(page).getByLabel(`Mine: ${views.mark} mine`).check();
  await buttonOf(formOf(page), "Save").click();
  await expect(views.cell(page, "mine")).toBeVisible();

  await page.keyboard.press("f");
  const from = page.getByLabel("ID, at least");
  await from.fill("1");
  await views.add("later");
  await expect(views.cell(page, "later")).toBeVisible();
  await expect(from).toBeFocused();
});

test("new orders are counted quietly, in every tab", async ({
  page,
  context,
  playwright,
  baseURL,
}) => {
  const link = (tab: Page, name: string) => sideOf(tab).getByRole("link", { name, exact: true });
  const buy = async () => {
    const email = newBuyer("nina");
    const request = await playwright.request.newContext({ baseURL: baseURL ?? "" });
    await payAhead({ request }, { pack: "Premium Pack", email });
    await request.dispose();
    return email;
  };
  await openTable(page, "orders");
  await link(page, "Products").click();
  await link(page, "Orders").waitFor();
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

  const other = await context.newPage();
  await openTable(other, "users");
  await link(other, "Orders 2 new orders").click();
  await expect(link(page, "Orders")).toBeVisible();
  await expect(cellOf(other, await buy())).toBeVisible();
  await expect(link(other, "Orders")).toBeVisible();
  // A cached table receives live updates even after its page was closed.
  await link(other, "Users").click();
  await buy();
  await expect(link(other, "Orders 1 new order")).toBeVisible();
});

test("an opened table is read offline, and removed at once", async ({ page, context }) => {
  test.slow();
  const email = newBuyer("kim");
  const { id } = await write(page, "POST", "users", { email, name: "Kim Bear" });
  await openOffline(page, "users");
  await expect(cellOf(page, email)).toBeVisible();
  // The offline copy is updated by later changes.
  const followed = page.waitForResponse(/users\?id__in=/);
  await write(page, "PUT", `users/${id}`, { is_admin: true });
  await (await followed).finished();

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(/^As of .+ · offline/)).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
  await expectNoFault(page);
  await page.keyboard.press("f");
  await page.getByLabel("ID, at least").fill(String(id));
  await page.getByLabel("ID, at most").fill(String(id));
  await expect(page.getByText("1–1 of 1")).toBeVisible();
  await expect(cellOf(page, "Yes")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText(/^As of /)).toHaveCount(0);

  await page.getByRole("link", { name: "On this device" }).click();
  const users = page.getByRole("listitem").filter({ hasText: /^Users\d+ rows, read .+, \d+ kB$/ });
  await expect(users).toBeVisible();
  await expectSound(page);
  expect(await cachedText(page)).not.toContain(email);
  const personal = page.getByLabel(/personal details/);
  // The checkbox is checked once the choice is stored.
  await personal.click();
  await expect(personal).toBeChecked();
  await expect.poll(() => cachedText(page)).toContain(email);
  await personal.click();
  await expect(personal).not.toBeChecked();
  await expect.poll(() => cachedText(page)).not.toContain(email);
  await buttonOf(page, "Remove all stored data").click();
  await buttonOf(questionOf(page), "Remove").click();
  await expect(users).toHaveCount(0);
  await expect.poll(() => cachedText(page)).not.toContain('"table"');
});
