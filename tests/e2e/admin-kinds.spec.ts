// Kinds of fields in the grid and in forms: pictures and lists, and each kind by the keyboard.
import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import sharp from "sharp";
import { expectNoFault } from "./accessible.ts";
import {
  buttonOf,
  CALL_ERRORS,
  focusedCell,
  formOf,
  gridOf,
  openTable,
  questionOf,
  rowsOf,
  write,
} from "./admin.ts";
import { expect, hold, newBuyer, signInAsOwner, test } from "./shop.ts";

test.use({ allowConsole: CALL_ERRORS });

test("a cell shows a picture, or that it is gone", async ({ page }) => {
  await page.route("**/portrait-1-*", (route) => route.abort());
  await openTable(page, "testimonials");
  const gone = page.getByRole("img", { name: "The picture portrait-1-160.webp is gone." });
  await expect(gone).toBeVisible();
  await buttonOf(page, "Enlarge portrait-2-160.webp").click();
  await expect(page.getByRole("dialog", { name: "portrait-2-160.webp" })).toBeVisible();
  await expectNoFault(page);
});

test("a picture is uploaded, shown, enlarged and replaced by a drop", async ({ page }) => {
  await openTable(page);
  await buttonOf(page, "Edit Premium Pack").click();
  const form = formOf(page);
  const images = form.locator("[data-field=images]");
  const chooser = images.locator("input[type=file]");
  const before = await images.getByRole("textbox").inputValue();
  const lie = { name: "cover.png", mimeType: "image/png", buffer: Buffer.from("<h1>Hello</h1>") };
  await chooser.setInputFiles(lie);
  await expect(images.getByRole("alert")).toBeVisible();
  await expect(images.getByRole("textbox")).toHaveValue(before);

  const letGo = await hold(page, "**/api/upload/media");
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: "#0e6b63" } });
  const buffer = await picture.png().toBuffer();
  const name = `bear-${randomUUID()}.png`;
  await chooser.setInputFiles({ name: `../../${name}`, mimeType: "image/png", buffer });
  await expect(images.getByRole("progressbar", { name: "Upload" })).toBeVisible();
  await expect(buttonOf(form, "Save")).toBeDisabled();
  await expect(form.getByRole("status").filter({ hasText: "still uploading" })).toBeVisible();
  await expectNoFault(page);
  await page.keyboard.press("Escape");
  await expect(questionOf(page)).toContainText("The file is still uploading and would be lost.");
  await buttonOf(questionOf(page), "Keep editing").click();
  letGo();
  await expect(images.getByRole("link", { name: /^bear-.+\.png$/ })).toBeVisible();
  const urls = (await images.getByRole("textbox").inputValue()).split("\n");
  expect(urls.slice(0, -1)).toEqual(before === "" ? [] : before.split("\n"));
  expect(urls.at(-1)).toMatch(/^\/uploads\/[0-9a-f]{64}\/bear-[^/]+\.png$/);

  await chooser.setInputFiles("tests/server/domain/files/photo-with-gps.jpg");
  const photo = images.getByRole("link", { name: "photo-with-gps.jpg" });
  await expect(photo).toBeVisible();
  const answer = await page.request.get((await photo.getAttribute("href")) ?? "");
  const { exif, format, width = 0, height = 0 } = await sharp(await answer.body()).metadata();
  expect({ exif, format, isUpright: height > width }).toEqual({
    exif: undefined,
    format: "jpeg",
    isUpright: true,
  });

  await buttonOf(images, "Enlarge photo-with-gps.jpg").click();
  const large = page.getByRole("dialog", { name: "photo-with-gps.jpg" });
  await expect(large.getByRole("img", { name: "photo-with-gps.jpg" })).toBeVisible();
  await expectNoFault(page);
  await large.press("Escape");
  await expect(large).toBeHidden();

  const fox = sharp({ create: { width: 9, height: 9, channels: 3, background: "#c2410c" } });
  const dropped = { content: (await fox.png().toBuffer()).toString("base64"), name: "fox.png" };
  await buttonOf(images, "Enlarge photo-with-gps.jpg").evaluate((target, { content, name }) => {
    const bytes = Uint8Array.from(atob(content), (letter) => letter.codePointAt(0) ?? 0);
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], name, { type: "image/png" }));
    target.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, dropped);
  await expect(images.getByRole("link", { name: "fox.png" })).toBeVisible();
  await expect(photo).toBeHidden();
  const replaced = (await images.getByRole("textbox").inputValue()).split("\n");
  expect(replaced.slice(0, -1)).toEqual(urls);
});

