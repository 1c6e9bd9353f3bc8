import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import {
  declineOffers,
  expect,
  mistypedBuyer,
  newBuyer,
  openMailTo,
  pay,
  shownTo,
  startBuying,
  test,
} from "./shop.ts";
import { signInAs } from "./sign-in.ts";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test(
  "from the landing page to an opened PDF and one mail, and no second payment after",
  { tag: "@pdf" },
  async ({ page, context, browser }) => {
    test.slow();
    const email = newBuyer("anna");
    await startBuying(page, "Premium Pack");
    await pay(page, { email });
    await declineOffers(page);
    await expect(page.getByText(email)).toBeVisible();

    const success = page.url();
    const opened = context.waitForEvent("page");
    await page
      .getByRole("link", { name: /Month 1.*A4|A4.*Month 1/ })
      .first()
      .click();
    const pdfTab = await opened;
    expect(pdfTab.url()).toMatch(/\/files\/\d+\/Month-1-Hello-School-A4\.pdf\?token=/);
    const pdf = await context.request.get(pdfTab.url());
    const seeded = await readFile("dist/printables/month-1-a4.pdf");
    expect(sha256(await pdf.body())).toBe(sha256(seeded));
    expect(pdf.headers()["etag"]).toBe(`"${sha256(seeded)}"`);

    const mail = await openMailTo(page, email);
    await expect(mail.getByRole("heading", { name: "Your printables are ready" })).toBeVisible();
    const link = await mail.getByRole("link", { name: /A4/ }).first().getAttribute("href");
    const stranger = await browser.newContext();
    const fromMail = await stranger.request.get(link ?? "");
    expect(sha256(await fromMail.body())).toBe(sha256(seeded));
    await stranger.close();

    await page.goto(success);
    await page.reload();
    await expect(page.getByText(email)).toBeVisible();
    // Mails are sent in order: after the code no earlier mail is pending.
    await signInAs(page, email);
    await page.goto("/demo/mail");
    const mails = page.getByRole("listitem").filter({ hasText: email });
    await expect(mails.filter({ hasText: "printables are ready" })).toHaveCount(1);
    await expect(mails).toHaveCount(2);

    await page.goto("/");
    await page.getByRole("button", { name: "DOWNLOAD NOW" }).first().click();
    await page.waitForURL(`${success}&again=1`);
    await expect(page.getByRole("heading", { name: "You already have this" })).toBeVisible();
    await expect(page.getByText("Nothing was charged; here are your files.")).toBeVisible();
  },
);

test("canceling leads back, and the same button opens the same checkout", async ({ page }) => {
  await startBuying(page, "Premium Pack");
  const first = page.url();
  await page.getByRole("link", { name: /cancel/i }).click();
  await page.waitForURL(/\/checkout\/cancel/);
  await expect(page.getByRole("heading", { name: "Payment Cancelled" })).toBeVisible();
  await page.getByRole("link", { name: "Try Payment Again" }).click();
  await page.waitForURL(/\/#pricing$|\/$/);
  await expect(page.getByRole("heading", { name: "Choose your pack" })).toBeInViewport();
  // A click while the page scrolls to the packs may miss the button.
  await expect(async () => {
    await page.getByRole("button", { name: "DOWNLOAD NOW" }).first().click({ timeout: 1000 });
    await page.waitForURL(first, { timeout: 5000 });
  }).toPass();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the same journey works, and the payment page asks about a typo", async ({
    page,
    context,
  }) => {
    const { wrong, right } = mistypedBuyer("frida");
    await startBuying(page, "Premium Pack");
    await pay(page, { email: wrong });
    await page.getByRole("button", { name: "Use it and pay" }).click();
    await declineOffers(page);
    await expect(shownTo(page, right)).toBeVisible();
    await expect(page.getByText("Did you mean")).toBeHidden();
    // getByText skips <noscript>.
    const help = page.locator("noscript p");
    await expect(help).toBeVisible();
    await expect(help).toHaveText(/^Wrong address\? Write to us/);
    await expect(page.getByRole("button", { name: "Wrong address?" })).toBeHidden();
    const link = page.getByRole("link", { name: /Month 1/ }).first();
    const pdf = await context.request.get((await link.getAttribute("href")) ?? "");
    expect(pdf.headers()["content-type"]).toBe("application/pdf");

    await page.goto("/");
    await page.getByRole("button", { name: "DOWNLOAD NOW" }).first().click();
    await expect(page.getByRole("heading", { name: "You already have this" })).toBeVisible();
    await expect(page.getByText("Nothing was charged; here are your files.")).toBeVisible();
  });
});
