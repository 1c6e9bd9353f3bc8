// What an administrator is told when something fails, and what is kept of it.
import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import sharp from "sharp";
import { expect, hold, newBuyer } from "./shop.ts";
import { expectNoFault, expectStateSound, test } from "./sound.ts";
import { signInAsOwner } from "./sign-in.ts";

const SCHEMAS = "**/api/admin/schemas";

// The test makes a screen throw.
test.use({
  allowConsole: [
    // Playwright takes a second entry for options.
    /(?:status of (?:404|409|413|415|422|500) |ERR_FAILED).*\/api\/|TypeError: |Cannot convert undefined or null|The above error occurred/,
  ],
});

async function openTable(page: Page, path: string) {
  await signInAsOwner(page);
  await page.goto(`/admin/tables/${path}`);
  await expect(page.getByRole("grid")).toBeVisible();
}

test("the tables at the side while they are read, and when they could not be", async ({ page }) => {
  await signInAsOwner(page);
  const letAnswer = await hold(page, SCHEMAS, { status: 500, json: {} });
  await page.goto("/admin");
  const side = page.getByRole("navigation", { name: "Database Tables" });
  await expect(side.getByRole("status")).toHaveText("Loading schemas...");
  await expect(page.getByRole("heading", { name: "Select a Table" })).toBeVisible();
  await expect(
    page.getByText("Choose a table from the sidebar to view and manage its data."),
  ).toBeVisible();
  letAnswer();
  await expect(side.getByRole("alert")).toHaveText("Failed to fetch schemas");
  await expectNoFault(page);
});

test("a deletion that is refused and an export that fails say why", async ({ page }) => {
  await openTable(page, "products");
  await page.getByRole("button", { name: "Delete Premium Pack" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(question.getByRole("heading")).toHaveText(
    /^Error: This product (?:is part of an order|still has files)/,
  );
  await expectNoFault(page);
  await question.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("button", { name: "Delete Premium Pack" })).toBeVisible();

  await page.route("**/export?**", (route) => route.abort());
  await page.getByRole("button", { name: "Export CSV" }).click();
  await expect(question.getByRole("heading")).toHaveText(
    "Export failed: Failed to export products",
  );
  await question.getByRole("button", { name: "Close" }).click();
  await page.unroute("**/export?**");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
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
  await page.getByRole("button", { name: "Add New" }).click();
  const dialog = page.getByRole("dialog", { name: "Add User" });
  const banner = dialog.getByRole("alert");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(banner).toHaveText("The disk is full.");
  for (const status of [500, 413]) {
    await answerWith(status, "text/html", "<h1>No</h1>");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(banner).toHaveText("Failed to create row");
  }
  await expectStateSound(page);
  await expect(page.getByText("saved on this device")).toHaveCount(0);
  await page.unroute("**/api/tables/users**");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`${email} was added.`)).toBeVisible();

  await answerWith(500, "application/json", "{}");
  await page.goto(`/admin/tables/users?email=${encodeURIComponent(email)}`);
  await page.getByRole("button", { name: `Delete ${email}` }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(question.getByRole("heading")).toHaveText("Error: Failed to delete row");
  await question.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("link", { name: /only on this device/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: `Delete ${email}` })).toBeVisible();
});

test("texts for answers that this build's server does not send", async ({ page }) => {
  await signInAsOwner(page);
  const listed = await (await page.request.get("/api/admin/schemas")).json();
  const answer = (path: string, json: unknown) =>
    page.route(path, (route) => route.fulfill({ json }));
  await answer(SCHEMAS, {});
  await answer("**/api/admin/schemas/users", {});
  await page.goto("/admin/tables/users");
  const side = page.getByRole("navigation", { name: "Database Tables" });
  await expect(side.getByRole("alert")).toHaveText("Failed to load schemas");
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(
    "Error loading table: Failed to load schema",
  );

  const users = listed.find(({ name }: { name: string }) => name === "users");
  await answer(SCHEMAS, [{ ...users, name: "" }]);
  await answer("**/api/tables/?**", { data: [], page: 1, limit: 50, total: 0, totalPages: 0 });
  await page.goto("/admin");
  await page.getByRole("button", { name: "Add New" }).click();
  const dialog = page.getByRole("dialog", { name: "Add User" });
  await dialog.getByLabel("Email").fill(newBuyer("nina"));
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("No table selected");

  await answer(SCHEMAS, listed);
  await page.goto("/admin/tables/products");
  await page.getByRole("button", { name: "Edit Premium Pack" }).click();
  await answer("**/api/tables/products?limit=500", {});
  const form = page.getByRole("dialog", { name: "Edit Product" });
  await form.getByLabel("Name", { exact: true }).fill("Another Pack");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("alert")).toHaveText("An error occurred");
});

