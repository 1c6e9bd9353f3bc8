import { buyAhead, expect, newBuyer, openMailTo, startBuying, test } from "./shop.ts";

test("the payment page clears errors while typing, keeps a declined payment's fields, and shows when it is paid", async ({
  page,
}) => {
  const email = page.getByLabel("Email");
  const card = page.getByLabel("Card number");
  const pay = page.getByRole("button", { name: /^Pay \$/ }).last();
  await startBuying(page, "Premium Pack");
  await pay.click();
  await expect(page.getByText("Please check the marked fields.")).toBeFocused();
  await email.pressSequentially("a");
  await expect(email).not.toHaveAttribute("aria-invalid");
  for (const label of ["Card number", "Expiry (MM/YY)", "Security code", "Name on card"]) {
    await page.getByLabel(label).fill("1");
  }
  await expect(page.getByText("Please check the marked fields.")).toHaveCount(0);

  const address = newBuyer("paula");
  await email.fill(address);
  await page.getByRole("button", { name: "Is declined" }).click();
  await pay.click();
  await expect(page.getByRole("alert")).toContainText("Your card was declined.");
  await page.reload();
  await expect(email).toHaveValue(address);
  await page.getByRole("button", { name: "Succeeds" }).click();
  await expect(card).toHaveValue("4242 4242 4242 4242");
  await pay.click();
  await page.waitForURL(/\/upsell\/\d+/);
  await page.goBack();
  await page.getByRole("link", { name: "Go to your order" }).click();
  await page.waitForURL(/\/upsell\/\d+/);
});

test("the mailbox shows a mail in full height at every width", async ({ page }) => {
  const email = newBuyer("quinn");
  await buyAhead(page, { pack: "Advanced Pack", email });
  const mail = await openMailTo(page, email);
  await expect(mail.getByRole("heading", { name: /printables are ready/ })).toBeVisible();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    await expect
      .poll(() =>
        page.locator("iframe").evaluate((frame: HTMLIFrameElement) => {
          const height = frame.contentDocument?.documentElement.offsetHeight ?? 0;
          return frame.clientHeight - height;
        }),
      )
      .toBe(0);
  }
});
