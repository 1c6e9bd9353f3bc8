// A buyer withdraws from an order on a phone, with and without JavaScript.
import { buyAhead, expect, newBuyer, openMailTo, test } from "./shop.ts";

const PHONE = { width: 390, height: 844 };

test.use({ viewport: PHONE, allowConsole: /status of 422 .*\/withdraw$/ });

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("an order is withdrawn from in two steps, and the receipt is mailed", async ({ page }) => {
      const email = newBuyer("wanda");
      await buyAhead(page, { pack: "Premium Pack", email });
      const mail = await openMailTo(page, email);
      const number = /[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(await mail.locator("body").innerText())?.[0];

      await page.goto("/withdraw");
      await page.getByLabel("Full name").fill("Wanda Bear");
      await page.getByLabel("Email address").fill("someone-else@example.com");
      await page.getByLabel("Order number").fill(number?.toLowerCase() ?? "");
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.getByRole("alert")).toContainText("We found no paid order");
      await page.getByLabel("Email address").fill(email);
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(
        page.getByRole("definition").filter({ hasText: /^\$37\.00 USD$/ }),
      ).toBeVisible();
      await page.getByRole("button", { name: "Confirm withdrawal" }).click();
      await expect(
        page.getByRole("heading", { name: "We received your withdrawal" }),
      ).toBeVisible();

      const receipt = await openMailTo(page, email, /We received your withdrawal/);
      await expect(receipt.getByText(`my contract for order ${number}`)).toBeVisible();
    });
  });
}
