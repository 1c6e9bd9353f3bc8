// The owner's tables: access, screen states and keyboard navigation.
import { randomUUID } from "node:crypto";
import type { Locator } from "playwright/test";
import {
  buttonOf,
  CALL_ERRORS,
  cellOf,
  fieldOf,
  focusedCell,
  gridOf,
  openTable,
  questionOf,
  sideOf,
  write,
} from "./admin.ts";
import {
  expect,
  hold,
  newBuyer,
  openLive,
  SAME_ORIGIN,
  signInAs,
  signInAsOwner,
  test,
} from "./shop.ts";
import { expectNoFault, expectSound, expectStateSound } from "./accessible.ts";

const STATUS = "**/api/admin/status";
const SCHEMAS = "**/api/admin/schemas";
const ROWS = "**/api/tables/users?**";
const EMPTY = { data: [], page: 1, limit: 50, total: 0, totalPages: 0 };

test.use({
  // Failed status checks are logged, and malformed responses make a screen throw.
  allowConsole: new RegExp(
    `${CALL_ERRORS.source}|Failed to get admin status|TypeError: |Cannot convert undefined or null|RangeError: |Invalid time value|The above error occurred`,
  ),
});

test("only an administrator is let in", async ({ page }) => {
  const logged: string[] = [];
  page.on("pageerror", ({ message }) => logged.push(message));
  page.on("console", (message) => logged.push(message.text()));
  const denied = page.getByRole("heading", { name: "Access Denied" });
  await signInAs(page, newBuyer("bert"));
  const letAnswer = await hold(page, STATUS, { json: { isAdmin: false } });
  await openLive(page, "/admin");
  await expect(page.getByText("Checking admin access...")).toBeVisible();
  letAnswer();
  await expect(denied).toBeVisible();
  await expect(page.getByText(/^You are not authorized to access the admin/)).toBeVisible();
  await expectNoFault(page);
  const home = page.getByRole("link", { name: "Return to Home" });
  await expect(home).toHaveAttribute("href", "/");

  await signInAsOwner(page);
  await page.unroute(STATUS);
  await page.route(STATUS, (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.goto("/admin");
  await expect(denied).toBeVisible();
  expect(logged.join("\n")).toContain("Failed to get admin status");
  const away = { status: 503, json: { message: "Later.", code: "unavailable" } };
  await page.route(STATUS, (route) => route.fulfill(away));
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "The admin needs a connection" })).toBeVisible();
  await expectSound(page);
  await page.unroute(STATUS);
  await buttonOf(page, "Try again").click();
  await expect(sideOf(page)).toBeVisible();
});

