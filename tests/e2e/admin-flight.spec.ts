// The admin while its store is down or is updated.
import {
  BADGE,
  buttonOf,
  CALL_ERRORS,
  gridOf,
  openOffline,
  openUser,
  renameOffline,
  rowsOf,
  sendAll,
} from "./admin-fixture.ts";
import { type Store, storeFixture } from "./own-store.ts";
import { expect } from "./shop.ts";
import { expectNoFault, test as base } from "./sound.ts";

const test = base.extend<{ store: Store }>({
  store: storeFixture(),
  baseURL: async ({ store }, use) => use(store.url),
});
test.use({ allowConsole: [CALL_ERRORS] });

test("the admin opens while the store is down, and says what this device does not have", async ({
  page,
  store,
}) => {
  await openOffline(page);
  await store.kill();
  await page.reload();
  await expect(gridOf(page)).toBeVisible();
  await expect(page.getByText(/^As of .+ · offline/)).toBeVisible();
  await expectNoFault(page);
  await page.goto("/admin/tables/refunds");
  await expect(
    page.getByText("You are offline, and this page was never opened on this device."),
  ).toBeVisible();
});

test("a new version of the store receives edits made before its deploy", async ({
  page,
  context,
  store,
}) => {
  await openOffline(page);
  const user = await openUser(page);
  await context.setOffline(true);
  await renameOffline(page, user, "Kept");
  await store.deploy();
  await page.reload();
  await expect(page.getByRole("link", { name: BADGE })).toBeVisible();
  await sendAll(context, page);
  expect(await user.written()).toEqual(["Kept", "Una"]);
});

test("a new product, its PDF and the row that links them are sent in their order", async ({
  page,
  store,
}) => {
  await openOffline(page, "product_files");
  await page.goto("/admin/tables/products");
  await expect(buttonOf(page, "Edit Premium Pack")).toBeVisible();
  await store.kill();
  const dialog = page.getByRole("dialog");
  await buttonOf(page, "Add New").click();
  await dialog.getByLabel("Name", { exact: true }).fill("Cloud Book");
  await dialog.getByLabel("Short name").fill("cloud-book");
  await dialog.getByLabel("Description").fill("Drawn in the air.");
  await dialog.getByLabel("Price (cents)", { exact: true }).fill("500");
  await dialog.getByLabel("Type").selectOption("digital");
  await buttonOf(dialog, "Save").click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("link", { name: "Product files" }).click();
  await buttonOf(page, "Add New").click();
  await dialog.getByRole("combobox", { name: "Product" }).fill("Cloud Book");
  await page.getByRole("option", { name: /Cloud Book.*not sent yet/ }).click();
  await dialog.getByLabel("Title").fill("Clouds");
  await dialog.locator("input[type=file]").setInputFiles("dist/printables/colors-a4.pdf");
  await expect(dialog.getByText("Saved on this device, not sent yet")).toBeVisible();
  await buttonOf(dialog, "Save").click();
  await expect(dialog).toHaveCount(0);
  await expectNoFault(page);
  await store.start();
  await page.goto("/admin/pending");
  await expect(page.getByText("The queue is empty")).toBeVisible();
  const [product] = await rowsOf(page, "products", { name__eq: "Cloud Book" });
  const [file] = await rowsOf(page, "product_files", { product_id__eq: String(product.id) });
  expect(file).toMatchObject({ title: "Clouds", pages: expect.any(Number) });
});
