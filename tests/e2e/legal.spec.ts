import type { Page } from "playwright/test";
import { expect, openLive, test } from "./shop.ts";
import { expectNoFault, expectNoOverflow } from "./sound.ts";

const PAGES = [
  ["/privacy", "Privacy Policy"],
  ["/terms", "Terms of Service"],
  ["/refund", "Refund Policy"],
] as const;
const MOST_CHARACTERS = 68;

for (const [path, title] of PAGES) {
  test(`${path} is sound at every width`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    await openLive(page, path);
    await expectNoOverflow(page);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoFault(page);
    }
    const longest = await longestLine(page);
    expect(longest).toBeGreaterThan(20);
    expect(longest).toBeLessThanOrEqual(MOST_CHARACTERS);
  });

  test(`${path} is reached from the footer, and leads home`, async ({ page }) => {
    await openLive(page, "/checkout/cancel");
    await page.getByRole("contentinfo").getByRole("link", { name: title }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveTitle(`${title} | Papercub`);
    await page.getByRole("banner").getByRole("link", { name: "Back to Home" }).click();
    await expect(page).toHaveURL("/");
  });
}

/** Characters in the longest line of any paragraph, on the screen as it is. */
async function longestLine(page: Page): Promise<number> {
  await page.evaluate(() => document.fonts.ready);
  return page.evaluate(() => {
    let most = 0;
    for (const paragraph of document.querySelectorAll("main p, main li, main dd")) {
      const range = document.createRange();
      range.selectNodeContents(paragraph);
      const tops = [...range.getClientRects()].map((rect) => Math.round(rect.top / 8));
      const lines = new Set(tops).size;
      const length = paragraph.textContent.length;
      if (lines > 2) most = Math.max(most, length / lines);
    }
    return most;
  });
}

test("a line of the contents leads to its section, which the bar does not cover", async ({
  page,
}) => {
  await page.goto("/refund");
  await page.getByRole("link", { name: "Special Cases" }).click();
  await expect(page).toHaveURL("/refund#special-cases");
  const heading = page.getByRole("heading", { name: "Special Cases" });
  await expect(heading).toBeInViewport();
  await expect.poll(async () => (await heading.boundingBox())?.y ?? 0).toBeGreaterThan(64);
});

test("on paper there is only the text", async ({ page }) => {
  await page.goto("/terms");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("contentinfo")).toBeHidden();
  await expect(page.getByRole("navigation", { name: "On this page" })).toBeHidden();
  await expect(page.getByRole("link", { name: "Back to Home" }).first()).toBeHidden();
  await expect(page.getByRole("heading", { name: "What you buy" })).toBeVisible();
});

test("the quick links lead to the landing page's prices from everywhere", async ({ page }) => {
  await page.goto("/privacy");
  await page.getByRole("contentinfo").getByRole("link", { name: "Pricing" }).click();
  await expect(page).toHaveURL("/#pricing");
  await expect(page.getByRole("heading", { name: "Choose your pack" })).toBeInViewport();
});
