import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
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
import { signInAs } from "./sign-in.ts";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test(
  "from the landing page to an opened PDF and one mail, and no second payment after",
  { tag: "@pdf" },
  async ({ page, context, browser }) => {
    test.slow();
    const email = newBuyer("anna");
    await startBuying(page, "Premium Pack");
    await expect(page.getByText("No money moves")).toBeVisible();
    await pay(page, { email });
    await declineOffers(page);
    await expect(page.getByRole("heading", { name: "Purchase Successful!" })).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
    await expect(page.getByText("Your Order (1 item(s))")).toBeVisible();

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
    // Mails go one after the other: what was queued before the code has come when the code has.
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

test("cancelling leads back, and the same button gives the same checkout", async ({ page }) => {
  await startBuying(page, "Premium Pack");
  const first = page.url();
  await page.getByRole("link", { name: /cancel/i }).click();
  await page.waitForURL(/\/checkout\/cancel/);
  await expect(page.getByRole("heading", { name: "Payment Cancelled" })).toBeVisible();
  await page.getByRole("link", { name: "Try Payment Again" }).click();
  await page.waitForURL(/\/#pricing$|\/$/);
  await expect(page.getByRole("heading", { name: "Choose your pack" })).toBeInViewport();
  await page.getByRole("button", { name: "DOWNLOAD NOW" }).first().click();
  await page.waitForURL(first);
});

test("a delayed payment says so on its page and by mail, then shows the files", async ({
  page,
}) => {
  test.slow();
  const email = newBuyer("emma");
  await startBuying(page, "Advanced Pack");
  await pay(page, { email, card: "4000 0000 0000 3220" });
  await expect(page.getByText("Your payment is being processed")).toBeVisible();
  await declineOffers(page);
  await expect(page.getByRole("heading", { name: /being processed/ })).toBeVisible();

  const mail = await openMailTo(page, email, "Order received, waiting for your bank");
  await expect(mail.getByText("Advanced Pack:")).toBeVisible();
  const order = mail.getByRole("link", { name: "See your order" });
  await page.goto((await order.getAttribute("href")) ?? "/no-such-order");
  await expect(page.getByRole("heading", { name: "Purchase Successful!" })).toBeVisible({
    timeout: 60_000,
  });
});

test.describe("a bank debit that fails", () => {
  // The browser says of the answer that nothing was paid.
  test.use({ allowConsole: [/status of 409/] });

  test("ends the wait on the open page, says so by mail, and can be paid again", async ({
    page,
  }) => {
    test.slow();
    const email = newBuyer("finn");
    await buyAhead(page, { pack: "Advanced Pack", email, card: "4000 0084 0000 1629" });
    await expect(page.getByText("Waiting for the bank…")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Purchase Failed" })).toBeVisible({
      timeout: 60_000,
    });
    await expect(page.getByRole("alert")).toContainText("Your bank did not confirm the payment.");
    await expect(page.getByRole("alert")).toContainText("Nothing was charged.");
    await expect(page.getByText("Did you pay?")).toHaveCount(0);
    await page.getByRole("link", { name: "Order again" }).click();
    await expect(page.getByRole("heading", { name: "Choose your pack" })).toBeInViewport();

    const mail = await openMailTo(page, email, "did not go through");
    await expect(
      mail.getByRole("heading", { name: "The payment did not go through" }),
    ).toBeVisible();
    await expect(mail.getByRole("link", { name: "Order again" })).toHaveAttribute(
      "href",
      /\/#pricing$/,
    );
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the same journey works", async ({ page, context }) => {
    const email = newBuyer("frida");
    await startBuying(page, "Premium Pack");
    await pay(page, { email });
    await declineOffers(page);
    await expect(page.getByText(email)).toBeVisible();
    const link = page.getByRole("link", { name: /Month 1/ }).first();
    const pdf = await context.request.get((await link.getAttribute("href")) ?? "");
    expect(pdf.headers()["content-type"]).toBe("application/pdf");

    await page.goto("/");
    await page.getByRole("button", { name: "DOWNLOAD NOW" }).first().click();
    await expect(page.getByRole("heading", { name: "You already have this" })).toBeVisible();
    await expect(page.getByText("Nothing was charged; here are your files.")).toBeVisible();
  });
});
