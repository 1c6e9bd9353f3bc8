// Refused and failed writes, and uploads.
import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { BADGE, buttonOf, byEmail, openTable, questionOf } from "./admin-fixture.ts";
import { expect, hold, newBuyer } from "./shop.ts";
import { expectNoFault, expectStateSound, test } from "./sound.ts";

const EXPORT = /\/export(?:\?|$)/;

test.use({ allowConsole: [/(?:status of (?:409|413|415|422|500) |ERR_FAILED).*\/api\//] });

test("a deletion that is refused and an export that fails say why", async ({ page }) => {
  await openTable(page);
  await buttonOf(page, "Delete Premium Pack").click();
  const question = questionOf(page);
  await buttonOf(question, "Delete").click();
  await expect(question.getByRole("heading")).toHaveText(
    /^Error: This product (?:is part of an order|still has files)/,
  );
  await expectNoFault(page);
  await buttonOf(question, "Close").click();
  await expect(buttonOf(page, "Delete Premium Pack")).toBeVisible();

  await page.route(EXPORT, (route) => route.abort());
  await buttonOf(page, "Export CSV").click();
  await expect(question.getByRole("heading")).toHaveText(
    "Export failed: Failed to export products",
  );
  await buttonOf(question, "Close").click();
  await page.unroute(EXPORT);
  const saved = page.waitForEvent("download");
  await buttonOf(page, "Export CSV").click();
  expect((await saved).suggestedFilename()).toBe("products.csv");
});

test("a write with a server error leaves its form open with the reason, and nothing is queued", async ({
  page,
}) => {
  const email = newBuyer("finn");
  await openTable(page, "users");
  const answerWith = (status: number, contentType: string, body: string) =>
    page.route("**/api/tables/users**", (route) =>
      route.request().method() === "GET"
        ? route.fallback()
        : route.fulfill({ status, contentType, body }),
    );
  const fault = JSON.stringify({ message: "The disk is full.", code: "internal" });
  await answerWith(500, "application/json", fault);
  await buttonOf(page, "Add New").click();
  const dialog = page.getByRole("dialog", { name: "Add User" });
  const banner = dialog.getByRole("alert");
  await dialog.getByLabel("Email").fill(email);
  await buttonOf(dialog, "Save").click();
  await expect(banner).toHaveText("The disk is full.");
  await answerWith(413, "text/html", "<h1>No</h1>");
  await buttonOf(dialog, "Save").click();
  await expect(banner).toHaveText("Failed to create row");
  await expectStateSound(page);
  await expect(page.getByText("saved on this device")).toHaveCount(0);
  await page.unroute("**/api/tables/users**");

  // The dialog cannot be closed during a save.
  const letGo = await hold(page, "**/api/tables/users");
  await buttonOf(dialog, "Save").click();
  await expect(buttonOf(dialog, "Saving...")).toBeDisabled();
  await expect(buttonOf(dialog, "Close")).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(buttonOf(dialog, "Saving...")).toBeVisible();
  letGo();
  await expect(page.getByText(`${email} was added.`)).toBeVisible();

  await answerWith(500, "application/json", "{}");
  await page.goto(`/admin/tables/${byEmail(email)}`);
  await buttonOf(page, `Delete ${email}`).click();
  const question = questionOf(page);
  await buttonOf(question, "Delete").click();
  await expect(question.getByRole("heading")).toHaveText("Error: Failed to delete row");
  await buttonOf(question, "Close").click();
  await expect(page.getByRole("link", { name: BADGE })).toHaveCount(0);
  await expect(buttonOf(page, `Delete ${email}`)).toBeVisible();
});

test("a picture is uploaded with its progress, shown, and put below the others", async ({
  page,
}) => {
  await openTable(page);
  await buttonOf(page, "Edit Premium Pack").click();
  const form = page.getByRole("dialog");
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
  await form.getByLabel("Name").first().press("Enter");
  await expectNoFault(page);
  await page.keyboard.press("Escape");
  await expect(questionOf(page)).toContainText("The file is still uploading and would be lost.");
  await buttonOf(questionOf(page), "Keep editing").click();
  letGo();
  await expect(images.getByRole("link", { name: /^bear-.+\.png$/ })).toBeVisible();
  const urls = (await images.getByRole("textbox").inputValue()).split("\n");
  expect(urls.slice(0, -1)).toEqual(before === "" ? [] : before.split("\n"));
  expect(urls.at(-1)).toMatch(/^\/uploads\/[0-9a-f]{64}\/bear-[^/]+\.png$/);
  expect((await page.request.get(urls.at(-1) ?? "")).headers()["content-type"]).toBe("image/png");
  await expectNoFault(page);
});
