// A buyer's journey: payment, files, mails, account and printing.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { PDFDocument } from "@cantoo/pdf-lib";
import type { Page } from "playwright/test";
import {
  buyAhead,
  codeMailedTo,
  declineOffers,
  expect,
  hold,
  LIVE_CODE,
  mistypedBuyer,
  newBuyer,
  openLive,
  openMailTo,
  pay,
  PURCHASE_CALL,
  signInAs,
  startBuying,
  stubPurchase,
  test,
  waitUntilLive,
} from "./shop.ts";
import { expectSound, expectStateSound } from "./accessible.ts";

// Ended sessions cause 401s. Playwright cannot hold back requests of a service worker.
test.use({
  serviceWorkers: "block",
  allowConsole:
    /status of (?:401 .*\/users\/me|409 .*\/purchase-detail\S*|422 .*\/orders\/address)$|ERR_FAILED .*\/purchase-detail|registration blocked by Playwright/,
});

const ORDER = "/checkout/success?sessionId=cs_test_0123456789";
const LOGIN = "/login?returnUrl=%2Faccount";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0";
const INK = "rgb(32, 40, 58)";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const printedText = (page: Page) => page.locator("body").innerText();
/** Heading of an order's page with the email address that receives the files. */
const sentTo = (page: Page, email: string) =>
  page
    .getByRole("heading", { name: email })
    .and(page.getByText(/^(?:We sent your files|Your files are on their way) to/));

async function countSheets(page: Page, format: "A4" | "Letter"): Promise<number> {
  const margin = { top: "0.4in", bottom: "0.4in", left: "0.4in", right: "0.4in" };
  return (await PDFDocument.load(await page.pdf({ format, margin }))).getPageCount();
}

test("a parent pays, corrects the email and prints the files @pdf", async ({
  page,
  context,
  browser,
}) => {
  test.slow();
  const { wrong, right } = mistypedBuyer("anna");
  const payButton = page.getByRole("button", { name: /^Pay \$/ }).last();
  const fileLink = page.getByRole("link", { name: /Month 1.*A4/ }).first();
  const statusOf = async (link: string | null) => (await context.request.get(link ?? "")).status();
  const seeded = await readFile("dist/printables/month-1-a4.pdf");

  await test.step("corrects the payment page and pays", async () => {
    await startBuying(page, "Premium Pack");
    await payButton.click();
    await expect(page.getByText("Please check the marked fields.")).toBeFocused();
    await page.getByLabel("Email").pressSequentially("a");
    await expect(page.getByLabel("Email")).not.toHaveAttribute("aria-invalid");
    await pay(page, wrong);
    await page.getByRole("button", { name: "Keep mine and pay" }).click();
    await declineOffers(page);
  });

  await test.step("corrects the email with one click", async () => {
    await expect(sentTo(page, wrong)).toBeVisible();
    const oldLink = await fileLink.getAttribute("href");
    expect(await statusOf(oldLink)).toBe(200);
    await page.getByRole("button", { name: "Yes, send it there" }).click();
    await expect(sentTo(page, right)).toBeFocused();
    const notice = page.getByRole("status").filter({ hasText: "no longer work" });
    await expect(notice).toContainText(wrong);
    expect(await statusOf(oldLink)).toBe(404);
  });

  const order = page.url();
  await test.step("opens a file and prints the receipt on one sheet", async () => {
    const opened = context.waitForEvent("page");
    await fileLink.click();
    const tab = await opened;
    expect(tab.url()).toMatch(/\/files\/\d+\/Month-1-Hello-School-A4\.pdf\?token=/);
    const pdf = await context.request.get(tab.url());
    expect(sha256(await pdf.body())).toBe(sha256(seeded));
    await tab.close();
    for (const format of ["A4", "Letter"] as const) expect(await countSheets(page, format)).toBe(1);
    await page.emulateMedia({ media: "print" });
    await expect(page.locator("body")).toHaveCSS(
      "background-color",
      /^(rgba\(0, 0, 0, 0\)|rgb\(255, 255, 255\))$/,
    );
    const text = await printedText(page);
    for (const part of [right, "Premium Pack\n\n$37.00 USD", "Month 1: Hello School", "cs_test_"]) {
      expect(text).toContain(part);
    }
    expect(text).not.toMatch(/Download|demo|Wrong address|Back to Home|Quick links|My account/);
    await page.emulateMedia({ media: "screen" });
  });

  await test.step("gets a mail with links that work anywhere", async () => {
    const mail = await openMailTo(page, right, /printables are ready/);
    await expect(mail.getByRole("heading", { name: "Your printables are ready" })).toBeVisible();
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 700 });
      const hidden = () =>
        page
          .locator("iframe")
          .evaluate(
            (frame: HTMLIFrameElement) =>
              frame.clientHeight - (frame.contentDocument?.documentElement.offsetHeight ?? 0),
          );
      await expect.poll(hidden).toBe(0);
    }
    const link = await mail.getByRole("link", { name: /A4/ }).first().getAttribute("href");
    const stranger = await browser.newContext();
    expect(sha256(await (await stranger.request.get(link ?? "")).body())).toBe(sha256(seeded));
    await stranger.close();
  });

  await test.step("is not charged for the same pack again", async () => {
    await page.goto("/");
    await page.getByRole("button", { name: "DOWNLOAD NOW" }).first().click();
    await page.waitForURL(`${order}&again=1`);
    await expect(page.getByText("Nothing was charged.")).toBeVisible();
  });
});

