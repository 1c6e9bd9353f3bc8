// Pages can be looked at before buying, and a receipt after it.
import type { Page } from "playwright/test";
import { buyAhead, expect, newBuyer, openLive, test } from "./shop.ts";
import { expectNoFault } from "./accessible.ts";

const firstPage = (page: Page) => page.getByRole("link", { name: /^Enlarge: / }).first();
const viewer = (page: Page) => page.getByRole("dialog", { name: "Pages" });
const position = (page: Page) => viewer(page).getByRole("status");

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });

  test("the pages of a pack open large, by keyboard, taps and a pinch", async ({ page }) => {
    await openLive(page, "/#pricing");
    await firstPage(page).focus();
    await page.keyboard.press("Enter");
    await expect(position(page)).toHaveText("1 of 4");
    await expectNoFault(page);
    await page.keyboard.press("ArrowRight");
    await expect(position(page)).toHaveText("2 of 4");
    await page.keyboard.press("ArrowLeft");
    await expect(position(page)).toHaveText("1 of 4");
    await page.evaluate(() => (document.dir = "rtl"));
    await page.keyboard.press("ArrowLeft");
    await expect(position(page)).toHaveText("2 of 4");
    await page.keyboard.press("ArrowRight");
    await expect(position(page)).toHaveText("1 of 4");
    await page.evaluate(() => (document.dir = ""));
    await page.keyboard.press("ArrowLeft");
    const picture = viewer(page).getByRole("img").first();
    const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width).toBe(1280);
    await page.keyboard.press("Escape");
    await expect(viewer(page)).toBeHidden();
    await expect(firstPage(page)).toBeFocused();

    await firstPage(page).tap();
    await viewer(page).getByRole("button", { name: "Next page" }).tap();
    await expect(position(page)).toHaveText("2 of 4");
    const client = await page.context().newCDPSession(page);
    await client.send("Input.synthesizePinchGesture", { x: 195, y: 400, scaleFactor: 2 });
    await expect.poll(() => page.evaluate(() => window.visualViewport?.scale)).toBeGreaterThan(1.5);
    await page.keyboard.press("Escape");
    await expect(viewer(page)).toBeHidden();
  });
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the order names another way to correct its email, and its receipt can be read", async ({
    page,
  }) => {
    await buyAhead(page, { pack: "Premium Pack", email: newBuyer("rosa") });
    // The page reloads itself without script.
    await page.waitForURL(/&plain=1$/);
    // getByText skips <noscript>.
    await expect(page.locator("noscript p")).toHaveText(/^Wrong address\? Email us/);
    await expect(page.getByRole("button", { name: "Wrong address?" })).toBeHidden();
    await page.getByRole("link", { name: "Receipt" }).click();
    await expect(page.getByRole("heading", { name: "Receipt" })).toBeVisible();
    await expect(page.getByRole("row", { name: /Premium Pack.*\$37\.00/ })).toBeVisible();
    await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  });
});
