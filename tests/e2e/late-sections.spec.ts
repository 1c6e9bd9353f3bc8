import type { Page } from "playwright/test";
import { expect, test } from "./shop.ts";

/** Right under the bar, where a band begins that is jumped to. */
const UNDER_BAR = 65;

const topOf = (page: Page, id: string) =>
  page.locator(id).evaluate((section) => Math.round(section.getBoundingClientRect().top));
const laidOutLate = (page: Page) =>
  page
    .locator("section.late")
    .evaluateAll((all) => all.filter((one) => getComputedStyle(one).contentVisibility === "auto"));

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a jump ends at its section, whatever lies between has not been laid out yet", async ({
    page,
  }) => {
    // Once where a smooth scroll passes everything, and once at once.
    for (const { width, reducedMotion } of [
      { width: 390, reducedMotion: "no-preference" },
      { width: 1280, reducedMotion: "reduce" },
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ reducedMotion });
      await page.goto("/");
      expect(await laidOutLate(page)).toHaveLength(11);
      await page.getByRole("link", { name: "GET INSTANT ACCESS" }).first().click();
      await expect.poll(() => topOf(page, "#pricing")).toBe(UNDER_BAR);
      await page.goto("/contact");
      await page.goto("/#faq");
      await expect.poll(() => topOf(page, "#faq")).toBe(UNDER_BAR);
    }
  });

  test("on paper everything is laid out", async ({ page }) => {
    await page.goto("/");
    await page.emulateMedia({ media: "print" });
    expect(await laidOutLate(page)).toHaveLength(0);
  });
});