test("a gift is paid once on a phone, and its mail opens", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const [giver, { wrong, right: recipient }] = [newBuyer("greta"), mistypedBuyer("lea")];
  await openLive(page, "/products/premium-pack");
  await page.getByText("Buy as a gift").click();
  await page.getByLabel("Email of the recipient").fill(wrong);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await page.getByRole("button", { name: "Yes, use this address" }).click();
  await expectSound(page);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await page.waitForURL(/\/demo\/pay\/cs_/);
  await pay(page, giver);

  await expect(page.getByRole("heading", { name: "Your gift is on its way" })).toBeVisible();
  await expect(page.getByRole("link", { name: /Download|Month 1/ })).toHaveCount(0);
  await expectSound(page);
  const order = page.url();
  await page.getByRole("link", { name: "Receipt" }).click();
  await expect(page.getByText(giver)).toBeVisible();

  const mail = await openMailTo(page, recipient, "A gift for you");
  await expect(mail.getByText("Anna Bear has bought these printables for you.")).toBeVisible();

  await openLive(page, "/products/premium-pack");
  await page.getByText("Buy as a gift").click();
  await page.getByLabel("Email of the recipient").fill(recipient);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await page.waitForURL(`${order}&again=1`);
  await expect(page.getByText("Nothing was charged.")).toBeVisible();
});

test("the order's page retries, mails again and corrects an email", async ({ page }) => {
  const json = { message: "This payment hasn't been completed.", code: "unpaid" };
  const letAnswer = await hold(page, PURCHASE_CALL, { status: 409, json });
  await openLive(page, ORDER);
  await expect(page.getByText("Verifying purchase information...").first()).toBeVisible();
  letAnswer();
  await expect(page).toHaveTitle("Purchase Failed | Papercub");
  await stubPurchase(page, { masked: true, customerEmail: "an••••@ex••••.com" });
  await page.getByRole("button", { name: "Retry Verification" }).click();
  await expect(page).toHaveTitle("Purchase Successful! | Papercub");
  const resent = page.waitForRequest("**/api/orders/resend");
  await page.getByRole("button", { name: "Email my files again" }).click();
  expect((await resent).postDataJSON()).toEqual({ sessionId: "cs_test_0123456789" });

  await stubPurchase(page, { canCorrectAddress: true });
  await openLive(page, ORDER);
  const field = page.getByLabel("The right email address");
  const opener = page.getByRole("button", { name: "Wrong address?" });
  await opener.press("Enter");
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
  const invalid = "Please enter a valid email address.";
  const errors = { message: invalid, errors: { email: [invalid] } };
  await page.route("**/api/orders/address", (route) =>
    route.fulfill({ status: 422, json: errors }),
  );
  await page.keyboard.press("Enter");
  await field.fill("ida@");
  await page.keyboard.press("Enter");
  await expect(field).toHaveAccessibleDescription(new RegExp(RegExp.escape(invalid)));
  await expect(field).toBeFocused();
  await page.route("**/api/orders/address", (route) =>
    route.fulfill({ json: { customerEmail: "ida@example.com" } }),
  );
  await page.route(PURCHASE_CALL, (route) => route.abort());
  await field.fill("ida@example.com");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "ida@example.com" })).toBeFocused();
  await expect(page.getByRole("link", { name: /^Download/ })).toHaveCount(0);
});

