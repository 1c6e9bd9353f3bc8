// Kinds of fields in the grid and in forms: pictures and lists.
import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { expectNoFault } from "./accessible.ts";
import { buttonOf, CALL_ERRORS, formOf, openTable, questionOf } from "./admin.ts";
import { expect, hold, test } from "./shop.ts";

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
