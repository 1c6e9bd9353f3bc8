import type { Page } from "playwright/test";
import { buyAhead, expect, newBuyer, openMailTo, startBuying, test } from "./shop.ts";

const payButton = (page: Page) => page.getByRole("button", { name: /^Pay \$/ }).last();

test("a payment page marks faults until they are edited, keeps what was typed, and once paid says so", async ({
  page,
}) => {
  const email = page.getByLabel("Email");
  const card = page.getByLabel("Card number");
  await startBuying(page, "Premium Pack");
  await payButton(page).click();
  const summary = page.getByText("Please check the marked fields.");
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

  const address = newBuyer("paula").replace("example.com", "gmial.com");
  await email.fill(address);
  await page.getByRole("button", { name: "Is declined" }).click();
  await expect(card).toHaveValue("4000 0000 0000 0002");
  await expect(email).toHaveValue(address);
  await payButton(page).click();
  await page.getByRole("button", { name: "Keep mine and pay" }).click();
  await expect(page.getByRole("alert")).toContainText("Your card was declined.");
  await page.reload();
  await expect(email).toHaveValue(address);
  await page.getByRole("button", { name: "Succeeds" }).click();
  await expect(card).toHaveValue("4242 4242 4242 4242");
  await payButton(page).click();
  await page.waitForURL(/\/upsell\/\d+/);

  const paid = page.getByRole("heading", { name: "This order is already paid" });
  await page.goBack();
  await expect(paid).toBeVisible();
  await page.goBack();
  await expect(paid).toBeVisible();
  await page.getByRole("link", { name: "Go to your order" }).click();
  await page.waitForURL(/\/upsell\/\d+/);
});

test("a mail is shown in full length, and follows the width of the page", async ({ page }) => {
  const email = newBuyer("quinn");
  await buyAhead(page, { pack: "Advanced Pack", email });
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
