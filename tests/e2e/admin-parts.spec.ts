import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "playwright/test";
import { buttonOf, gridOf, openTable, questionOf } from "./admin-fixture.ts";
import { expectNoFault } from "./sound.ts";

const ROWS = 12;

// A bulk change is refused when its table changes, so the journeys run one after another.
test.describe.configure({ mode: "default" });

const said = (page: Page, text: string) =>
  page.getByRole("status").getByText(text, { exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const bodyRows = (page: Page) => gridOf(page).getByRole("rowgroup").getByRole("row");

async function fromMore(page: Page, name: string) {
  await buttonOf(page, "More").click();
  await page.getByRole("menuitem", { name }).click();
}

test.describe("on a table", () => {
  test("filters become chips, and a view brings them back", async ({ page }) => {
    const title = `Dear ones ${randomUUID()}`;
    await openTable(page, "products");
    await page.keyboard.press("f");
    const panel = page.getByRole("region", { name: "Filters" });
    await panel.getByLabel("Price (cents), at least", { exact: true }).fill("1900");
    await page.keyboard.press("Enter");
    await panel.getByLabel("On sale", { exact: true }).selectOption("yes");
    const chips = page.getByRole("list", { name: "Filters that are set" }).getByRole("listitem");
    await expect(chips).toHaveText(["Price (cents) ≥ 1900", "On sale is yes"]);
    await expect(page).toHaveURL(/price__gte=1900&active=true/);
    await expectNoFault(page);

    await buttonOf(page, "Columns").click();
    await page.getByLabel("Show Short name").uncheck();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("columnheader", { name: "Short name" })).toHaveCount(0);
    await buttonOf(page, "Views").click();
    await buttonOf(page, "Save this view").click();
    await dialog(page).getByLabel("Name").fill(title);
    await buttonOf(dialog(page), "Save").click();
    await expect(said(page, `${title} was saved.`)).toBeVisible();

    await buttonOf(page, "Remove: Price (cents) ≥ 1900").click();
    await expect(chips).toHaveText(["On sale is yes"]);
    await buttonOf(page, "Columns").click();
    await buttonOf(page, "Reset").click();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("columnheader", { name: "Short name" })).toBeVisible();

    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type(title);
    await expect(page.getByRole("menuitem", { name: title })).toBeVisible();
    await expectNoFault(page);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect
      .poll(async () => (await chips.allTextContents()).toSorted())
      .toEqual(["On sale is yes", "Price (cents) ≥ 1900"]);
    await expect(page.getByRole("columnheader", { name: "Short name" })).toHaveCount(0);

    await buttonOf(page, `Views: ${title}`).click();
    await buttonOf(page, `Delete ${title}`).click();
    await questionOf(page).getByRole("button", { name: "Delete" }).click();
    await expect(said(page, `${title} was deleted.`)).toBeVisible();
  });

  test("a typed date filters once it is complete", async ({ page }) => {
    await openTable(page, "users");
    await buttonOf(page, "Filters").click();
    const from = page.getByLabel("Created at, from");
    await from.click({ position: { x: 12, y: 12 } });
    await page.keyboard.type("1101202");
    await expect(page).not.toHaveURL(/created_at/);
    await page.keyboard.type("6");
    await expect(page).toHaveURL(/created_at__gte=2026-11-01T/);
    await expect(from).toHaveValue("2026-11-01");
    await from.fill("");
    await expect(page).not.toHaveURL(/created_at/);
  });

  test("a file that is not UTF-8 is imported after its encoding is confirmed", async ({ page }) => {
    const mark = randomUUID();
    // Mixed line endings of Excel and another program, in the encoding of Excel's “CSV”.
    const text = `Title;Table;Query\r\n${mark} Caf\u00E9;refunds;sort=id:asc\n`;
    await openTable(page, `saved_views?title=${mark}`);
    await fromMore(page, "Import CSV");
    const chooser = dialog(page).locator("input[type=file]");
    const file = { name: "views.csv", mimeType: "text/csv" };
    const surplus = `${text}${mark};refunds;sort=id:asc, by hand;2027\r\n`;
    await chooser.setInputFiles({ ...file, buffer: Buffer.from(surplus, "latin1") });
    const isRight = dialog(page).getByRole("checkbox", { name: "All letters look right" });
    await expect(dialog(page).getByRole("listitem")).toHaveText(["Café"]);
    const check = buttonOf(dialog(page), "Check");
    await expect(check).toBeDisabled();
    await expectNoFault(page);
    await isRight.check();
    await check.click();
    await expect(
      dialog(page).getByRole("row", { name: /3 This row has more cells/ }),
    ).toBeVisible();
    await buttonOf(dialog(page), "Another file").click();
    await chooser.setInputFiles({ ...file, buffer: Buffer.from(text, "latin1") });
    await isRight.check();
    await check.click();
    await buttonOf(dialog(page), "Import 1 row").click();
    await expect(said(page, "1 row was imported.")).toBeVisible();
    await expect(bodyRows(page)).toContainText([`${mark} Café`]);
  });

  test("rows are imported, changed and deleted together, and come back", async ({ page }) => {
    const mark = randomUUID();
    const lines = Array.from({ length: ROWS }, (_, at) => `refunds;${mark} ${at};sort=id:asc`);
    const file = (text: string) => ({
      name: "views.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`\uFEFFTable;Title;Query;Remark\r\n${text}`),
    });
    await openTable(page, `saved_views?title=${mark}`);
    await fromMore(page, "Import CSV");
    const chooser = dialog(page).locator("input[type=file]");
    await chooser.setInputFiles(file([...lines, `refunds;;x;no title`].join("\r\n")));
    await expect(page.getByLabel("Remark: Goes to")).toHaveValue("");
    await buttonOf(dialog(page), "Check").click();
    await expect(
      dialog(page).getByRole("row", { name: /14 Title Title is required/ }),
    ).toBeVisible();
    await expect(dialog(page).getByRole("button", { name: /^Import/ })).toBeDisabled();
    await expectNoFault(page);
    await buttonOf(dialog(page), "Another file").click();
    await chooser.setInputFiles(file(lines.join("\r\n")));
    await buttonOf(dialog(page), "Check").click();
    await buttonOf(dialog(page), `Import ${ROWS} rows`).click();
    await expect(said(page, `${ROWS} rows were imported.`)).toBeVisible();
    await expect(bodyRows(page)).toHaveCount(ROWS);

    await bodyRows(page).first().getByRole("checkbox").click();
    await buttonOf(page, `Select all ${ROWS} that match`).click();
    const bar = page.getByRole("region", { name: "Selected rows" });
    await bar.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Change Query").check();
    await dialog(page).getByRole("textbox", { name: "Query" }).fill("sort=id:desc");
    await buttonOf(dialog(page), `Change ${ROWS} rows`).click();
    await expect(said(page, `${ROWS} rows were changed.`)).toBeVisible();
    await buttonOf(page, `History of ${mark} 3`).click();
    await expect(dialog(page).getByRole("definition").first()).toHaveText(
      "sort=id:asc→sort=id:desc",
    );
    await buttonOf(dialog(page), "Restore these values").click();
    await questionOf(page).getByRole("button", { name: "Restore" }).click();
    await expect(said(page, `${mark} 3 was restored.`)).toBeVisible();
    await page.keyboard.press("Escape");

    await bodyRows(page).first().getByRole("checkbox").click();
    await buttonOf(page, `Select all ${ROWS} that match`).click();
    await bar.getByRole("button", { name: "Delete" }).click();
    const sure = buttonOf(dialog(page), `Delete ${ROWS} rows`);
    await dialog(page)
      .getByLabel(`Type ${ROWS} to confirm`)
      .fill(String(ROWS - 1));
    await expect(sure).toBeDisabled();
    await dialog(page).getByLabel(`Type ${ROWS} to confirm`).fill(String(ROWS));
    await sure.click();
    await expect(page.getByText("No data available")).toBeVisible();
    await page
      .getByRole("region", { name: "Notifications" })
      .locator("div", { hasText: `${ROWS} rows were deleted.` })
      .getByRole("button", { name: "Undo" })
      .last()
      .click();
    await expect(bodyRows(page)).toHaveCount(ROWS);
  });
});

test.describe("by night", () => {
  test.use({ colorScheme: "dark" });

  test("filters, columns and shortcuts can be read and reached", async ({ page }) => {
    await openTable(page, "products?price__gt=1");
    await page.keyboard.press("f");
    await expectNoFault(page);
    await page.keyboard.press("c");
    await expect(page.getByRole("dialog", { name: "Columns" })).toBeVisible();
    await expectNoFault(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    await expectNoFault(page);
  });
});
