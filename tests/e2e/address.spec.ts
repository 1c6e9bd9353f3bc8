import { aPurchaseOf, PURCHASE_CALL, stubPurchase } from "./purchase-stub.ts";
import {
  declineOffers,
  expect,
  mistypedBuyer,
  openLive,
  openMailTo,
  pay,
  shownTo,
  startBuying,
  test,
} from "./shop.ts";

const CALL = "**/api/orders/address";

test.use({ allowConsole: [/status of 422 .*\/orders\/address|ERR_FAILED .*\/purchase-detail/] });

test("a mistyped email is corrected with one click, and the files follow", async ({
  page,
  context,
}) => {
  const { wrong, right } = mistypedBuyer("gina");
  const firstFile = page.getByRole("link", { name: /Month 1.*A4/ }).first();
  const statusOf = async (link: string | null) => (await context.request.get(link ?? "")).status();
  await startBuying(page, "Advanced Pack");
  await pay(page, { email: wrong });
  await expect(page.getByText(`Did you mean ${right}?`)).toBeVisible();
  await page.getByRole("button", { name: "Keep mine and pay" }).click();
  await declineOffers(page);

  await expect(shownTo(page, wrong)).toBeVisible();
  const oldLink = await firstFile.getAttribute("href");
  expect(await statusOf(oldLink)).toBe(200);
  await page.getByRole("button", { name: "Yes, send it there" }).click();

  await expect(shownTo(page, right)).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "no longer work" })).toContainText(wrong);
  expect(await statusOf(oldLink)).toBe(404);
  expect(await statusOf(await firstFile.getAttribute("href"))).toBe(200);

  const delivery = await openMailTo(page, right);
  await expect(delivery.getByRole("heading", { name: /printables are ready/ })).toBeVisible();
  const notice = await openMailTo(page, wrong);
  await expect(notice.getByRole("heading", { name: /A new address for order/ })).toBeVisible();
});

test("the form works from the keyboard, links an error to its field, and removes ended links", async ({
  page,
}) => {
  const email = "ida@example.com";
  const products = aPurchaseOf().products.map((item) => ({ ...item, downloadUrl: "/files/a.zip" }));
  await stubPurchase(
    page,
    aPurchaseOf({ customerEmail: email, canCorrectAddress: true, products }),
  );
  await openLive(page, "/checkout/success?sessionId=cs_test_0123456789");
  const field = page.getByLabel("The right email address");
  const opener = page.getByRole("button", { name: "Wrong address?" });
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(email);
  await page.keyboard.press("Escape");
  await expect(field).toBeHidden();
  await expect(opener).toBeFocused();

  const invalid = "Please enter a valid email address.";
  await page.route(CALL, (route) =>
    route.fulfill({ status: 422, json: { message: invalid, errors: { email: [invalid] } } }),
  );
  await page.keyboard.press("Enter");
  await field.fill("ida@");
  await page.keyboard.press("Enter");
  await expect(field).toHaveAccessibleDescription(new RegExp(RegExp.escape(invalid)));
  await expect(field).toBeFocused();

  // The blur before the click asks about the typo; the click still counts.
  await page.route(CALL, (route) => route.fulfill({ json: { customerEmail: "ida@yaho.com" } }));
  await page.route(PURCHASE_CALL, (route) => route.abort());
  const send = page.getByRole("button", { name: "Send to this address" });
  await field.fill("ida@yaho.com");
  await send.click();
  await expect(page.getByRole("status").filter({ hasText: "Did you mean" })).toBeVisible();
  await send.click();
  await expect(page.getByRole("heading", { name: "ida@yaho.com" })).toBeFocused();
  const done = page.getByRole("status").filter({ hasText: "Done, your files are on their way." });
  await expect(done).toContainText("Reload this page to see your files here again.");
  await expect(page.getByRole("link", { name: /^Download/ })).toHaveCount(0);
});
