import { PDFDocument } from "@cantoo/pdf-lib";
import type { Page } from "playwright/test";
import { faqEntries } from "../../client/content/landing.ts";
import { buyAhead, expect, newBuyer, test } from "./shop.ts";
import { signInAs } from "./sign-in.ts";

const MARGIN = "0.4in";
const INK = "rgb(32, 40, 58)";

async function countSheets(page: Page, format: "A4" | "Letter"): Promise<number> {
  const margin = { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN };
  return (await PDFDocument.load(await page.pdf({ format, margin }))).getPageCount();
}

const printedText = (page: Page) => page.locator("body").innerText();

test("an order prints as a receipt on one sheet", async ({ page }) => {
  const email = newBuyer("paula");
  await buyAhead(page, { pack: "Premium Pack", email });
  await expect(page.getByRole("link", { name: /^Download all/ })).toBeVisible();
  expect(await countSheets(page, "A4")).toBe(1);
  expect(await countSheets(page, "Letter")).toBe(1);

  await page.emulateMedia({ media: "print" });
  const text = await printedText(page);
  for (const part of [email, "Premium Pack\n\n$37.00 USD", "Month 1: Hello School", "cs_test_"]) {
    expect(text).toContain(part);
  }
  expect(text).not.toMatch(/Download|demo|Wrong address|Back to Home|Quick links|My account/);
});

test("the account prints in ink, also from dark mode", async ({ page }) => {
  await signInAs(page, newBuyer("otto"));
  await page.goto("/account");
  const heading = page.getByRole("heading", { level: 1 });
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(heading).not.toHaveCSS("color", INK);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(heading).toHaveCSS("color", INK);
  expect(await printedText(page)).not.toMatch(/Sign out|Logout|Contact Support|Quick links/);
});

test("the landing page prints its content without buttons", async ({ page }) => {
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  expect(await countSheets(page, "A4")).toBeLessThanOrEqual(8);
  await page.emulateMedia({ media: "print" });
  const text = await printedText(page);
  for (const { answer } of faqEntries) expect(text).toContain(answer);
  expect(text).not.toMatch(/GET INSTANT|DOWNLOAD NOW|Pause|Special offer|seconds|demo/);
});
