// The admin's overview: sales and visits, live and offline.
import { readFile } from "node:fs/promises";
import type { Page } from "playwright/test";
import {
  buttonOf,
  CALL_ERRORS,
  deviceRows,
  goOnline,
  gridOf,
  panelOf,
  rowsOf,
  sideOf,
  waitUntilCached,
} from "./admin.ts";
import { expect, newBuyer, payAhead, signInAsOwner, test } from "./shop.ts";
import { expectNoFault, expectSound, expectStateSound } from "./accessible.ts";

const STATS = "**/api/admin/stats?**";

// The browser logs aborted streams and calls made offline.
test.use({ allowConsole: new RegExp(`^Failed to load resource|${CALL_ERRORS.source}`) });
test.beforeEach(({ context }) => signInAsOwner(context));

const tileOf = (page: Page, title: string) =>
  page
    .getByRole("main")
    .locator("dl > div")
    .filter({ hasText: new RegExp(`^${title}`) })
    .getByRole("definition")
    .first();
const periodOf = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Period" }).getByRole("link", { name, exact: true });
async function chooseDates(page: Page, first: string, last: string) {
  await buttonOf(page, /^Dates/).click();
  await typeDay(page, "First day", first);
  await typeDay(page, "Last day", last);
  await buttonOf(page, "Show").click();
}
async function typeDay(page: Page, field: string, day: string) {
  const [year, month, date] = day.split("-");
  await page.getByRole("group", { name: field }).getByRole("spinbutton").first().click();
  await page.keyboard.type(`${month}${date}${year}`);
}
/** Reports whether the whole document scrolls, and not only the content below the header. */
const scrollable = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollHeight > window.innerHeight);
/** Asserts that the printed chart does not reach over the edges of its panel. */
async function expectPrintedInside(page: Page) {
  await page.emulateMedia({ media: "print" });
  const outside = await page.evaluate(() => {
    const chart = document.querySelector(".recharts-surface");
    const inner = chart?.getBoundingClientRect();
    const outer = chart?.closest("section")?.getBoundingClientRect();
    if (!inner || !outer) return "The overview has no chart.";
    const fits = inner.bottom <= outer.bottom && inner.right <= outer.right;
    return fits ? null : { inner: inner.toJSON(), outer: outer.toJSON() };
  });
  expect(outside).toBeNull();
  await page.emulateMedia({ media: "screen" });
}

const numberIn = async (page: Page, title: string) =>
  Number((await tileOf(page, title).innerText()).replace(/[$,]/g, ""));

test("a sale appears at once, and its figures show their age while the store is down", async ({
  page,
  request,
  store,
}) => {
  const buy = async (pack: string) => {
    const email = newBuyer("olga");
    await payAhead({ request }, { pack, email });
    const paid = async () => (await rowsOf(page, "orders", { email, status: "paid" })).length;
    await expect.poll(paid, { intervals: [50] }).toBe(1);
  };
  // Not a pack, whose price a later pack would be reduced by.
  await buy("Dinosaur Busy Book");
  const stream = page.waitForResponse(/\/api\/admin\/changes\/stream/);
  await page.goto("/admin");
  await stream;
  await expect(tileOf(page, "Orders")).toBeVisible();
  const orders = await numberIn(page, "Orders");
  const revenue = await numberIn(page, "Revenue");
  await buy("Premium Pack");
  // The stream reports it; the figures are read again only after a minute.
  await expect(tileOf(page, "Orders")).toHaveText(String(orders + 1));
  expect(await numberIn(page, "Revenue")).toBe(revenue + 37);
  await expect(panelOf(page, "Top products")).toContainText("Premium Pack");
  await expect(panelOf(page, "Latest orders").getByRole("listitem").first()).toContainText(
    /Premium Pack · .*Paid/,
  );
  // The home screen also shows the first table.
  await expect(gridOf(page)).toBeVisible();
  await expect(page.getByText(/Each renewal of a subscription counts as an order/)).toBeVisible();
  // The figures of the chart's table are hidden, and must not make the page longer.
  expect(await scrollable(page)).toBe(false);
  await expect(sideOf(page).locator("[aria-current=page]")).toHaveText("Overview");

  const chart = page.getByRole("application", { name: /^Chart of sales in USD by day/ });
  await chart.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(panelOf(page, "Sales").getByText("Average order").first()).toBeVisible();
  await expectSound(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNoFault(page);
  await page.emulateMedia({ colorScheme: "light" });
  await expectPrintedInside(page);

  await waitUntilCached(page);
  // The other periods are read when the browser is idle.
  for (const period of ["7d", "90d", "last_month"]) {
    await expect
      .poll(async () => JSON.stringify(await deviceRows(page, "queries")))
      .toContain(`\\"period\\":\\"${period}\\"`);
  }
  await store.kill();
  // The table below the overview shows its own age.
  const age = page
    .locator("main header")
    .first()
    .getByText(/^As of .+ · offline/);
  await expect(age).toBeVisible();
  await expect(tileOf(page, "Orders")).toHaveText(String(orders + 1));
  await expect(chart).toBeVisible();
  for (const period of ["Last month", "90 days", "7 days"]) {
    await periodOf(page, period).click();
    await expect(periodOf(page, period)).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("main").locator("[aria-busy=false]")).toBeVisible();
    await expect(age).toBeVisible();
  }
  await chooseDates(page, "2026-01-01", "2026-03-31");
  await expect(page.getByRole("alert")).toContainText("The figures couldn't be loaded");
  await expect(tileOf(page, "Orders")).toHaveCount(0);
  await page.goBack();
  await page.reload();
  await expect(age).toBeVisible();
  await expect(periodOf(page, "7 days")).toHaveAttribute("aria-current", "page");
  await expect(tileOf(page, "Orders")).toBeVisible();
  await store.restore();
  await goOnline(page);
  await expect(age).toHaveCount(0);
});

