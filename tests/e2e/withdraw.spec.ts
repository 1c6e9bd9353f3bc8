// A buyer withdraws from an order on a phone. The page has no script of its own.
import { buyAhead, expect, newBuyer, test } from "./shop.ts";

const PHONE = { width: 390, height: 844 };
const ORDER_NUMBER = /[A-Z0-9]{4}-[A-Z0-9]{4}/;

test.use({ viewport: PHONE, allowConsole: /status of 422 .*\/withdraw$/ });

test("an order is withdrawn from in two steps", async ({ page }) => {
  const email = newBuyer("wanda");
  await buyAhead(page, { pack: "Premium Pack", email });
  await expect(page.getByRole("heading", { name: email })).toBeVisible();
  const [number = ""] = ORDER_NUMBER.exec(await page.getByRole("main").innerText()) ?? [];

  await page.goto("/withdraw");
  await page.getByLabel("Full name").fill("Wanda Bear");
  await page.getByLabel("Email address").fill("someone-else@example.com");
  await page.getByLabel("Order number").fill(number.toLowerCase());
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toContainText("We found no paid order");
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("definition").filter({ hasText: /^\$37\.00 USD$/ })).toBeVisible();
  await page.getByRole("button", { name: "Confirm withdrawal" }).click();
  await expect(page.getByRole("heading", { name: "We received your withdrawal" })).toBeVisible();
});
