// The keyboard in the grid: ranges, the clipboard, pages, and the palette.
import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright/test";
import { buttonOf, cellOf, gridOf, openTable, questionOf, write } from "./admin-fixture.ts";
import { expect, newBuyer } from "./shop.ts";
import { expectNoFault, test } from "./sound.ts";

const operationsOf = (page: Page) => page.getByRole("columnheader", { name: "Operations" });

/** The text that a copy at this cell puts on the clipboard. */
const copyAt = (cell: Locator) =>
  cell.evaluate((element) => {
    const clipboardData = new DataTransfer();
    element.dispatchEvent(
      new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true }),
    );
    return clipboardData.getData("text/plain");
  });

const pasteAt = (cell: Locator, text: string) =>
  cell.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    element.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);

test("cells are left, edited, selected as a range and copied", async ({ page }) => {
  const mark = randomUUID();
  await openTable(page, "users");
  for (const name of ["Anna", "Bert"]) {
    await write(page, "POST", "users", {
      email: `${name.toLowerCase()}-${mark}@example.com`,
      name,
    });
  }
  await page.goto(`/admin/tables/users?email=${mark}&sort=email%3Aasc`);
  await cellOf(page, "Anna").click();
  await page.keyboard.press("F2");
  await page.keyboard.type("Nobody");
  await page.keyboard.press("Escape");
  await expect(cellOf(page, "Anna")).toBeFocused();

  await page.keyboard.press("Enter");
  await page.keyboard.type("Anna Bear");
  await page.keyboard.press("Tab");
  await expect(cellOf(page, "Anna Bear")).toBeVisible();
  const focused = gridOf(page).locator("[data-column]:focus");
  await expect(focused).toHaveAttribute("data-column", "3");
  await page.keyboard.press("Shift+Tab");

  await cellOf(page, "Anna Bear").click();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowLeft");
  const copied = await copyAt(focused);
  expect(copied).toBe(`anna-${mark}@example.com\tAnna Bear\nbert-${mark}@example.com\tBert`);
});

const FIVE = ["Ann", "Ben", "Cat", "Dan", "Eve"];

test("a paste lists the cells it leaves out, and one undo reverts it", async ({ page }) => {
  const mark = randomUUID();
  await openTable(page, "users");
  for (const name of FIVE) {
    await write(page, "POST", "users", {
      email: `${name.toLowerCase()}-${mark}@example.com`,
      name,
    });
  }
  await page.goto(`/admin/tables/users?email=${mark}&sort=email%3Aasc`);
  await cellOf(page, "Ann").click();
  const focused = gridOf(page).locator("[data-column]:focus");
  await pasteAt(focused, ["One\tperhaps", "Two", "Three", "Four", "Five", "Six"].join("\n"));
  const question = page.getByRole("dialog", { name: "Paste" });
  await expect(question).toContainText("5 cells will change.");
  await expect(question.getByRole("listitem")).toHaveText([
    "Left unchanged because the text is not valid: 1 cell.",
    "Left out because there is no row for these pasted lines: 6.",
  ]);
  await expect(question).toContainText("Administrator must be a boolean: “perhaps”");
  await expectNoFault(page);
  await buttonOf(question, "Apply").click();
  await expect(cellOf(page, "Five")).toBeVisible();
  const toasts = page.getByRole("region", { name: "Notifications" });
  await expect(toasts.getByText("5 rows changed.")).toBeVisible();
  const side = await page.getByRole("navigation", { name: "Database Tables" }).boundingBox();
  const toast = await toasts.boundingBox();
  expect(toast?.x).toBeGreaterThan((side?.x ?? 0) + (side?.width ?? 0));
  await toasts.getByRole("button", { name: "Undo" }).click();
  for (const name of FIVE) await expect(cellOf(page, name)).toBeVisible();
});

const A_PAGE = 50;

