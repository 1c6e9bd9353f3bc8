// Without JavaScript, visitors can read, send the contact form and sign in.
import type { Page } from "playwright/test";
import { codeMailedTo, expect, mistypedBuyer, newBuyer, payAhead, signInAs, test } from "./shop.ts";

test.use({
  javaScriptEnabled: false,
  // A form with errors is rendered again with its status.
  allowConsole: /status of (?:422 .*\/contact|400 .*\/account\/delete)$/,
});

/** Bottom edge of the sticky header, where a section starts after a jump to it. */
const UNDER_BAR_PX = 65;

const topOf = (page: Page, id: string) =>
  page.locator(id).evaluate((section) => Math.round(section.getBoundingClientRect().top));
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("the landing page can be read, and jumps end at their section", async ({ page }) => {
  // Smooth scrolling lays out every section on the way; an instant jump skips them.
  for (const { width, reducedMotion } of [
    { width: 390, reducedMotion: "no-preference" },
    { width: 1280, reducedMotion: "reduce" },
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ reducedMotion });
    await page.goto("/");
    await page.getByRole("link", { name: "GET INSTANT ACCESS" }).first().click();
    await expect.poll(() => topOf(page, "#pricing")).toBe(UNDER_BAR_PX);
    await page.goto("about:blank");
    await page.goto("/#faq");
    await expect.poll(() => topOf(page, "#faq")).toBe(UNDER_BAR_PX);
  }

  await expect(page.getByRole("timer")).toHaveText(/02\s*days\s*15\s*hours\s*30\s*minutes\s*45/);
  await expect(page.locator("#testimonials figure")).toHaveCount(10);
  for (const control of await page.locator("#testimonials button").all()) {
    await expect(control).toBeHidden();
  }
  await expect(page.getByRole("button", { name: "Pause the countdown" })).toBeHidden();
  const question = (text: string) => page.locator("#faq summary").filter({ hasText: text });
  const opened = page.locator("#faq details[open]");
  await expect(opened).toHaveCount(0);
  await question("printed book").click();
  await expect(page.getByText("there is no printed version")).toBeVisible();
  await question("right for my child").click();
  await expect(opened).toHaveCount(1);
  await question("right for my child").click();
  await expect(opened).toHaveCount(0);
});

test("a link to buy a product opens its page with the focus on the button", async ({ page }) => {
  await page.goto("/products/premium-pack?buy");
  const buy = button(page, "DOWNLOAD NOW Premium Pack").first();
  await expect(buy).toBeFocused();
  await buy.click();
  await page.waitForURL(/\/demo\/pay\/cs_/);
});

test("a message is corrected and sent", async ({ page }) => {
  const message = "Hello, the maze on page 14 does not print.";
  const fill = async (email: string) => {
    await page.getByLabel("Full Name").fill("Anna Bear");
    await page.getByLabel("Email Address").fill(email);
    await page.getByLabel("Message").fill(message);
  };
  await page.goto("/contact");
  await fill("anna");
  await button(page, "Send Message").click();
  await expect(page.getByText("Email Address is not a valid email")).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue(message);
  await fill(newBuyer("anna"));
  // Backdate the form: a form submitted immediately counts as spam.
  await page
    .locator("input[name=openedAt]")
    .evaluate((field: HTMLInputElement) => (field.value = String(Date.now() - 60_000)));
  await button(page, "Send Message").click();
  await expect(page).toHaveURL("/contact?sent=1");
  await expect(page.getByRole("heading", { name: "Message Sent!" })).toBeVisible();
});

test("a mistyped email is corrected before the code is sent", async ({ page }) => {
  const { wrong, right } = mistypedBuyer("nora");
  await page.goto("/login");
  await expect(button(page, "Continue with Google")).toBeHidden();
  await page.getByLabel("Email address").fill(wrong);
  await button(page, "Send code").click();
  await button(page, "Yes, use this address").click();
  await expect(page.getByText(`Enter the 6-digit code sent to ${right}`)).toBeVisible();
});

test("an account is deleted on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const email = newBuyer("vera");
  await payAhead(page, { pack: "Premium Pack", email });
  const known = await signInAs(page, email);
  await page.goto("/account");
  await page.getByRole("link", { name: "Delete my account" }).click();
  await expect(page.getByRole("radio", { name: "Keep my links" })).toBeChecked();
  await button(page, "Email me a code").click();
  const field = page.getByLabel("Code", { exact: true });
  await expect(page.getByText(`We've sent a 6-digit code to ${email}.`)).toBeVisible();
  await field.fill("12345");
  await button(page, "Delete my account now").click();
  await expect(field).toHaveAccessibleDescription(/That code isn't right/);
  await field.fill(await codeMailedTo(page, email, known));
  await button(page, "Delete my account now").click();
  await expect(page.getByRole("heading", { name: "Your account is deleted" })).toBeVisible();
});
