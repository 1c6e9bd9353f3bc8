// A buyer leaves the payment page on a phone, and finishes the order through the reminder's link.
import { changeSettings, expect, newBuyer, openMailTo, startBuying, test } from "./shop.ts";

/** Number of open checkouts that a browser may have; one more ends the oldest. */
const MOST_OPEN = 5;

test.use({ viewport: { width: 390, height: 844 } });

test.beforeEach(({ request }) =>
  changeSettings({ request }, { consent: "everywhere", recovery_mails: true }),
);
// Other tests use the same store.
test.afterEach(({ request }) =>
  changeSettings({ request }, { consent: "off", recovery_mails: false }),
);

test("an abandoned checkout is recovered", async ({ page, store }) => {
  const { request } = page;
  const email = newBuyer("rita");
  await startBuying(page, "Premium Pack");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel(/a reminder if I do not finish/).check();
  await page.getByRole("button", { name: /^Pay \$/ }).click();
  await expect(page.getByText("Accept the terms to pay.")).toBeVisible();
  await expect(page.getByLabel(/a reminder if I do not finish/)).toBeChecked();

  const ids = ["Advanced Pack", "Dinosaur Busy Book"].map((name) => store.idOf(name));
  for (let opened = 0; opened < MOST_OPEN; opened++) {
    const body = {
      products: [{ productId: ids[opened % 2], quantity: 1 }],
      successRouter: "/checkout/success",
      cancelRouter: `/?visit=${opened}`,
    };
    const checkout = await request.post("/api/create-checkout-session", { data: body });
    expect(checkout.status(), await checkout.text()).toBe(200);
  }

  // The reminder with this link is due an hour later.
  const left = page.url();
  await page.goto(left.replace("/demo/pay/", "/demo/recover/"));
  await page.waitForURL((url) => url.href !== left && url.pathname.startsWith("/demo/pay/cs_"));
  await page.getByLabel("Email").fill(email);
  await page.getByLabel(/I agree to the Terms of Service/).check();
  await page.getByRole("button", { name: /4242 4242/ }).click();
  await expect(page.getByLabel(/I agree to the Terms of Service/)).toBeChecked();
  await page.getByRole("button", { name: /^Pay \$/ }).click();
  await page.waitForURL(/\/upsell\/\d+/);
  await expect.poll(() => store.paidBy(email)).toEqual([3700]);
  await openMailTo(page, email, "Your printables are ready");
});