test("deleting rows keeps the focus in the table, on an existing page", async ({ page }) => {
  const mark = randomUUID();
  await openTable(page, "users");
  for (let at = 0; at <= A_PAGE; at++) {
    await write(page, "POST", "users", { email: `${mark}-${at}@example.com`, name: `Name ${at}` });
  }
  const focused = gridOf(page).locator("[data-column]:focus");
  const button = (name: string) => buttonOf(gridOf(page), name);
  const answer = (name: string) => buttonOf(questionOf(page), name).click();

  // The only row of the last page.
  await page.goto(`/admin/tables/users?name=Name&email=${mark}&sort=id%3Aasc&page=2`);
  await button(`Delete ${mark}-50@example.com`).click();
  await answer("Delete");
  await expect(page.getByText("1–50 of 50")).toBeVisible();
  expect(new URL(page.url()).searchParams.get("page")).toBeNull();
  await expect(focused).toHaveCount(1);
  await page.goto(`/admin/tables/users?email=${mark}&sort=id%3Aasc&page=99`);
  await expect(page.getByText("1–50 of 50")).toBeVisible();

  // Clicked in a row without the keyboard focus.
  const third = `${mark}-2@example.com`;
  await button(`Edit ${third}`).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(button(`Edit ${third}`)).toBeFocused();
  await button(`Delete ${mark}-3@example.com`).click();
  await answer("Cancel");
  await expect(button(`Delete ${mark}-3@example.com`)).toBeFocused();
  await button(`Delete ${third}`).click();
  await answer("Delete");
  await expect(cellOf(page, third)).toHaveCount(0);
  await expect(focused).toHaveText(`${mark}-3@example.com`);

  // By the keyboard.
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(cellOf(page, `${mark}-3@example.com`)).toHaveCount(0);
  await expect(focused).toHaveText(`${mark}-4@example.com`);

  // Delete the other rows together.
  await page.getByRole("checkbox", { name: "Select all rows shown" }).click();
  await page
    .getByRole("region", { name: "Selected rows" })
    .getByRole("button", { name: "Delete" })
    .click();
  const many = page.getByRole("dialog");
  await many.getByLabel("Type 48 to confirm").fill("48");
  await many.getByRole("button", { name: "Delete 48 rows" }).click();
  await expect(page.getByText("No data available")).toBeVisible();
  await expect(page.locator("[data-no-rows]")).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(page.getByText("1–48 of 48")).toBeVisible();
});

for (const width of [1280, 390]) {
  test(`at ${width} px the active cell is not behind the pinned columns`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await openTable(page, "products");
    await cellOf(page, "Premium Pack").click();
    const edgesOf = (cell: Locator) =>
      cell.evaluate((element) => {
        const { left, right } = element.getBoundingClientRect();
        return { left: Math.round(left), right: Math.round(right) };
      });
    const pinned = await edgesOf(cellOf(page, "Premium Pack"));
    const staysRight = width < 768 ? width : (await edgesOf(operationsOf(page))).left;
    const focused = gridOf(page).locator("[data-column]:focus");
    for (const key of [...Array(7).fill("ArrowRight"), ...Array(4).fill("ArrowLeft")]) {
      await page.keyboard.press(key);
      const cell = await edgesOf(focused);
      expect(cell.left).toBeGreaterThanOrEqual(pinned.right);
      if (cell.right - cell.left <= staysRight - pinned.right) {
        expect(cell.right).toBeLessThanOrEqual(staysRight);
      }
    }
  });
}

test("turning pages keeps the focus", async ({ page }) => {
  await openTable(page, "product_files?sort=id%3Aasc");
  const pages = page.getByRole("navigation", { name: "Pages" });
  const next = pages.getByRole("button", { name: "Next page" });
  await next.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/page=2/);
  await expect(pages.getByRole("button", { name: "Page 2" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await expect(next).toHaveAttribute("aria-disabled", "true");
  await expect(next).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/page=2/);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(pages.getByRole("button", { name: "Page 1" })).toHaveCount(1);
});

test("only visible rows are rendered", async ({ page }) => {
  await openTable(page, "product_files?sort=id%3Aasc");
  await page.getByRole("button", { name: "Scroll all rows" }).click();
  const rows = gridOf(page).locator("[data-row]");
  const total = Number(await gridOf(page).getAttribute("aria-rowcount")) - 1;
  expect(total).toBeGreaterThan(50);
  await expect.poll(() => rows.count()).toBeLessThan(total - 10);
  await gridOf(page).locator('[data-row="0"] [data-column="1"]').click();
  await page.keyboard.press("Control+End");
  const last = gridOf(page).locator(`[data-row="${total - 1}"]`);
  await expect(last.getByRole("button", { name: /^Delete / })).toBeFocused();
  expect(await rows.count()).toBeLessThan(total - 10);
});

test("the palette offers the actions that a row allows", async ({ page }) => {
  const email = newBuyer("pia");
  await openTable(page, "users");
  await write(page, "POST", "contact_submissions", {
    name: "Pia",
    email,
    message: "Do you have mazes?",
  });
  await page.goto(`/admin/tables/contact_submissions?email=${encodeURIComponent(email)}`);
  await expect(cellOf(page, "Pia")).toBeVisible();
  const palette = page.getByRole("dialog", { name: "Find anything" });
  const find = async (text: string) => {
    await page.keyboard.press("ControlOrMeta+k");
    await palette.getByRole("searchbox").or(palette.getByRole("textbox")).fill(text);
  };
  await find("reopen");
  await expect(palette.getByRole("menuitem", { name: "Reopen: Pia" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await find("mark as done");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const action = page.getByRole("dialog", { name: "Mark as done" });
  await action.getByRole("button", { name: "Mark as done" }).press("Enter");
  await expect(action).toHaveCount(0);
  await expect(cellOf(page, "done")).toBeVisible();

  await page.getByRole("button", { name: "Actions for Pia" }).press("Enter");
  await expect(page.getByRole("menuitem")).toHaveText(["Answer", "Reopen"]);
  await page.keyboard.press("Escape");
  await find("reopen");
  await expect(palette.getByRole("menuitem", { name: "Reopen: Pia" })).toBeVisible();
});