test("an error is shown and retried, and the chart is also a table and a CSV file", async ({
  page,
}) => {
  await payAhead(page, { pack: "Premium Pack", email: newBuyer("otto") });
  const fault = { message: "Broken.", code: "internal" };
  await page.route(STATS, (route) => route.fulfill({ status: 500, json: fault }));
  await page.goto("/admin?stats-period=7d");
  await expect(page.getByRole("alert")).toHaveText("The figures couldn't be loaded. Broken.");
  await expect(gridOf(page)).toBeVisible();
  await expectStateSound(page);
  await page.unroute(STATS);
  await buttonOf(page, "Try again").click();
  const sales = panelOf(page, "Sales").first();
  await buttonOf(sales, "Table").click();
  await expect(sales.getByRole("row")).toHaveCount(8);
  await expectStateSound(page);
  const saving = page.waitForEvent("download");
  await buttonOf(sales, "Download sales in USD as CSV").click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^sales-usd-[\d-]{10}-[\d-]{10}\.csv$/);
  const lines = (await readFile(await saved.path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(8);
  expect(Number(lines.at(-1)?.split(",")[2])).toBeGreaterThanOrEqual(37);

  await periodOf(page, "This year").click();
  await expect(page).toHaveURL(/stats-period=year/);
  await buttonOf(page, "Week").click();
  await expect(page).toHaveURL(/stats-grain=week/);
  await expect(sales.getByRole("rowheader").first()).toContainText("Week of");

  const savingTax = page.waitForEvent("download");
  await buttonOf(panelOf(page, "Tax by country and rate"), "Download tax in USD as CSV").click();
  const savedTax = await savingTax;
  expect(savedTax.suggestedFilename()).toMatch(/^tax-usd-\d{4}-01-01-[\d-]{10}\.csv$/);
  const [head, ...taxes] = (await readFile(await savedTax.path(), "utf8")).trim().split("\r\n");
  expect(head).toContain("revenue_cents,net_revenue_cents,tax_cents");
  const cents = taxes.map((line) => Number(line.split(",")[6]));
  const revenue = cents.reduce((sum, each) => sum + each, 0);
  expect(revenue / 100).toBeCloseTo(await numberIn(page, "Revenue"));

  // Dates in the wrong order are exchanged.
  await chooseDates(page, "2028-03-31", "2028-02-01");
  await expect(page).toHaveURL(/stats-period=custom.+stats-from=2028-02-01&stats-to=2028-03-31/);
  await expect(buttonOf(page, "Dates: Feb 1 – Mar 31, 2028")).toBeVisible();
  const lead = page.locator("main header").first();
  await expect(lead).toContainText("compared with Dec 1, 2027 – Jan 31, 2028");
  await buttonOf(page, "Last year").click();
  await expect(lead).toContainText("compared with Feb 1 – Mar 31, 2027");
  await page.reload();
  await expect(lead).toContainText("compared with Feb 1 – Mar 31, 2027");
  await expect(buttonOf(page, "Last year")).toHaveAttribute("aria-pressed", "true");
  await expectSound(page);
  await chooseDates(page, "1999-12-31", "2028-02-01");
  await expect(page.getByRole("alert")).toContainText("Choose two days in the years 2000 to 2099.");
  await expectSound(page);
});
