// The owner's tables: access, states of the screen, and rows by the keyboard alone.
import {
  buttonOf,
  byEmail,
  cellOf,
  gridOf,
  openTable,
  questionOf,
  write,
} from "./admin-fixture.ts";
import { expect, hold, newBuyer, openLive } from "./shop.ts";
import { signInAs, signInAsOwner } from "./sign-in.ts";
import { expectNoFault, expectNoOverflow, test } from "./sound.ts";

const ROWS = "**/api/tables/users?**";
const SCHEMAS = "**/api/admin/schemas";
const EMPTY = { data: [], page: 1, limit: 50, total: 0, totalPages: 0 };

test.use({
  allowConsole: [
    // A schema without properties makes a screen throw.
    /status of (?:401|404|412|500) .*\/api\/|TypeError: |Cannot convert undefined or null|The above error occurred/,
  ],
});

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

test("tables and rows that load, are missing or fail say so", async ({ page }) => {
  await signInAsOwner(page);
  const letFail = await hold(page, SCHEMAS, { status: 500, json: {} });
  await page.goto("/admin");
  const side = page.getByRole("navigation", { name: "Database Tables" });
  await expect(side.getByRole("status")).toHaveText("Loading schemas...");
  await expect(page.getByRole("heading", { name: "Select a Table" })).toBeVisible();
  letFail();
  await expect(side.getByRole("alert")).toHaveText("Failed to fetch schemas");
  await expectNoFault(page);

  // A table that the list does not contain is fetched on its own.
  await page.unroute(SCHEMAS);
  await page.route(SCHEMAS, (route) => route.fulfill({ json: [] }));
  const letAnswer = await hold(page, ROWS, { json: EMPTY });
  await page.goto("/admin/tables/users");
  await expect(page.getByText("Loading...")).toBeVisible();
  letAnswer();
  await expect(page.getByText("No data available")).toBeVisible();
  await expectNoFault(page);
  await page.route("**/api/admin/schemas/nothing", (route) =>
    route.fulfill({ status: 404, json: {} }),
  );
  await page.goto("/admin/tables/nothing");
  await expect(page.getByRole("alert")).toHaveText(
    "Error loading table: Failed to fetch schema for nothing",
  );

  await page.unroute(SCHEMAS);
  await page.unroute(ROWS);
  const fault = { status: 500, json: { message: "Broken.", code: "internal" } };
  await page.route(ROWS, (route) => route.fulfill(fault));
  await page.goto("/admin/tables/users");
  await expect(page.getByRole("alert")).toHaveText("Error loading table: Broken.");
  await page.unroute(ROWS);
  await buttonOf(page, "Try again").click();
  await expect(gridOf(page)).toBeVisible();
});

test("a screen that throws offers a retry", async ({ page }) => {
  await signInAsOwner(page);
  const [first, ...others] = await (await page.request.get("/api/admin/schemas")).json();
  await page.route(SCHEMAS, (route) =>
    route.fulfill({ json: [{ ...first, properties: null }, ...others] }),
  );
  await page.goto(`/admin/tables/${first.name}`);
  const failure = page.getByRole("main").getByRole("alert");
  await expect(failure).toContainText("An unexpected error occurred. Please try again.");
  await buttonOf(failure, "Try again").click();
  await expect(failure).toBeVisible();
  await page.getByRole("link", { name: "Users" }).click();
  await expect(gridOf(page)).toBeVisible();
});

test("the first table is open, sorted by its heads, sound by day, by night and on a phone", async ({
  page,
}) => {
  await signInAsOwner(page);
  await page.goto("/admin");
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
  const user = await (await page.request.get("/api/users/me")).json();
  await expect(page.getByRole("banner").getByText(user.email).first()).toBeVisible();
  await expect(page.getByRole("banner").locator("svg.lucide-shield-check")).toBeVisible();
});

test("a row is added, edited in its cell and deleted by the keyboard alone", async ({ page }) => {
  const email = newBuyer("kim");
  await openTable(page, "users");
  await buttonOf(page, "Add New").press("Enter");
  await expect(page.getByRole("dialog", { name: "Add User" })).toBeVisible();
  await page.keyboard.type("kim");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Email is not a valid email")).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(buttonOf(page, "Save")).toBeDisabled();
  await expectNoFault(page);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.goto(`/admin/tables/${byEmail(email)}`);
  await cellOf(page, email).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("F2");
  await page.keyboard.type("Kim Bear");
  await page.keyboard.press("Enter");
  await expect(cellOf(page, "Kim Bear")).toBeFocused();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  const question = questionOf(page);
  await expect(question).toContainText("Are you sure you want to delete this item?");
  await expect(buttonOf(question, "Cancel")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No data available")).toBeVisible();
  await buttonOf(page, "Undo").last().press("Enter");
  await expect(cellOf(page, "Kim Bear")).toBeVisible();
});

test("a row that was changed meanwhile is not overwritten", async ({ page }) => {
  const email = newBuyer("lee");
  await openTable(page);
  const { id } = await write(page, "POST", "users", { email, name: "Lee" });
  await page.goto(`/admin/tables/${byEmail(email)}`);
  await buttonOf(page, `Edit ${email}`).click();
  await page.getByLabel("Name", { exact: true }).fill("Lee Bear");
  await write(page, "PUT", `users/${id}`, { name: "Lee Fox" });
  await page.keyboard.press("Enter");
  await expect(page.getByText("This row was changed meanwhile")).toBeVisible();
  await expect(page.getByRole("alert")).toContainText(/^Last changed by You, .+ Choose a value/);
  await expect(page.getByLabel("Theirs: Lee Fox")).not.toBeChecked();
  await expectNoFault(page);
  await page.getByLabel("Mine: Lee Bear").check();
  await buttonOf(page, "Save").click();
  await expect(cellOf(page, "Lee Bear")).toBeVisible();
});

test("an edit that would take an offer its product says so, and can be left", async ({ page }) => {
  await openTable(page);
  await buttonOf(page, "Edit Color Workbook").click();
  await page.getByLabel("Name", { exact: true }).fill("Coloring Book");
  await buttonOf(page, "Save").click();
  await expect(questionOf(page)).toContainText(
    "The offer page /upsell2 finds its product by the name",
  );
  await expectNoFault(page);
  await buttonOf(questionOf(page), "Cancel").click();
  await expect(page.getByRole("alert")).toContainText("there is none on sale");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Coloring Book");
  await expect(cellOf(page, "Color Workbook")).toBeAttached();
});
