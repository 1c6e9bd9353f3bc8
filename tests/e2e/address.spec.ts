import type { Page } from "playwright/test";
import {
  buyAhead,
  declineOffers,
  expect,
  newBuyer,
  openMailTo,
  pay,
  startBuying,
  test,
} from "./shop.ts";

const CALL = "**/api/orders/address";

/** The same new buyer at a mistyped and at the right address. */
function mistypedBuyer(name: string) {
  const right = newBuyer(name).replace("example.com", "gmail.com");
  return { wrong: right.replace("gmail", "gmial"), right };
}

/** Buys with an address, insisting on it, and arrives at the order. */
async function buyAs(page: Page, email: string) {
  await buyAhead(page, { pack: "Advanced Pack", email });
  await expect(shownTo(page, email)).toBeVisible();
}

function shownTo(page: Page, email: string) {
  const said = page.getByText(/^(?:We sent your files|Your files are on their way) to/);
  return page.getByRole("heading", { name: email }).and(said);
}

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

test("an address that nobody has is asked about without a reload, and its correction is mailed", async ({
  page,
}) => {
  const wrong = newBuyer("nobody");
  const right = newBuyer("gwen");
  await buyAhead(page, { pack: "Advanced Pack", email: wrong });
  const alert = page.getByRole("alert").filter({ hasText: "could not be delivered" });
  // The page asks again after a few seconds, and later and later then.
  await expect(alert).toBeVisible({ timeout: 15_000 });
  await expect(
    page.getByRole("heading", { name: `We could not send your files to ${wrong}` }),
  ).toBeVisible();
  await expect(firstFile(page)).toBeVisible();

  await page.getByRole("button", { name: "Mail my files again" }).click();
  const heading = page.getByRole("heading", { name: wrong });
  await expect(heading).toBeFocused();
  await expect(alert).toBeVisible({ timeout: 15_000 });

  await page.getByRole("button", { name: "Wrong address?" }).click();
  await expect(alert).toBeHidden();
  await field(page).fill(right);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: `We sent your files to ${right}` })).toBeVisible({
    timeout: 15_000,
  });
  await expect(page.getByRole("status").filter({ hasText: "Done, your files" })).not.toContainText(
    wrong,
  );
  await openMailTo(page, right, /printables are ready/);
});

test("the form works from the keyboard and asks about a slip once", async ({ page }) => {
  const email = newBuyer("ida");
  await buyAs(page, email);
  const opener = page.getByRole("button", { name: "Wrong address?" });
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue(email);
  await page.keyboard.press("Escape");
  await expect(field(page)).toBeHidden();
  await expect(opener).toBeFocused();

  await page.keyboard.press("Enter");
  const { wrong, right } = mistypedBuyer("ida");
  await field(page).fill(wrong);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Did you mean" })).toContainText(right);
  await page.keyboard.press("Enter");
  await expect(shownTo(page, wrong)).toBeFocused();
  await expect(field(page)).toBeHidden();
});

test.describe("a refusal", () => {
  test.use({ allowConsole: [/status of (?:403|422) .*\/api\/orders\/address$/] });

  test("stands at the field or beside it, and keeps the text", async ({ page }) => {
    await buyAs(page, newBuyer("kira"));
    await page.getByRole("button", { name: "Wrong address?" }).click();
    await page.keyboard.press("Enter");
    await expect(field(page)).toHaveAccessibleDescription(/The files already go to this address\./);
    await field(page).fill("kira@");
    await expect(field(page)).not.toHaveAttribute("aria-invalid");
    await page.keyboard.press("Enter");
    await expect(field(page)).toHaveAccessibleDescription(/Please enter a valid email address\./);
    await expect(field(page)).toHaveAttribute("aria-invalid", "true");
    await expect(field(page)).toBeFocused();

    const message = "Only the browser that paid can correct the address. Please write to us.";
    await page.route(CALL, (route) => route.fulfill({ status: 403, json: { message } }));
    const send = page.getByRole("button", { name: "Send to this address" });
    await field(page).fill("kira@example.org");
    await send.click();
    const alert = page.getByRole("alert").filter({ hasText: message });
    await expect(alert.getByRole("link")).toHaveAttribute("href", /^mailto:/);
    await expect(field(page)).toHaveValue("kira@example.org");

    // A press on the button counts, although leaving the field asks first.
    await page.route(CALL, () => {});
    await field(page).fill("jane@yaho.com");
    await send.click();
    await expect(page.getByText("Did you mean jane@yahoo.com?")).toBeVisible();
    await send.click();
    const sending = page.getByRole("button", { name: "Sending..." });
    await expect(sending).toHaveAttribute("aria-disabled", "true");
    await expect(field(page)).toBeFocused();
  });
});

test.describe("new links that do not come", () => {
  test.use({ allowConsole: [/ERR_FAILED .*\/api\/products\/purchase-detail/] });

  test("leave none of those that ended", async ({ page }) => {
    await buyAs(page, mistypedBuyer("lena").wrong);
    await page.route("**/api/products/purchase-detail*", (route) => route.abort());
    await page.getByRole("button", { name: "Yes, send it there" }).click();
    await expect(page.getByText("Reload this page to see your files here again.")).toBeVisible();
    await expect(firstFile(page)).toBeHidden();
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the payment page asks and takes the answer; the success page says whom to write to", async ({
    page,
  }) => {
    const { wrong, right } = mistypedBuyer("nora");
    await startBuying(page, "Advanced Pack");
    await pay(page, { email: wrong });
    await page.getByRole("button", { name: "Use it and pay" }).click();
    await declineOffers(page);
    await expect(shownTo(page, right)).toBeVisible();
    await expect(page.getByText("Did you mean")).toBeHidden();
    // Playwright's text search leaves out what stands in <noscript>.
    const help = page.locator("noscript p");
    await expect(help).toBeVisible();
    await expect(help).toHaveText(/^Wrong address\? Write to us/);
    await expect(page.getByRole("button", { name: "Wrong address?" })).toBeHidden();
  });
});
