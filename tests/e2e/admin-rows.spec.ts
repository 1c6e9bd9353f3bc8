// Many rows of a table: filters, imports, bulk changes; refused writes.
import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import {
  buttonOf,
  CALL_ERRORS,
  cellOf,
  fieldOf,
  formOf,
  gridOf,
  openTable,
  questionOf,
  rowsIn,
  write,
} from "./admin.ts";
import { expect, hold, newBuyer, signInAsOwner, test } from "./shop.ts";
import { expectNoFault, expectStateSound } from "./accessible.ts";

test.use({ allowConsole: CALL_ERRORS });

const toast = (page: Page, text: string) =>
  page.getByRole("status").getByText(text, { exact: true });
const paletteOf = (page: Page) => page.getByRole("dialog", { name: "Find anything" });

async function find(page: Page, text: string) {
  await page.keyboard.press("ControlOrMeta+k");
  const palette = paletteOf(page);
  await palette.getByRole("searchbox").or(palette.getByRole("textbox")).fill(text);
}

test("filters become chips, and a view brings them back", async ({ page }) => {
  const title = `Dear ones ${randomUUID()}`;
  const shownTab = page.getByRole("group", { name: /^Views of/ }).locator("[aria-current]");
  await openTable(page, "products");
  await expect(shownTab).toHaveText("On sale");
  await buttonOf(page, "All").click();
  await expect(shownTab).toHaveText("All");
  await page.reload();
  await expect(shownTab).toHaveText("All");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.keyboard.press("f");
  const panel = page.getByRole("region", { name: "Filters" });
  await panel.getByLabel("Price, at least", { exact: true }).fill("19");
  await page.keyboard.press("Enter");
  await panel.getByLabel("On sale", { exact: true }).selectOption("yes");
  const chips = page.getByRole("list", { name: "Filters that are set" }).getByRole("listitem");
  await expect(chips).toHaveText(["Price ≥ $19.00", "On sale is yes"]);
  await expect(page).toHaveURL(/price__gte=1900&active=true/);
  await expectNoFault(page);
  const from = page.getByRole("group", { name: "Created at, from" });
  await from.getByRole("spinbutton").first().click();
  await page.keyboard.type("1101202");
  await expect(page).not.toHaveURL(/created_at/);
  await page.keyboard.type("6");
  await expect(page).toHaveURL(/created_at__gte=2026-11-01T/);
  await expectNoFault(page);
  await buttonOf(from, "Clear the date").click();
  await expect(page).not.toHaveURL(/created_at/);

  await page.keyboard.press("Escape");
  await buttonOf(page, "Columns").click();
  await expectNoFault(page);
  await page.getByLabel("Show Short name").uncheck();
  await page.keyboard.press("Escape");
  await buttonOf(page, "Views").click();
  await buttonOf(page, "Save this view").click();
  await fieldOf(page, "Name").fill(title);
  await buttonOf(formOf(page), "Save").click();
  await expect(toast(page, `${title} was saved.`)).toBeVisible();
  await buttonOf(page, "Remove: Price ≥ $19.00").click();
  await expect(chips).toHaveCount(0);
  await expect(shownTab).toHaveText("On sale");
  await buttonOf(page, "Columns").click();
  await buttonOf(page, "Reset").click();
  await page.keyboard.press("Escape");
  const shortName = page.getByRole("columnheader", { name: "Short name" });
  await expect(shortName).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expectNoFault(page);
  await page.keyboard.press("Escape");

  await find(page, title);
  await expect(page.getByRole("menuitem", { name: title })).toBeVisible();
  await expectNoFault(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(chips).toHaveCount(2);
  await expect(shownTab).toHaveText(title);
  await expect(shortName).toHaveCount(0);
  await buttonOf(page, `Views: ${title}`).click();
  await buttonOf(page, `Delete ${title}`).click();
  await buttonOf(questionOf(page), "Delete").click();
  await expect(toast(page, `${title} was deleted.`)).toBeVisible();
});

test.describe("in a German browser", () => {
  test.use({ locale: "de-DE" });

  test("an amount that may be a mistake is asked about before it is saved", async ({ page }) => {
    await signInAsOwner(page);
    const slug = `pond-${randomUUID()}`;
    const pond = { name: slug, slug, description: "Pond", price: 90_000, active: false };
    const { id } = await write(page, "POST", "products", pond);
    await page.goto(`/admin/tables/products?id=${id}`);
    await cellOf(page, "900,00\u00A0$").click();
    await page.keyboard.press("F2");
    const input = gridOf(page).getByRole("textbox", { name: "Price" });
    await expect(input).toHaveValue("900,00");
    await page.keyboard.type("1.234");
    await page.keyboard.press("Enter");
    await expect(questionOf(page)).toContainText("this was read as 1.234,00\u00A0$");
    await expectNoFault(page);
    // Enter does not confirm the question.
    await page.keyboard.press("Enter");
    await expect(input).toBeFocused();
    await input.fill("901,5");
    await page.keyboard.press("Enter");
    await expect(cellOf(page, "901,50\u00A0$")).toBeFocused();
    await buttonOf(page, `Edit ${slug}`).click();
    await fieldOf(page, "Price").fill("9015,01");
    await buttonOf(formOf(page), "Save").click();
    await buttonOf(questionOf(page), "Save").click();
    await expect(cellOf(page, "9.015,01\u00A0$")).toBeVisible();
    await expectNoFault(page);
  });
});

test("the palette offers the actions that a row allows", async ({ page }) => {
  await signInAsOwner(page);
  const message = { name: "Pia", email: newBuyer("pia"), message: "Do you have mazes?" };
  await write(page, "POST", "contact_submissions", message);
  await page.goto(`/admin/tables/contact_submissions?email=${encodeURIComponent(message.email)}`);
  await expect(cellOf(page, "Pia")).toBeVisible();
  await find(page, "reopen");
  await expect(paletteOf(page).getByRole("menuitem", { name: "Reopen: Pia" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await find(page, "mark as done");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await buttonOf(formOf(page), "Mark as done").press("Enter");
  await expect(formOf(page)).toHaveCount(0);
  await expect(cellOf(page, "Done")).toBeVisible();
  await buttonOf(page, "Actions for Pia").press("Enter");
  await expect(page.getByRole("menuitem")).toHaveText(["Answer", "Reopen"]);
});

test("rows are checked, imported, changed and deleted together, and come back", async ({
  page,
}) => {
  test.slow();
  const ROW_COUNT = 12;
  const mark = randomUUID();
  // Excel saves “CSV” in this encoding, not in UTF-8.
  const file = (text: string) => ({
    name: "views.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`Table;Title;Query;Remark\r\n${text}`, "latin1"),
  });
  const dialog = formOf(page);
  const chooser = dialog.locator("input[type=file]");
  const isRight = dialog.getByRole("checkbox", { name: "All letters look right" });
  const check = buttonOf(dialog, "Check");
  await openTable(page, `saved_views?title=${mark}`);
  const openImport = async () => {
    await buttonOf(page, "More").click();
    await page.getByRole("menuitem", { name: "Import CSV" }).click();
  };
  await openImport();
  await chooser.setInputFiles(file(`refunds;${mark} Café;sort=id:asc\r\nrefunds;;x;no title`));
  await expect(page.getByLabel("Remark: Goes to")).toHaveValue("");
  await expect(check).toBeDisabled();
  await expectNoFault(page);
  await isRight.check();
  await check.click();
  await expect(dialog.getByRole("row", { name: /3 Title Title is required/ })).toBeVisible();
  await expect(dialog.getByRole("button", { name: /^Import/ })).toBeDisabled();
  await expectNoFault(page);
  await buttonOf(dialog, "Cancel").click();
  await openImport();
  const lines = Array.from(
    { length: ROW_COUNT },
    (_, at) => `refunds;${mark} Café ${at};sort=id:asc`,
  );
  await chooser.setInputFiles(file(lines.join("\r\n")));
  await isRight.check();
  await check.click();
  await buttonOf(dialog, `Import ${ROW_COUNT} rows`).click();
  await expect(toast(page, `${ROW_COUNT} rows were imported.`)).toBeVisible();
  await expect(rowsIn(page)).toHaveCount(ROW_COUNT);

  const bar = page.getByRole("region", { name: "Selected rows" });
  const selectAll = async () => {
    await rowsIn(page).first().getByRole("checkbox").click();
    await buttonOf(page, `Select all ${ROW_COUNT} that match`).click();
  };
  await selectAll();
  await buttonOf(bar, "Edit").click();
  await page.getByLabel("Change Query").check();
  await dialog.getByRole("textbox", { name: "Query" }).fill("sort=id:desc");
  await buttonOf(dialog, `Change ${ROW_COUNT} rows`).click();
  await expect(toast(page, `${ROW_COUNT} rows were changed.`)).toBeVisible();
  await buttonOf(page, `History of ${mark} Café 3`).click();
  await expect(dialog.getByRole("definition").first()).toHaveText("sort=id:asc→sort=id:desc");
  await buttonOf(dialog, "Restore these values").click();
  await buttonOf(questionOf(page), "Restore").click();
  await expect(toast(page, `${mark} Café 3 was restored.`)).toBeVisible();
  await page.keyboard.press("Escape");

  await selectAll();
  await buttonOf(bar, "Delete").click();
  const count = dialog.getByLabel(`Type ${ROW_COUNT} to confirm`);
  const sure = buttonOf(dialog, `Delete ${ROW_COUNT} rows`);
  await count.fill(String(ROW_COUNT - 1));
  await expect(sure).toBeDisabled();
  await count.fill(String(ROW_COUNT));
  // Retry: the deletion is refused until the list shows the restored row.
  await expect(async () => {
    await sure.click({ timeout: 1000 });
    await expect(page.getByText("No data available")).toBeVisible({ timeout: 3000 });
  }).toPass();
  await expect(page.locator("[data-no-rows]")).toBeFocused();
  await buttonOf(page, "Undo").last().click();
  await expect(rowsIn(page)).toHaveCount(ROW_COUNT);
});

test("refused and failed writes and exports say why", async ({ page }) => {
  const email = newBuyer("finn");
  const heading = questionOf(page).getByRole("heading");
  await openTable(page);
  await buttonOf(page, "Delete Premium Pack").click();
  await buttonOf(questionOf(page), "Delete").click();
  await expect(heading).toHaveText(/^Error: This product (?:is part of an order|still has files)/);
  await expectNoFault(page);
  await buttonOf(questionOf(page), "Close").click();
  await page.route(/\/export(?:\?|$)/, (route) => route.abort());
  await buttonOf(page, "Export CSV").click();
  await expect(heading).toHaveText("Export failed: Failed to export products");
  await buttonOf(questionOf(page), "Close").click();
  await page.unroute(/\/export(?:\?|$)/);
  const saved = page.waitForEvent("download");
  await buttonOf(page, "Export CSV").click();
  expect((await saved).suggestedFilename()).toBe("products.csv");

  // The offer finds its product by name, so renaming it asks for confirmation.
  await buttonOf(page, "Edit Color Workbook").click();
  await fieldOf(page, "Name").fill("Coloring Book");
  await buttonOf(formOf(page), "Save").click();
  await expect(questionOf(page)).toContainText("Buyers see “Color Workbook” as the second offer");
  await expectNoFault(page);
  await buttonOf(questionOf(page), "Cancel").click();
  await expect(page.getByRole("alert")).toContainText("there is no such offer");

  await page.goto("/admin/tables/users");
  const answerWith = (status: number, contentType: string, body: string) =>
    page.route("**/api/tables/users**", (route) =>
      route.request().method() === "GET"
        ? route.fallback()
        : route.fulfill({ status, contentType, body }),
    );
  const fault = JSON.stringify({ message: "The disk is full.", code: "internal" });
  await answerWith(500, "application/json", fault);
  await buttonOf(page, "Add New").click();
  const form = formOf(page);
  await fieldOf(page, "Email").fill(email);
  await buttonOf(form, "Save").click();
  await expect(form.getByRole("alert")).toHaveText("The disk is full.");
  await answerWith(413, "text/html", "<h1>No</h1>");
  await buttonOf(form, "Save").click();
  await expect(form.getByRole("alert")).toHaveText("Failed to create row");
  await expectStateSound(page);
  await expect(page.getByText("saved on this device")).toHaveCount(0);
  await page.unroute("**/api/tables/users**");

  // The dialog cannot be closed during a save.
  const letGo = await hold(page, "**/api/tables/users");
  await buttonOf(form, "Save").click();
  await expect(buttonOf(form, "Close")).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(buttonOf(form, "Saving...")).toBeVisible();
  letGo();
  await expect(page.getByText(`${email} was added.`)).toBeVisible();
});
