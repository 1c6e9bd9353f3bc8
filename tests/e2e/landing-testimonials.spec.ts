import type { Page } from "playwright/test";
import { openAtRest } from "./landing-live.ts";
import { expect, test } from "./shop.ts";

const carouselOf = (page: Page) => page.getByRole("group", { name: "Testimonials" });
const dot = (page: Page, place: number) =>
  page.getByRole("button", { name: `Testimonial ${place} of 10`, exact: true });
const outside = (page: Page) => page.getByRole("link", { name: "SECURE YOUR BONUS" });
const expectCurrent = (page: Page, place: number) =>
  expect(dot(page, place)).toHaveAttribute("aria-current", "true");
const expectScrolled = (page: Page, left: number) =>
  expect
    .poll(() =>
      carouselOf(page)
        .getByRole("list")
        .evaluate((list) => Math.round(list.scrollLeft)),
    )
    .toBe(left);

test("testimonials load when they are near, move on every 4000 ms by 320 px, and wrap", async ({
  page,
}) => {
  await openAtRest(page);
  const portraits = carouselOf(page).locator("figure img");
  const loaded = () =>
    portraits.evaluateAll(
      (images) => images.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length,
    );
  await page.waitForLoadState("networkidle");
  expect(await loaded()).toBe(0);
  await page.locator("#pricing").scrollIntoViewIfNeeded();
  await page.locator("#bonuses").scrollIntoViewIfNeeded();
  await expect(carouselOf(page)).not.toBeInViewport();
  await expect.poll(loaded).toBe(10);

  await page.clock.runFor(3999);
  await expectCurrent(page, 1);
  await page.clock.runFor(1);
  await expectCurrent(page, 2);
  await expectScrolled(page, 320);
  await page.clock.runFor(8 * 4000);
  await expectCurrent(page, 10);
  await expectScrolled(page, 9 * 320);
  await page.clock.runFor(4000);
  await expectCurrent(page, 1);
  await expectScrolled(page, 0);
});

test("testimonials wait for the pointer, the focus and the button, and go on after", async ({
  page,
}) => {
  await openAtRest(page);
  const carousel = carouselOf(page);
  const live = carousel.locator("[aria-live]");
  await expect(live).toHaveAttribute("aria-live", "off");
  await carousel.hover();
  await expect(live).toHaveAttribute("aria-live", "polite");
  await page.clock.runFor(20_000);
  await expectCurrent(page, 1);
  await page.mouse.move(0, 0);
  await expect(live).toHaveAttribute("aria-live", "off");
  await page.clock.runFor(4000);
  await expectCurrent(page, 2);

  await dot(page, 5).focus();
  await expect(live).toHaveAttribute("aria-live", "polite");
  await page.clock.runFor(20_000);
  await expectCurrent(page, 2);
  await outside(page).focus();
  await expect(live).toHaveAttribute("aria-live", "off");
  await page.clock.runFor(4000);
  await expectCurrent(page, 3);

  await expect(carousel.getByRole("button").first()).toHaveText("Pause");
  await page.keyboard.press("Tab");
  await expect(carousel.getByRole("button", { name: "Pause" })).toBeFocused();
  await page.keyboard.press("Enter");
  const play = carousel.getByRole("button", { name: "Play" });
  await expect(play).toBeFocused();
  await play.blur();
  await page.clock.runFor(20_000);
  await expectCurrent(page, 3);
  await play.press("Enter");
  await page.clock.runFor(4000);
  await expectCurrent(page, 4);
});

test.describe("with less motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("testimonials stand still until they are started, and the way to the packs is a jump", async ({
    page,
  }) => {
    await openAtRest(page);
    const play = carouselOf(page).getByRole("button", { name: "Play" });
    await expect(play).toBeVisible();
    await page.clock.runFor(20_000);
    await expectCurrent(page, 1);
    await play.click();
    await page.clock.runFor(4000);
    await expectCurrent(page, 2);

    await page.getByRole("link", { name: "GET INSTANT ACCESS" }).last().click();
    const behavior = await page.evaluate(
      () => getComputedStyle(document.documentElement).scrollBehavior,
    );
    expect(behavior).toBe("auto");
    await expect(page.getByRole("heading", { name: "Choose your pack" })).toBeInViewport();
  });

  test("testimonials follow buttons, keys, dots and the reader's own scrolling, at every width", async ({
    page,
  }) => {
    await openAtRest(page);
    const carousel = carouselOf(page);
    const next = carousel.getByRole("button", { name: "Next testimonial" });
    const previous = carousel.getByRole("button", { name: "Previous testimonial" });
    await expect(carousel).not.toBeInViewport();
    await page.keyboard.press("ArrowRight");
    await expectCurrent(page, 1);
    // One visible line of the list is enough, regardless of the focus.
    await carousel.getByRole("list").evaluate((list) => list.scrollIntoView({ block: "end" }));
    await page.keyboard.press("ArrowRight");
    await expectCurrent(page, 2);
    await page.keyboard.press("ArrowLeft");
    await expectCurrent(page, 1);
    await next.click();
    await expectCurrent(page, 2);
    await expectScrolled(page, 320);
    await previous.click();
    await previous.click();
    await expectCurrent(page, 10);
    await expectScrolled(page, 9 * 320);
    await next.click();
    await expectScrolled(page, 0);

    await page.keyboard.press("ArrowRight");
    await expectCurrent(page, 2);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await expectCurrent(page, 10);

    await dot(page, 4).click();
    await expectCurrent(page, 4);
    await expectScrolled(page, 3 * 320);
    await expect(carousel.locator("p.sr-only")).toHaveText("Testimonial 4 of 10");

    await carousel.getByRole("list").hover();
    await page.mouse.wheel(640, 0);
    await expectScrolled(page, 5 * 320);
    // The browser tells of the scrolling a moment later, and only then the clock has something to do.
    await expect(async () => {
      await page.clock.runFor(200);
      await expect(dot(page, 6)).toHaveAttribute("aria-current", "true", { timeout: 200 });
    }).toPass();
    for (const button of await carousel.getByRole("button").all()) {
      const box = await button.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
    }

    // A target in the URL lays out all sections, so that none moves the carousel.
    await page.evaluate(() => (location.hash = "content"));
    for (const width of [320, 390, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await dot(page, 1).click();
      await expectScrolled(page, 0);
      await dot(page, 10).click();
      await expectScrolled(page, 9 * 320);
      const last = carousel.getByRole("listitem").nth(9).locator("figure");
      await expect(last).toBeInViewport({ ratio: 1 });
    }
  });
});