test("tables and rows that load, are missing or fail say so", async ({ page }) => {
  const alert = page.getByRole("alert");
  await signInAsOwner(page);
  const letFail = await hold(page, SCHEMAS, { status: 500, json: {} });
  await page.goto("/admin");
  await expect(sideOf(page).getByRole("status")).toHaveText("Loading schemas...");
  await expect(page.getByRole("heading", { name: "Select a Table" })).toBeVisible();
  letFail();
  await expect(sideOf(page).getByRole("alert")).toHaveText("Failed to fetch schemas");
  await expectNoFault(page);

  // A table missing from the schema list is fetched separately.
  await page.unroute(SCHEMAS);
  await page.route(SCHEMAS, (route) => route.fulfill({ json: [] }));
  const letAnswer = await hold(page, ROWS, { json: EMPTY });
  await page.goto("/admin/tables/users");
  await expect(page.getByText("Loading...")).toBeVisible();
  letAnswer();
  await expect(page.getByText("No data available")).toBeVisible();
  await expectNoFault(page);
  const missing = "**/api/admin/schemas/nothing";
  await page.route(missing, (route) => route.fulfill({ status: 404, json: {} }));
  await page.goto("/admin/tables/nothing");
  await expect(alert).toHaveText("Error loading table: Failed to fetch schema for nothing");

  await page.unroute(SCHEMAS);
  await page.unroute(ROWS);
  const fault = { status: 500, json: { message: "Broken.", code: "internal" } };
  await page.route(ROWS, (route) => route.fulfill(fault));
  await page.goto("/admin/tables/users");
  await expect(alert).toHaveText("Error loading table: Broken.");
  await page.unroute(ROWS);
  await buttonOf(page, "Try again").click();
  await expect(gridOf(page)).toBeVisible();

  const failure = page.getByRole("main").getByRole("alert");
  // When the overview throws, the table below it stays.
  await page.route("**/api/admin/stats?*", (route) => route.fulfill({ json: {} }));
  await page.goto("/admin");
  await expect(failure).toContainText("An unexpected error occurred. Please try again.");
  await expect(gridOf(page)).toBeVisible();
  await expectStateSound(page);
  await failure.getByRole("link", { name: "Go to the tables" }).click();
  await expect(page).toHaveURL(/\/admin\/tables\/\w+$/);
  await expect(failure).toHaveCount(0);
  await expect(gridOf(page)).toBeVisible();
  await page.unroute("**/api/admin/stats?*");
  await page.goto("/admin/nothing");
  await page.getByRole("link", { name: "Go to the tables" }).click();
  await expect(page).toHaveURL(/\/admin\/tables\/\w+$/);

  const [first, ...others] = await (await page.request.get("/api/admin/schemas")).json();
  const broken = [{ ...first, properties: null }, ...others];
  await page.route(SCHEMAS, (route) => route.fulfill({ json: broken }));
  await page.goto(`/admin/tables/${first.name}`);
  await expect(failure).toContainText("An unexpected error occurred. Please try again.");
  await buttonOf(failure, "Try again").click();
  await expect(failure).toBeVisible();
  await page.getByRole("link", { name: "Users" }).click();
  await expect(gridOf(page)).toBeVisible();

  // A closed group still lists the open table; the device remembers the group.
  const tables = sideOf(page).getByRole("link", { name: /^(?:Users|Emails|Changes)$/ });
  await expect(tables).toHaveText(["Users", "Emails"]);
  await buttonOf(sideOf(page), "System").click();
  await buttonOf(sideOf(page), "People").click();
  await expect(tables).toHaveText(["Users", "Changes"]);
  await page.reload();
  await expect(tables).toHaveText(["Users", "Changes"]);
  await buttonOf(sideOf(page), "People").click();
  await expect(tables).toHaveText(["Users", "Emails", "Changes"]);
});

