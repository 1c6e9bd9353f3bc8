// The owner's tables: who is let in, what is shown while nothing is there, and the work with rows by the
// keyboard alone.
import type { Page } from "playwright/test";
import { expect, hold, newBuyer, openLive } from "./shop.ts";
import { SAME_ORIGIN, signInAs, signInAsOwner } from "./sign-in.ts";
import { expectNoFault, expectNoOverflow, test } from "./sound.ts";

const ROWS = "**/api/tables/users?**";

test.use({ allowConsole: [/status of (?:401|412|500) .*\/api\//] });

async function openAdmin(page: Page, path = "/admin") {
  await signInAsOwner(page);
  await page.goto(path);
  await expect(page.getByRole("navigation", { name: "Database Tables" })).toBeVisible();
}

const gridOf = (page: Page) => page.getByRole("grid");
const cellOf = (page: Page, text: string) =>
  gridOf(page).getByRole("gridcell", { name: text, exact: true });

test("only an administrator is let in; all others learn nothing", async ({ page }) => {
  const document = await (await page.request.get("/admin/tables/orders")).text();
  expect(document).toContain("Checking admin access...");
  await page.goto("/admin");
  await page.waitForURL("/login?returnUrl=%2Fadmin");

  await signInAs(page, newBuyer("bert"));
  const letAnswer = await hold(page, "**/api/admin/status", { json: { isAdmin: false } });
  await openLive(page, "/admin");
  await expect(page.getByText("Checking admin access...")).toBeVisible();
  await expectNoFault(page);
  letAnswer();
  await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible();
  await expect(
    page.getByText(
      "You are not authorized to access the admin dashboard. Only administrators can view this page.",
    ),
  ).toBeVisible();
  await expectNoFault(page);
  await page.getByRole("link", { name: "Return to Home" }).click();
  await page.waitForURL("/");
});

test("a table while it is read, without rows, and when it could not be read", async ({ page }) => {
  const letAnswer = await hold(page, ROWS, {
    json: { data: [], page: 1, limit: 50, total: 0, totalPages: 0 },
  });
  await openAdmin(page, "/admin/tables/users");
  await expect(page.getByText("Loading...")).toBeVisible();
  letAnswer();
  await expect(page.getByText("No data available")).toBeVisible();
  await expectNoFault(page);
  await page.unroute(ROWS);
  await page.route(ROWS, (route) =>
    route.fulfill({ status: 500, json: { message: "Broken.", code: "internal" } }),
  );
  await page.goto("/admin/tables/users");
  await expect(page.getByRole("alert")).toHaveText("Error loading table: Broken.");
  await page.unroute(ROWS);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(gridOf(page)).toBeVisible();
});

test("the first table is open, sorted by its heads, sound by day, by night and on a phone", async ({
  page,
}) => {
  await openAdmin(page);
  await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Products" })).toBeVisible();
  const price = gridOf(page).getByRole("columnheader", { name: /^Price/ });
  await price.getByRole("button").click();
  await expect(price).toHaveAttribute("aria-sort", "ascending");
  await price.getByRole("button").click();
  await expect(price).toHaveAttribute("aria-sort", "descending");
  await expect(page).toHaveURL(/sort=price%3Adesc/);
  await page.goBack();
  await expect(price).toHaveAttribute("aria-sort", "ascending");
  const width = () => price.evaluate((head) => head.clientWidth);
  const before = await width();
  await price.getByRole("button").press("Shift+ArrowRight");
  await expect.poll(width).toBe(before + 16);
  await expect(price.getByRole("button")).toBeFocused();
  await expectNoFault(page);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectNoFault(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoFault(page);
  await expectNoOverflow(page);
});

test("a row is added, edited in its cell and deleted by the keyboard alone", async ({ page }) => {
  const email = newBuyer("kim");
  await openAdmin(page, "/admin/tables/users");
  await page.getByRole("button", { name: "Add New" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Add User" })).toBeVisible();
  await page.keyboard.type("kim");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Email is not a valid email")).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page.getByRole("button", { name: "Save" })).toBeDisabled();
  await expectNoFault(page);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.goto(`/admin/tables/users?email=${encodeURIComponent(email)}`);
  const cell = cellOf(page, email);
  await cell.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("F2");
  await page.keyboard.type("Kim Bear");
  await page.keyboard.press("Enter");
  await expect(cellOf(page, "Kim Bear")).toBeFocused();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Are you sure you want to delete this item?");
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No data available")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).last().focus();
  await page.keyboard.press("Enter");
  await expect(cellOf(page, "Kim Bear")).toBeVisible();
});

test("a row that was changed meanwhile is not overwritten", async ({ page }) => {
  const email = newBuyer("lee");
  await openAdmin(page, "/admin/tables/users");
  const headers = SAME_ORIGIN;
  const made = await page.request.post("/api/tables/users", {
    data: { email, name: "Lee" },
    headers,
  });
  const { id } = (await made.json()) as { id: number };
  await page.goto(`/admin/tables/users?email=${encodeURIComponent(email)}`);
  await page.getByRole("button", { name: `Edit ${email}` }).click();
  await page.getByLabel("Name", { exact: true }).fill("Lee Bear");
  await page.request.put(`/api/tables/users/${id}`, { data: { name: "Lee Fox" }, headers });
  await page.keyboard.press("Enter");
  await expect(page.getByText("This row was changed meanwhile")).toBeVisible();
  await expect(page.getByRole("alert")).toContainText(/^Last changed by You, .+ Choose what each/);
  await expect(page.getByLabel("Theirs: Lee Fox")).not.toBeChecked();
  await expectNoFault(page);
  await page.getByLabel("Mine: Lee Bear").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(cellOf(page, "Lee Bear")).toBeVisible();
});

test("an edit that would take an offer its product says so, and can be left", async ({ page }) => {
  await openAdmin(page, "/admin/tables/products");
  await page.getByRole("button", { name: "Edit Color Workbook", exact: true }).click();
  await page.getByLabel("Name", { exact: true }).fill("Coloring Book");
  await page.getByRole("button", { name: "Save" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("The offer page /upsell2 finds its product by the name");
  await expectNoFault(page);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("alert")).toContainText("there is none on sale");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Coloring Book");
  await expect(cellOf(page, "Color Workbook")).toBeAttached();
});
