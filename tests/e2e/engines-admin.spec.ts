// Journeys of the owner in the admin, in Chromium, Firefox and WebKit.
import { resolve } from "node:path";
import { addUser, isAppCached, rowsOf, type User, write } from "./admin.ts";
import {
  copy,
  DESKTOP,
  expect,
  fill,
  openLive,
  post,
  press,
  type Shop,
  test,
  waitFor,
  waitForElement,
  waitForText,
  waitUntilGone,
} from "./engine-shop.ts";
import type { EnginePage } from "./engines.ts";
import { signInAsOwner } from "./shop.ts";

// One worker runs all journeys of an engine, in one browser.
test.describe.configure({ mode: "default" });
// A second session of the owner, to check the stored rows.
test.beforeEach(({ request }) => signInAsOwner({ request }));

const DIALOG = "[role=dialog]";
const CELL = "[role=gridcell]";
const CELL_FIELD = "[role=gridcell] input";

/** Signs the window in as the owner, and opens a screen. */
async function openAdmin(tab: EnginePage, url: string, path: string): Promise<void> {
  await tab.goto(`${url}/robots.txt`);
  await post(tab, "/demo/admin");
  await openScreen(tab, url + path);
}

async function openScreen(tab: EnginePage, address: string): Promise<void> {
  await tab.goto(address);
  await waitForElement(tab, "[role=grid] [data-row]");
}

async function rename(tab: EnginePage, { email }: User, name: string): Promise<void> {
  await press(tab, `Edit ${email}`);
  await fill(tab, { Name: name });
  await press(tab, "Save");
  await waitUntilGone(tab, DIALOG);
}

/** Reconnects the store; the event triggers the next retry at once. */
async function reconnect(shop: Shop, tab: EnginePage): Promise<void> {
  await shop.reconnect();
  await tab.evaluate(() => void dispatchEvent(new Event("online")));
}

test("the admin opens, and a row is edited in the grid and in the form", async ({
  shop,
  tab,
  request,
}) => {
  const user = await addUser({ request });
  await openLive(tab, shop.url);
  await press(tab, "Open the admin");
  // Leave the page while it still loads its tables.
  await waitForText(tab, "Database Tables");
  await openScreen(tab, shop.url + user.screen);
  await press(tab, "Una", CELL);
  await tab.press("F2");
  await waitForElement(tab, CELL_FIELD);
  await tab.type(CELL_FIELD, "Nobody");
  await tab.press("Escape");
  await waitUntilGone(tab, CELL_FIELD);
  await tab.press("F2");
  await waitForElement(tab, CELL_FIELD);
  await tab.press("Control+a");
  await tab.type(CELL_FIELD, "Ada");
  await tab.press("Enter");
  await expect.poll(user.written).toEqual(["Ada", "Una"]);
  await rename(tab, user, "Ida");
  await expect.poll(user.written).toEqual(["Ida", "Ada", "Una"]);
});

test("cells are copied, and pasted over other rows", async ({ shop, tab, request }) => {
  const mark = crypto.randomUUID().slice(0, 8);
  for (const name of ["Ann", "Ben", "Cat"]) {
    await write({ request }, "POST", "users", { email: `${name}-${mark}@example.com`, name });
  }
  await openAdmin(tab, shop.url, `/admin/tables/users?email=${mark}&sort=email%3Aasc`);
  await copy(tab, "One\nTwo");
  await press(tab, "Ben", CELL);
  await tab.press("Control+v");
  await waitForText(tab, "2 cells will change.");
  await press(tab, "Apply");
  const names = async () =>
    (await rowsOf({ request }, "users", { email: mark, sort: "email:asc" })).map(
      ({ name }: { name: string }) => name,
    );
  await expect.poll(names).toEqual(["Ann", "One", "Two"]);
  await waitUntilGone(tab, DIALOG);
  // The grid shows the new values once it has read the rows again.
  await press(tab, "One", CELL);
  await press(tab, "Ann", CELL);
  await tab.press("Shift+ArrowDown", "Control+c");
  await tab.evaluate(() => document.querySelector<HTMLElement>("#mail")?.focus());
  await tab.press("Control+a", "Control+v");
  const pasted = () => document.querySelector<HTMLTextAreaElement>("#mail")?.value;
  await expect.poll(() => tab.evaluate(pasted)).toBe("Ann\nOne");
});

