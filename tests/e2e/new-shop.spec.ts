// A new shop in test mode: the owner follows the checklist.
import { shopEnv } from "../support/store-process.ts";
import { buttonOf, CALL_ERRORS, fieldOf, formOf, rowsOf, sideOf, write } from "./admin.ts";
import { expect, openLive, test } from "./shop.ts";
import { expectSound, expectStateSound } from "./sound.ts";

const NOWHERE = { paymentsUrl: "http://127.0.0.1:9", smtpUrl: "smtp://127.0.0.1:9" };
const SELLER = { "Legal name": "Anna Bee e.K.", Address: "Street 1\n10115 Berlin", Country: "XQ" };

test.use({ settings: { ...shopEnv(NOWHERE), DEMO: "", BRAND: "Bee Prints" } });
test.use({ allowConsole: CALL_ERRORS });

test("a new owner is led by the checklist until it is closed", async ({ page, store }) => {
  await openLive(page, await store.adminLink("owner@example.com"));
  await buttonOf(page, "Sign in").click();
  await page.waitForURL("**/admin");
  const main = page.getByRole("main");
  const field = (name: string) => main.getByLabel(name, { exact: true });
  const step = (title: string) => main.getByRole("listitem").filter({ hasText: title });
  await expect(main.getByRole("heading", { name: "Get your shop ready" })).toBeVisible();
  await expect(main.getByText("0 of 9 steps are done.")).toBeVisible();
  await expectSound(page);

  await step("Say who sells").getByRole("link", { name: "Seller’s details" }).press("Enter");
  await expect(field("Legal name")).toBeFocused();
  await expect(field("Shop name")).toBeDisabled();
  await expect(field("Shop name")).toHaveValue("Bee Prints");
  for (const [name, value] of Object.entries(SELLER)) await field(name).fill(value);
  await buttonOf(main, "Save").press("Enter");
  await expect(main.getByText(/Country must be the code of a country/)).toBeVisible();
  await expectSound(page);
  await field("Country").fill("DE");
  await field("Country").press("Enter");
  await expect(page.getByText("was saved.")).toBeVisible();
  await expect(field("Legal name")).toHaveValue(SELLER["Legal name"]);

  await sideOf(page).getByRole("link", { name: "Checklist" }).click();
  await expect(step("Say who sells").getByText("Done")).toBeVisible();
  await buttonOf(step("Read the legal pages"), "I have read them").click();
  await expect(step("Read the legal pages").getByText("Done")).toBeVisible();
  await expect(main.getByText("2 of 9 steps are done.")).toBeVisible();

  await sideOf(page).getByRole("link", { name: "Settings" }).click();
  await page.context().setOffline(true);
  await field("Phone").fill("+49 30 1234");
  await buttonOf(main, "Save").click();
  await expect(page.getByText(/saved on this device/).first()).toBeVisible();
  await expect(field("Phone")).toHaveValue("+49 30 1234");
  await page.context().setOffline(false);
  await expect
    .poll(async () => (await rowsOf(page, "settings", {}))[0])
    .toMatchObject({ phone: "+49 30 1234", seller_name: SELLER["Legal name"], brand: "Papercub" });

  await field("Phone").fill("+49 30 99");
  await sideOf(page).getByRole("link", { name: "Health" }).click();
  await sideOf(page).getByRole("link", { name: "Settings" }).click();
  await buttonOf(main, "Restore it").click();
  await write(page, "PUT", "settings/1", { phone: "+49 30 11", hours: "Mondays" });
  await buttonOf(main, "Save").click();
  await expect(main.getByRole("radio", { name: "Theirs: +49 30 11" })).toBeVisible();
  await buttonOf(main, "Save").click();
  await expect(field("Hours")).toHaveValue("Mondays");
  await expect(field("Phone")).toHaveValue("+49 30 99");

  await sideOf(page).getByRole("link", { name: "Health" }).click();
  await main.getByRole("link", { name: "Hannah R." }).click();
  await expect(fieldOf(page, "Author")).toHaveValue("Hannah R.");
  await buttonOf(formOf(page), "Cancel").click();
  await expect(page).toHaveURL(/testimonials\?id=1$/);

  await sideOf(page).getByRole("link", { name: "Checklist" }).click();
  await buttonOf(main, "Close the checklist").click();
  await expect(main.getByRole("heading", { name: "Products" })).toBeVisible();
  await expect(sideOf(page).getByRole("link", { name: "Checklist" })).toHaveCount(0);
  await sideOf(page).getByRole("link", { name: "Health" }).click();
  await main.getByRole("link", { name: "Show the checklist" }).click();
  await expect(main.getByText("2 of 9 steps are done.")).toBeVisible();
  await expectStateSound(page);

  await page.goto("/admin/tables/settings");
  await expect(page).toHaveURL(/\/admin\/settings$/);
});
