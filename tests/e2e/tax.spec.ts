// A taxed order with a VAT number on a phone.
import { CALL_ERRORS } from "./admin.ts";
import { changeSettings, declineOffers, expect, newBuyer, pay, test } from "./shop.ts";
import { expectNoSidewaysScroll } from "./accessible.ts";

test.use({ viewport: { width: 390, height: 844 }, allowConsole: CALL_ERRORS });

const PAYMENT = /\/demo\/pay\/cs_/;

test.beforeEach(({ request }) => changeSettings({ request }, { tax: "added" }));
// The tests of a worker share its store.
test.afterEach(({ request }) => changeSettings({ request }, { tax: "none" }));

test("a business pays with tax and finds its VAT number on the invoice", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByText("plus tax").first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  // A link in a newsletter.
  await page.goto("/products/premium-pack?buy&utm_source=mail");
  await page.waitForURL(PAYMENT);
  await page.goBack();
  await expect(page).toHaveURL("/products/premium-pack?utm_source=mail");
  await expect(page.getByText("plus tax").first()).toBeVisible();
  await page.goForward();
  await page.waitForURL(PAYMENT);
  await page.getByLabel("Country").selectOption({ label: "Germany" });
  await page.getByLabel("VAT number").fill("de 123456789");
  await expectNoSidewaysScroll(page);
  await pay(page, newBuyer("tax"));
  await expect(page.getByRole("alert")).toContainText("For Germany the total is $44.03.");
  await expect(page.getByText("$7.03")).toBeVisible();
  await page.getByRole("button", { name: "Pay $44.03" }).last().click();
  await declineOffers(page);
  await expect(page.getByText("$44.03").first()).toBeVisible();
  await expect(page.getByText("Includes $7.03 USD tax.")).toBeVisible();

  await page.getByRole("link", { name: "Receipt" }).first().click();
  await expect(page.getByText("$7.03").first()).toBeVisible();
  await expect(page.getByText("DE123456789")).toBeVisible();
  await expectNoSidewaysScroll(page);
  const invoice = await page.getByRole("link", { name: /invoice/i }).getAttribute("href");
  await page.goto(invoice ?? "");
  await expect(page.getByText("VAT number DE123456789")).toBeVisible();
});