test("rows are edited, pasted and deleted by the keyboard, and undone", async ({ page }) => {
  test.slow();
  const mark = randomUUID().slice(0, 8);
  const emailOf = (name: string) => `${name.toLowerCase()}-${mark}@example.com`;
  const names = ["Ann", "Ben", "Cat", "Dan", "Eve"];
  await openTable(page, `users?email=${mark}&sort=email%3Aasc`);

  await test.step("adds rows", async () => {
    await buttonOf(page, "Add New").press("Enter");
    await expect(page.getByRole("dialog", { name: "Add User" })).toBeVisible();
    await page.keyboard.type("ann");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Email is not a valid email")).toBeVisible();
    await expect(fieldOf(page, "Email")).toBeFocused();
    await expectNoFault(page);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(emailOf("Ann"));
    await page.keyboard.press("Enter");
    // The queued row and the stored one may both show for a moment.
    await expect(cellOf(page, emailOf("Ann"))).toHaveCount(1);
    for (const name of names.slice(1)) {
      await write(page, "POST", "users", { email: emailOf(name), name });
    }
    await expect(cellOf(page, "Eve")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await cellOf(page, emailOf("Ann")).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("F2");
    await page.keyboard.type("Ann");
    await page.keyboard.press("Enter");
    await expect(cellOf(page, "Ann")).toBeFocused();
  });

  await test.step("pastes over rows, and undoes it", async () => {
    await cellOf(page, "Ann").click();
    const text = ["One\tperhaps", "Two", "Three", "Four", "Five", "Six"].join("\n");
    await pasteAt(focusedCell(page), text);
    const question = page.getByRole("dialog", { name: "Paste" });
    await expect(question).toContainText("5 cells will change.");
    await expect(question.getByRole("listitem")).toHaveText([
      "Left unchanged because the text isn't valid: 1 cell.",
      "Skipped these pasted lines, because there is no row for them: 6.",
    ]);
    await expectNoFault(page);
    await buttonOf(question, "Apply").click();
    await expect(cellOf(page, "Five")).toBeVisible();
    const toasts = page.getByRole("region", { name: "Notifications" });
    const [side, notice] = [await sideOf(page).boundingBox(), await toasts.boundingBox()];
    expect(notice?.x).toBeGreaterThan((side?.x ?? 0) + (side?.width ?? 0));
    await buttonOf(toasts, "Undo").last().click();
    for (const name of names) await expect(cellOf(page, name)).toBeVisible();
  });

  await test.step("deletes a row: the focus moves to the next", async () => {
    await cellOf(page, "Ben").click();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await expect(questionOf(page)).toContainText("Are you sure you want to delete this item?");
    await expect(buttonOf(questionOf(page), "Cancel")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(buttonOf(gridOf(page), `Delete ${emailOf("Ben")}`)).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(cellOf(page, "Ben")).toHaveCount(0);
    await expect(focusedCell(page)).toHaveCount(1);
    await buttonOf(page, "Undo").last().press("Enter");
    await expect(cellOf(page, "Ben")).toBeVisible();
  });

  await test.step("sorts and resizes by the heads; readable by night and on a phone", async () => {
    const head = gridOf(page).getByRole("columnheader", { name: /^Name/ });
    const button = head.getByRole("button");
    await button.click();
    await button.click();
    await expect(head).toHaveAttribute("aria-sort", "descending");
    await expect(page).toHaveURL(/sort=name%3Adesc/);
    await page.goBack();
    await expect(head).toHaveAttribute("aria-sort", "ascending");
    const width = () => head.evaluate((element) => element.clientWidth);
    const before = await width();
    await button.press("Shift+ArrowRight");
    await expect.poll(width).toBe(before + 16);
    await expect(button).toBeFocused();
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await expectStateSound(page);
  });
});

/** Pastes a text at a cell. */
const pasteAt = (cell: Locator, text: string) =>
  cell.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    element.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);

test("the active cell is never hidden, and pages and far jumps keep the focus", async ({
  page,
}) => {
  const edgesOf = (cell: Locator) =>
    cell.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return { left: Math.round(left), right: Math.round(right) };
    });
  await openTable(page, "products");
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await cellOf(page, "Premium Pack").click();
    const pinned = await edgesOf(cellOf(page, "Premium Pack"));
    const operations = page.getByRole("columnheader", { name: "Operations" });
    const end = width < 768 ? width : (await edgesOf(operations)).left;
    for (const key of [...Array(7).fill("ArrowRight"), ...Array(4).fill("ArrowLeft")]) {
      await page.keyboard.press(key);
      const cell = await edgesOf(focusedCell(page));
      expect(cell.left).toBeGreaterThanOrEqual(pinned.right);
      if (cell.right - cell.left <= end - pinned.right) expect(cell.right).toBeLessThanOrEqual(end);
    }
  }

  await page.setViewportSize({ width: 1280, height: 800 });
  // A page number past the end shows the last page.
  await openTable(page, "product_files?sort=id%3Aasc&page=99");
  await expect(page.getByText(/^51–/)).toBeVisible();
  const pages = page.getByRole("navigation", { name: "Pages" });
  await buttonOf(pages, "Page 1").click();
  await expect(page.getByText(/^1–/)).toBeVisible();
  const next = buttonOf(pages, "Next page");
  await next.press("Enter");
  await expect(page).toHaveURL(/page=2/);
  await expect(buttonOf(pages, "Page 2")).toHaveAttribute("aria-current", "page");
  await expect(next).toHaveAttribute("aria-disabled", "true");
  await expect(next).toBeFocused();

  const mark = randomUUID().slice(0, 8);
  const emails = Array.from({ length: 600 }, (_, at) => `far-${at}-${mark}@example.com`);
  const headers = { ...SAME_ORIGIN, "Content-Type": "text/csv" };
  const data = ["email", ...emails].join("\n");
  const imported = await page.request.post("/api/tables/users/import", { headers, data });
  expect(imported.ok()).toBe(true);
  const release = await hold(page, /users\?.*page=2/);
  await openTable(page, `users?email=${mark}`);
  await buttonOf(page, "Scroll all rows").click();
  const rows = gridOf(page).locator("[data-row]");
  await gridOf(page).locator('[data-row="0"] [data-column="1"]').click();
  for (const key of ["Home", "Control+ArrowDown"]) await page.keyboard.press(key);
  const last = gridOf(page).locator('[data-row="599"]');
  await expect(last.locator("[data-column]:focus")).toHaveCount(1);
  release();
  await expect(last.getByRole("checkbox")).toBeFocused();
  await page.keyboard.press("Control+End");
  await expect(last.getByRole("button", { name: /^Delete / })).toBeFocused();
  expect(await rows.count()).toBeLessThan(100);
});