test("items of a list are typed, pasted and removed", async ({ page }) => {
  await openTable(page);
  await buttonOf(page, "Edit Premium Pack").click();
  const features = formOf(page).locator("[data-field=features]");
  const items = features.getByRole("listitem");
  const before = await items.count();
  const input = features.getByRole("textbox", { name: "Features" });
  await input.fill("Trace");
  await input.press("Enter");
  await expect(items).toHaveCount(before + 1);
  await input.evaluate((target) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "Cut\n\nColor\n");
    const event = { clipboardData, bubbles: true, cancelable: true };
    target.dispatchEvent(new ClipboardEvent("paste", event));
  });
  await expect(items).toHaveCount(before + 3);
  await buttonOf(features, "Remove: Cut").click();
  await expect(input).toBeFocused();
  await input.press("Backspace");
  await expect(items.last()).toHaveText("Trace");
  await expect(items).toHaveCount(before + 1);
  await expectNoFault(page);
  await buttonOf(features, "Edit as text, one per line").click();
  await expect(features.getByRole("textbox", { name: "Features" })).toHaveValue(/(?:^|\n)Trace$/);
  await expectNoFault(page);
});

test("a Markdown text is previewed while it is typed", async ({ page }) => {
  await openTable(page);
  await buttonOf(page, "Edit Premium Pack").click();
  const description = formOf(page).locator("[data-field=description]");
  await buttonOf(description, "Preview").click();
  await description.getByRole("textbox").fill("One **bold** bear");
  const preview = description.getByRole("region", { name: "Preview: Description" });
  await expect(preview.locator("strong")).toHaveText("bold");
  await expectNoFault(page);
});

type KeyCase = {
  column: string;
  title: string;
  /** Keys and `"texts"` in the control that Enter opens. Enter in a form saves it. */
  keys: string;
  value: unknown;
};

const ALL = "ControlOrMeta+a";
const KEY_CASES: Record<string, readonly KeyCase[]> = {
  products: [
    { column: "name", title: "Name", keys: `${ALL} "Bees" Enter`, value: "Bees" },
    { column: "description", title: "Description", keys: `${ALL} "**Hi**" Enter`, value: "**Hi**" },
    { column: "price", title: "Price", keys: `${ALL} "38,50" Enter`, value: 3850 },
    { column: "currency", title: "Currency", keys: `${ALL} "Euro" Enter Enter`, value: "eur" },
    { column: "features", title: "Features", keys: `"Trace" Enter Enter`, value: ["Trace"] },
    { column: "licence", title: "License", keys: `"Classroom" Enter`, value: "classroom" },
    { column: "on_landing", title: "On the landing page", keys: "Space Enter", value: false },
    { column: "position", title: "Position", keys: `${ALL} "7" Enter`, value: 7 },
  ],
  testimonials: [
    {
      column: "image",
      title: "Picture",
      keys: `"/pictures/portrait-1-80.avif" Enter`,
      value: "/pictures/portrait-1-80.avif",
    },
  ],
  contact_submissions: [{ column: "status", title: "Status", keys: `"Done" Enter`, value: "done" }],
  pages: [
    { column: "updated_on", title: "Last updated", keys: `"11232026" Enter`, value: "2026-11-23" },
  ],
};

/** Adds rows that visitors do not see, and returns their ids by table. */
async function addRows(page: Page): Promise<Record<string, number>> {
  const name = `Keys ${randomUUID()}`;
  const slug = name.toLowerCase().replace(" ", "-");
  const rows = {
    products: { name, slug, price: 3700, type: "digital", active: false },
    testimonials: { author: name, text: "Hello", active: false },
    contact_submissions: { name, email: newBuyer("keys"), message: "Hello from Keys" },
    pages: { slug, title: name, body: "Hello", updated_on: "2026-01-01", linked: false },
  };
  const added = Object.entries(rows).map(async ([table, row]) => {
    return [table, (await write(page, "POST", table, row)).id] as const;
  });
  return Object.fromEntries(await Promise.all(added));
}

test("each kind of field is edited from the grid by the keyboard alone", async ({ page }) => {
  await signInAsOwner(page);
  const ids = await addRows(page);
  for (const [table, cases] of Object.entries(KEY_CASES)) {
    const query = { id: String(ids[table]) };
    await openTable(page, `${table}?id=${query.id}`);
    for (const { column, title, keys, value } of cases) {
      await test.step(title, async () => {
        await goToCell(page, title);
        await page.keyboard.press("Enter");
        await expect(
          page.locator(
            ":is([role=grid], [role=dialog]) :is(input, select, textarea, [role=spinbutton]):focus",
          ),
        ).toBeVisible();
        for (const [key, text] of keys.matchAll(/"([^"]+)"|\S+/g)) {
          await (text ? page.keyboard.type(text) : page.keyboard.press(key));
        }
        const stored = async () => (await rowsOf(page, table, query))[0][column];
        await expect.poll(stored).toEqual(value);
        await expect(focusedCell(page)).toBeVisible();
      });
    }
  }
});

/** Moves the focus to the cell of a column in the first row. */
async function goToCell(page: Page, title: string): Promise<void> {
  await gridOf(page).locator("[data-row] [data-column][tabindex='0']").focus();
  await page.keyboard.press("Home");
  for (let column = 0; ; column++) {
    await expect(focusedCell(page)).toHaveAttribute("data-column", String(column));
    // The column of the checkboxes has another header.
    const header = gridOf(page).locator(`[role=columnheader] [data-column="${column}"]`);
    if (column > 0 && (await header.textContent()) === title) return;
    await page.keyboard.press("ArrowRight");
  }
}