test("a picture is uploaded, and a price is typed as money", async ({ shop, tab, request }) => {
  const slug = `cloud-${crypto.randomUUID()}`;
  const product = {
    name: slug,
    slug,
    description: "Clouds",
    price: 500,
    type: "digital",
    active: false,
  };
  const { id } = await write({ request }, "POST", "products", product);
  await openAdmin(tab, shop.url, `/admin/tables/products?id=${id}`);
  await press(tab, `Edit ${slug}`);
  const chooser = "[data-field=images] input[type=file]";
  await waitForElement(tab, chooser);
  await tab.choose(chooser, resolve("client/public/pictures/open-graph.jpg"));
  await waitForElement(tab, "[data-field=images] a[href^='/uploads/']");
  await press(tab, "Save");
  await waitUntilGone(tab, DIALOG);
  const row = async () => (await rowsOf({ request }, "products", { id: String(id) }))[0];
  const stored = async () => JSON.stringify(await row());
  await expect.poll(stored).toMatch(/\/uploads\/[0-9a-f]{64}\/open-graph/);

  // The browser's own locale: "$5.00", "US$5.00".
  const price = await tab.evaluate(() => {
    const format = new Intl.NumberFormat(undefined, { style: "currency", currency: "usd" });
    return format.format(5);
  });
  await press(tab, price, CELL);
  await tab.press("F2");
  await waitForElement(tab, CELL_FIELD);
  await tab.press("Control+a");
  await tab.type(CELL_FIELD, "$62.50");
  await tab.press("Enter");
  await waitForText(tab, `is more than ten times ${price}.`);
  await press(tab, "Save", "[role=alertdialog] button");
  await expect.poll(async () => (await row()).price).toBe(6250);
});

test("a country is chosen by its name, and a day in the calendar", async ({
  shop,
  tab,
  request,
}) => {
  await tab.goto(`${shop.url}/robots.txt`);
  await post(tab, "/demo/admin");
  await tab.goto(`${shop.url}/admin/settings`);
  const country = "[data-field=seller_country] input";
  await waitForElement(tab, country);
  await tab.type(country, "germ");
  await waitForElement(tab, "[role=option]");
  await tab.press("ArrowDown", "Enter");
  const month = "[data-field=landing_read_on] [role=spinbutton]";
  await waitForElement(tab, month);
  await tab.type(month, "11262026");
  // The bar with "Save" can cover the button.
  const calendar = "[data-field=landing_read_on] button[aria-haspopup=dialog]";
  await tab.evaluate((at) => document.querySelector<HTMLElement>(at)?.focus(), calendar);
  await tab.press("Enter");
  await waitForElement(tab, "[role=dialog] [role=grid]");
  await tab.press("ArrowRight", "Enter");
  await waitUntilGone(tab, DIALOG);
  await press(tab, "Save");
  const stored = async () => (await rowsOf({ request }, "settings", {}))[0];
  const chosen = { seller_country: "DE", landing_read_on: "2026-11-27" };
  await expect.poll(stored).toMatchObject(chosen);
});

test("edits made offline in two windows are sent once", async ({ engine, shop, tab, request }) => {
  const [first, second] = [await addUser({ request }), await addUser({ request })];
  await openAdmin(tab, shop.url, first.screen);
  const other = await engine.open(DESKTOP);
  await openScreen(other, shop.url + second.screen);
  await waitFor(tab, isAppCached);
  shop.cut();
  await rename(other, second, "Two");
  await rename(tab, first, "One");
  await other.close();
  await openScreen(tab, shop.url + first.screen);
  await waitForText(tab, "One");
  await reconnect(shop, tab);
  await waitFor(tab, () => !document.title.startsWith("("));
  expect(await first.written()).toEqual(["One", "Una"]);
  expect(await second.written()).toEqual(["Two", "Una"]);
});

test("a change in one window shows in the other", async ({ engine, shop, tab, request }) => {
  const user = await addUser({ request });
  await openAdmin(tab, shop.url, user.screen);
  const other = await engine.open(DESKTOP);
  await openScreen(other, shop.url + user.screen);
  await rename(tab, user, "Ada");
  await waitForText(other, "Ada");
  await user.change({ name: "Ida" });
  for (const window of [tab, other]) await waitForText(window, "Ida");
  await other.close();
});
