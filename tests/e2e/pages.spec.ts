import type { Route } from "playwright/test";
import { expect, hold, LIVE_CODE, openLive, test, waitUntilLive } from "./shop.ts";

// The product list that fails on purpose is reported, as it should be.
test.use({ allowConsole: [/status of 500 .*\/api\/products$|unexpected error occurred/i] });

test("a policy is reached from the footer, by its sections, on paper, and leads home", async ({
  page,
}) => {
  for (const [path, title] of [
    ["/privacy", "Privacy Policy"],
    ["/terms", "Terms of Service"],
    ["/refund", "Refund Policy"],
  ] as const) {
    await page.goto("/checkout/cancel");
    await page.getByRole("contentinfo").getByRole("link", { name: title }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveTitle(`${title} | Papercub`);
  }
  // The bar at the top does not cover it.
  await page.getByRole("link", { name: "Special Cases" }).click();
  await expect(page).toHaveURL("/refund#special-cases");
  const heading = page.getByRole("heading", { name: "Special Cases" });
  await expect(heading).toBeInViewport();
  await expect.poll(async () => (await heading.boundingBox())?.y ?? 0).toBeGreaterThan(64);

  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("contentinfo")).toBeHidden();
  await expect(page.getByRole("navigation", { name: "On this page" })).toBeHidden();
  await expect(page.getByRole("link", { name: "Back to Home" }).first()).toBeHidden();
  await expect(heading).toBeVisible();
  await page.emulateMedia({ media: "screen" });

  await page.getByRole("contentinfo").getByRole("link", { name: "Pricing" }).click();
  await expect(page).toHaveURL("/#pricing");
  await expect(page.getByRole("heading", { name: "Choose your pack" })).toBeInViewport();
  await page.goBack();
  await page.getByRole("banner").getByRole("link", { name: "Back to Home" }).click();
  await expect(page).toHaveURL("/");
});

test("going home while the product list is down shows the page without prices", async ({
  page,
}) => {
  await openLive(page, "/checkout/cancel");
  await page.route("**/api/products", (route) => route.fulfill({ status: 500, json: {} }));
  const reported = page.waitForEvent("pageerror");
  await page.getByRole("link", { name: "Try Payment Again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    "Tired of Screen-Time Battles?",
  );
  await expect(page.getByRole("heading", { name: "Choose your pack" })).toBeVisible();
  await reported;
});

test("going back right after a reload shows the page before", async ({ page }) => {
  await openLive(page, "/privacy");
  await page.getByRole("contentinfo").getByRole("link", { name: "Terms of Service" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Terms of Service" })).toBeVisible();
  const letLive = await hold(page, LIVE_CODE);
  await page.reload();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL("/privacy");
  letLive();
  await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeVisible();
});

test("a page stays where its reader is when it becomes live", async ({ page }) => {
  // A scroll to the top would be a jump, which is seen at once.
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const path of ["/", "/terms"]) {
    const letLive = await hold(page, LIVE_CODE);
    await page.goto(path);
    await page.evaluate(() => window.scrollTo({ top: 1500, behavior: "instant" }));
    letLive();
    await waitUntilLive(page);
    // A picture that comes late may move the text by a few lines, and the browser the page with it.
    expect(Math.abs((await page.evaluate(() => window.scrollY)) - 1500)).toBeLessThan(60);
  }
});

test("what was typed before a page is live counts", async ({ page }) => {
  const message = "Hello, the maze on page 14 does not print.";
  const taken = (route: Route) => route.fulfill({ json: { success: true } });
  await page.route("**/api/forms/submit", taken);
  await page.route("**/api/send-otp", taken);
  const letLive = await hold(page, LIVE_CODE);
  await page.goto("/contact");
  await page.getByLabel("Full Name").fill("Anna Bear");
  await page.getByLabel("Email Address").fill("early@example.com");
  await page.getByLabel("Message").fill(message);
  letLive();
  await waitUntilLive(page);
  await expect(page.getByText(`${message.length} of 1000 characters`)).toBeVisible();
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByText("Thank you! Your message has been sent")).toBeVisible();

  const letLogin = await hold(page, LIVE_CODE);
  await page.goto("/login");
  await page.getByLabel("Email address").fill("early@example.com");
  letLogin();
  await waitUntilLive(page);
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByText("Enter the 6-digit code sent to early@example.com")).toBeVisible();
});
