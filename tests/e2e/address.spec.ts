import type { Page } from "playwright/test";
import { FIRST_WAIT_MS } from "../../client/features/checkout/success/watch-purchase.ts";
import { aPurchaseOf, PURCHASE_CALL, stubPurchase } from "./purchase-stub.ts";
import {
  declineOffers,
  expect,
  hold,
  mistypedBuyer,
  openLive,
  openMailTo,
  pay,
  shownTo,
  startBuying,
  test,
} from "./shop.ts";

const CALL = "**/api/orders/address";

test.use({
  allowConsole: [/(?:status of (?:403|422) .*\/orders\/address|ERR_FAILED .*\/purchase-detail)/],
});

const field = (page: Page) => page.getByLabel("The right email address");
const firstFile = (page: Page) => page.getByRole("link", { name: /Month 1.*A4/ }).first();

test("a mistyped address is corrected with one press, and the files follow", async ({
  page,
  context,
}) => {
  const { wrong, right } = mistypedBuyer("gina");
  await startBuying(page, "Advanced Pack");
  await pay(page, { email: wrong });
  await expect(page.getByText(`Did you mean ${right}?`)).toBeVisible();
  await expect(page.getByLabel("Card number")).toHaveValue("4242 4242 4242 4242");
  await page.getByRole("button", { name: "Keep mine and pay" }).click();
  await declineOffers(page);

  await expect(shownTo(page, wrong)).toBeVisible();
  const oldLink = (await firstFile(page).getAttribute("href")) ?? "";
  expect((await context.request.get(oldLink)).status()).toBe(200);
  await expect(page.getByText(`Did you mean ${right}?`)).toBeVisible();
  await page.getByRole("button", { name: "Yes, send it there" }).click();

  await expect(shownTo(page, right)).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "no longer work" })).toContainText(wrong);
  expect((await context.request.get(oldLink)).status()).toBe(404);
  const newLink = (await firstFile(page).getAttribute("href")) ?? "";
  expect(newLink).not.toBe(oldLink);
  expect((await context.request.get(newLink)).status()).toBe(200);

  const delivery = await openMailTo(page, right);
  await expect(delivery.getByRole("heading", { name: /printables are ready/ })).toBeVisible();
  const notice = await openMailTo(page, wrong);
  await expect(notice.getByRole("heading", { name: /A new address for order/ })).toBeVisible();
});

test("the form works from the keyboard: it says what is wrong, asks about a slip once, and sends", async ({
  page,
}) => {
  const email = "ida@example.com";
  const products = aPurchaseOf().products.map((item) => ({ ...item, downloadUrl: "/files/a.zip" }));
  const failed = aPurchaseOf({
    customerEmail: email,
    canCorrectAddress: true,
    mail: "failed",
    products,
  });
  const files = page.getByRole("link", { name: /^Download/ });
  const lost = page.getByRole("alert").filter({ hasText: "could not be delivered" });
  const opener = page.getByRole("button", { name: "Wrong address?" });
  await page.clock.install();
  await stubPurchase(page, { ...failed, mail: "waiting" });
  await openLive(page, "/checkout/success?sessionId=cs_test_0123456789");
  await expect(page.getByRole("heading", { name: email })).toBeVisible();

  await stubPurchase(page, failed);
  await page.clock.fastForward(FIRST_WAIT_MS);
  await expect(lost).toBeVisible();
  await expect(files).toHaveCount(1);
  await page.getByRole("button", { name: "Mail my files again" }).click();
  await expect(page.getByRole("heading", { name: email })).toBeFocused();
  await expect(lost).toBeHidden();
  await page.clock.fastForward(FIRST_WAIT_MS);
  await expect(lost).toBeVisible();

  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue(email);
  await expect(lost).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(field(page)).toBeHidden();
  await expect(opener).toBeFocused();

  const invalid = "Please enter a valid email address.";
  await page.route(CALL, (route) =>
    route.fulfill({ status: 422, json: { message: invalid, errors: { email: [invalid] } } }),
  );
  await page.keyboard.press("Enter");
  await field(page).fill("ida@");
  await page.keyboard.press("Enter");
  await expect(field(page)).toHaveAccessibleDescription(new RegExp(RegExp.escape(invalid)));
  await expect(field(page)).toHaveAttribute("aria-invalid", "true");
  await expect(field(page)).toBeFocused();
  await field(page).fill("ida@example.org");
  await expect(field(page)).not.toHaveAttribute("aria-invalid");

  const refusal = "Only the browser that paid can correct the address. Please write to us.";
  const send = page.getByRole("button", { name: "Send to this address" });
  await page.route(CALL, (route) => route.fulfill({ status: 403, json: { message: refusal } }));
  await send.click();
  const alert = page.getByRole("alert").filter({ hasText: refusal });
  await expect(alert.getByRole("link")).toHaveAttribute("href", /^mailto:/);
  await expect(field(page)).toHaveValue("ida@example.org");

  // A press on the button counts, although leaving the field asks first.
  const answer = await hold(page, CALL, { json: { customerEmail: "ida@yaho.com" } });
  await field(page).fill("ida@yaho.com");
  await send.click();
  await expect(page.getByRole("status").filter({ hasText: "Did you mean" })).toContainText(
    "ida@yahoo.com",
  );
  await send.click();
  const sending = page.getByRole("button", { name: "Sending..." });
  await expect(sending).toHaveAttribute("aria-disabled", "true");
  await expect(field(page)).toBeFocused();

  // New links that do not come leave none of those that ended.
  await page.route(PURCHASE_CALL, (route) => route.abort());
  answer();
  await expect(page.getByRole("heading", { name: "ida@yaho.com" })).toBeFocused();
  await expect(field(page)).toBeHidden();
  const done = page.getByRole("status").filter({ hasText: "Done, your files are on their way." });
  await expect(done).toContainText("Reload this page to see your files here again.");
  await expect(done).not.toContainText(email);
  await expect(files).toHaveCount(0);
});