test("a table missing from the list is fetched on its own, and an unknown table is named", async ({
  page,
}) => {
  await signInAsOwner(page);
  await page.route(SCHEMAS, (route) => route.fulfill({ json: [] }));
  await page.goto("/admin/tables/users");
  await expect(page.getByRole("heading", { name: "Users" })).toBeVisible();
  await expect(page.getByRole("grid")).toBeVisible();
  await page.route("**/api/admin/schemas/nothing", (route) =>
    route.fulfill({ status: 404, json: {} }),
  );
  await page.goto("/admin/tables/nothing");
  await expect(page.getByRole("alert")).toHaveText(
    "Error loading table: Failed to fetch schema for nothing",
  );
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
  await expectStateSound(page);
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(failure).toBeVisible();
  await page.getByRole("link", { name: "Users" }).click();
  await expect(page.getByRole("grid")).toBeVisible();
});

test("on a phone the header shows the shield and the signed-in user", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await openTable(page, "products");
  const user = await (await page.request.get("/api/users/me")).json();
  const header = page.getByRole("banner");
  await expect(header.getByText(user.email).first()).toBeVisible();
  await expect(header.locator("svg.lucide-shield-check")).toBeVisible();
  await expectStateSound(page);
});

test("a row whose answer is lost is kept on the device, and saved once", async ({ page }) => {
  const email = newBuyer("nora");
  await openTable(page, "users");
  await page.getByRole("button", { name: "Add New" }).click();
  const dialog = page.getByRole("dialog", { name: "Add User" });
  await dialog.getByLabel("Email").fill(email);
  // It arrives, and the answer is lost.
  await page.route("**/api/tables/users", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(`${email}: saved on this device.`)).toBeVisible();
  await expect(page.getByText("Added on this device, not sent yet")).toHaveCount(1);
  await expectNoFault(page);
  await page.unroute("**/api/tables/users");
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(page.getByText("Added on this device, not sent yet")).toHaveCount(0);
  const stored = await page.request.get(`/api/tables/users?email=${encodeURIComponent(email)}`);
  expect(await stored.json()).toMatchObject({ total: 1 });
});

test("a picture is uploaded with its progress, shown, and put below the others", async ({
  page,
}) => {
  await openTable(page, "products");
  await page.getByRole("button", { name: "Edit Premium Pack" }).click();
  const images = page.getByRole("dialog").locator("[data-field=images]");
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
  const form = page.getByRole("dialog");
  await expect(form.getByRole("button", { name: "Save" })).toBeDisabled();
  await expect(form.getByRole("status").filter({ hasText: "still uploading" })).toBeVisible();
  await form.getByLabel("Name").first().press("Enter");
  await expectNoFault(page);
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("The file is still uploading and would be lost.");
  await question.getByRole("button", { name: "Keep editing" }).click();
  letGo();
  await expect(images.getByRole("link", { name: /^bear-.+\.png$/ })).toBeVisible();
  const urls = (await images.getByRole("textbox").inputValue()).split("\n");
  expect(urls.slice(0, -1)).toEqual(before === "" ? [] : before.split("\n"));
  expect(urls.at(-1)).toMatch(/^\/uploads\/[0-9a-f]{64}\/bear-[^/]+\.png$/);
  expect((await page.request.get(urls.at(-1) ?? "")).headers()["content-type"]).toBe("image/png");
  await expectNoFault(page);
});

test("a form has a reset button, and cannot be closed during a save", async ({ page }) => {
  await openTable(page, "products");
  await page.getByRole("button", { name: "Edit Premium Pack" }).click();
  const form = page.getByRole("dialog");
  const button = (name: string) => form.getByRole("button", { name });
  const name = form.locator("[data-field=name]").getByRole("textbox");
  await expect(button("Reset")).toBeDisabled();
  await name.fill("");
  await expect(form.getByText("Name is required")).toBeVisible();
  await button("Reset").click();
  await expect(name).toHaveValue("Premium Pack");
  await expect(form.getByText("Name is required")).toHaveCount(0);
  await expect(button("Reset")).toBeDisabled();

  const refusal = { message: "Not now.", code: "conflict" };
  const letAnswer = await hold(page, "**/api/tables/products/*", { status: 409, json: refusal });
  await form.locator("[data-field=badge]").getByRole("textbox").fill("BEST");
  await button("Save").click();
  await expect(button("Saving...")).toBeDisabled();
  await expect(button("Close")).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(button("Saving...")).toBeVisible();
  letAnswer();
  await expect(form.getByRole("alert")).toHaveText("Not now.");
  await expect(button("Close")).toBeEnabled();
});