test("a guest finds the order and ends sessions", async ({
  page,
  context,
  playwright,
  baseURL,
}) => {
  const email = newBuyer("lena");
  let code = "";
  await test.step("finds the order by a mailed code", async () => {
    await buyAhead(page, { pack: "Premium Pack", email });
    await page.getByRole("main").getByRole("link", { name: "Find my order" }).click();
    await expect(page).toHaveURL("/orders/find");
    await waitUntilLive(page);
    await page.getByLabel("Email address").fill(email);
    await page.getByRole("button", { name: "Find my order" }).click();
    code = await codeMailedTo(page, email);
    await page.getByLabel("Verification code").fill(code);
    await page.waitForURL("/account");
  });

  await test.step("gets a file, and prints in ink from dark mode", async () => {
    const card = page.getByRole("article", { name: "Premium Pack" });
    const today = await page.evaluate(() =>
      new Date().toLocaleDateString(undefined, { timeZone: "UTC" }),
    );
    await expect(card.getByText(today)).toBeVisible();
    const file = card.getByRole("link", { name: "Access Product" });
    // The browser's locale is en-US, so the default paper is US Letter.
    await expect(file).toHaveAttribute("href", /\/Month-1-Hello-School-US-Letter\.pdf$/);
    const pdf = await context.request.get((await file.getAttribute("href")) ?? "");
    expect(pdf.headers()["content-type"]).toBe("application/pdf");
    const heading = page.getByRole("heading", { level: 1 });
    await page.emulateMedia({ colorScheme: "dark" });
    await expect(heading).not.toHaveCSS("color", INK);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect(heading).toHaveCSS("color", INK);
    expect(await printedText(page)).not.toMatch(/Sign out|Logout|Contact Support|Quick links/);
    await page.emulateMedia({ media: "screen", colorScheme: "light" });
  });

  await test.step("finds a receipt that prints on paper alone", async () => {
    const link = page.getByRole("link", { name: /^Receipt.*Premium Pack/ });
    await openLive(page, (await link.getAttribute("href")) ?? "");
    await expect(page.getByRole("row", { name: /^Total paid \$37\.00 USD/ })).toBeVisible();
    await expectSound(page);
    await page.emulateMedia({ media: "print" });
    for (const hidden of [
      page.getByRole("button", { name: "Print" }),
      page.getByRole("link", { name: "My account" }),
      page.getByRole("contentinfo"),
    ]) {
      await expect(hidden).toBeHidden();
    }
    await expect(page.getByText("This is a demo: no real payments.").last()).toBeVisible();
    await expect(page.getByText("Personal license. For personal")).toBeVisible();
    await page.emulateMedia({ media: "screen" });
  });

  await test.step("ends the session of another browser", async () => {
    const elsewhere = await playwright.request.newContext({
      baseURL: baseURL ?? "",
      userAgent: FIREFOX,
    });
    code = await signInAs({ request: elsewhere }, email, code);
    await openLive(page, "/account");
    await page.getByRole("button", { name: "Sign out Firefox on Windows" }).click();
    await expect(page.getByText("Firefox on Windows is signed out.")).toBeFocused();
    await expectStateSound(page);
    expect((await elsewhere.get("/account")).url()).toContain(LOGIN);
    await elsewhere.dispose();
  });

  await test.step("notices a session ended elsewhere, on hydration and when shown again", async () => {
    const other = await context.newPage();
    const letLive = await hold(other, LIVE_CODE);
    await other.goto("/account", { waitUntil: "commit" });
    await expect(other.getByText("Welcome, lena-")).toBeVisible();
    await page.request.get("/api/logout");
    letLive();
    await expect(other).toHaveURL(LOGIN);
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(page).toHaveURL(LOGIN);
    await other.close();
    await signInAs(page, email, code);
    await openLive(page, "/account");
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await expect(page).toHaveURL(LOGIN);
  });
});
