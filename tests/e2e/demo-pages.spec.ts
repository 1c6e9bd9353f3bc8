import type { Page } from "playwright/test";
import { expect, newBuyer, openMailTo, pay, startBuying, test } from "./shop.ts";

const payButton = (page: Page) => page.getByRole("button", { name: /^Pay \$/ }).last();

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("going back after a payment says that it is paid, whatever came before it", async ({
      page,
    }) => {
      const email = newBuyer("paula").replace("example.com", "gmial.com");
      await startBuying(page, "Premium Pack");
      await payButton(page).click();
      await expect(page.getByText("Please check the marked fields.")).toBeVisible();
      await page.getByLabel("Email").fill(email);
      await page.getByRole("button", { name: "Is declined" }).click();
      await expect(page.getByLabel("Email")).toHaveValue(email);
      await expect(page.getByLabel("Card number")).toHaveValue("4000 0000 0000 0002");
      await payButton(page).click();
      await page.getByRole("button", { name: "Keep mine and pay" }).click();
      await expect(page.getByRole("alert")).toContainText("Your card was declined.");
      await page.reload();
      await expect(page.getByLabel("Email")).toHaveValue(email);
      await page.getByRole("button", { name: "Succeeds" }).click();
      await payButton(page).click();
      await page.waitForURL(/\/upsell\/\d+/);

      await page.goBack();
      await expect(page.getByRole("heading", { name: "This order is already paid" })).toBeVisible();
      await page.goBack();
      await expect(page.getByRole("heading", { name: "This order is already paid" })).toBeVisible();
      await page.getByRole("link", { name: "Go to your order" }).click();
      await page.waitForURL(/\/upsell\/\d+/);
    });
  });
}

test("a message goes when its field is edited, the summary with the last of them", async ({
  page,
}) => {
  await startBuying(page, "Premium Pack");
  await payButton(page).click();
  const summary = page.getByText("Please check the marked fields.");
  const email = page.getByLabel("Email");
  await expect(summary).toBeFocused();
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await email.pressSequentially("a");
  await expect(email).not.toHaveAttribute("aria-invalid");
  await expect(page.getByText("Enter an email address")).toHaveCount(0);
  await expect(page.getByText("Enter the name on the card.")).toBeVisible();
  await expect(summary).toBeVisible();
  for (const label of ["Card number", "Expiry (MM/YY)", "Security code", "Name on card"]) {
    await page.getByLabel(label).fill("1");
  }
  await expect(summary).toHaveCount(0);
});

test("a mail is shown in full length, and follows the width of the page", async ({ page }) => {
  const email = newBuyer("quinn");
  await startBuying(page, "Advanced Pack");
  await pay(page, { email });
  await page.waitForURL(/\/upsell\/\d+/);
  const mail = await openMailTo(page, email);
  await expect(mail.getByRole("heading", { name: /printables are ready/ })).toBeVisible();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    await expect(async () => {
      const rest = await page.locator("iframe").evaluate((frame: HTMLIFrameElement) => {
        const root = frame.contentDocument?.documentElement;
        return root ? frame.clientHeight - root.offsetHeight : undefined;
      });
      expect(rest).toBe(0);
    }).toPass();
  }
});
