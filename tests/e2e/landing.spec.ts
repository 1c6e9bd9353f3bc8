// The landing page and the policies: animation, layout, print and navigation.
import { PDFDocument } from "@cantoo/pdf-lib";
import type { Locator, Page } from "playwright/test";
import { firstFaqs } from "../../db/seed/first-landing.ts";
import { expect, hold, LIVE_CODE, openLive, test, waitUntilLive } from "./shop.ts";

const NOW = new Date("2026-12-01T10:00:00Z");
// Longer than the three seconds within which the page hydrates, even if it is never idle.
const LIVE_MS = 3100;
/** The column's right edge in a window of 1280 px. */
const COLUMN_END_PX = 1200;
const CARD_PX = 320;

/** Opens the hydrated page with a clock that only the test advances. */
async function openAtRest(page: Page) {
  await page.clock.install({ time: NOW });
  await page.clock.pauseAt(new Date(NOW.getTime() + 1000));
  await page.goto("/");
  await page.clock.runFor(LIVE_MS);
  await waitUntilLive(page);
}

const carouselOf = (page: Page) => page.getByRole("group", { name: "Testimonials" });
const dot = (page: Page, place: number) =>
  page.getByRole("button", { name: `Testimonial ${place} of 10`, exact: true });
const expectCurrent = (page: Page, place: number) =>
  expect(dot(page, place)).toHaveAttribute("aria-current", "true");

async function expectScrolled(page: Page, cards: number) {
  const list = carouselOf(page).getByRole("list");
  const left = () => list.evaluate((element) => Math.round(element.scrollLeft));
  await expect.poll(left).toBe(cards * CARD_PX);
}

test("testimonials move unless they are used; the countdown pauses", async ({ page }) => {
  const timer = page.getByRole("timer");
  const carousel = carouselOf(page);
  const loaded = () =>
    carousel
      .locator("figure img")
      .evaluateAll(
        (images) => images.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length,
      );
  await openAtRest(page);
  expect(await loaded()).toBe(0);
  await page.locator("#bonuses").scrollIntoViewIfNeeded();
  await expect.poll(loaded).toBe(10);
  const live = carousel.locator("[aria-live]");
  await carousel.hover();
  await expect(live).toHaveAttribute("aria-live", "polite");
  await page.clock.runFor(20_000);
  await expectCurrent(page, 1);
  await page.mouse.move(0, 0);
  await expect(live).toHaveAttribute("aria-live", "off");
  await page.clock.runFor(4000);
  await expectCurrent(page, 2);
  await expectScrolled(page, 1);
  await dot(page, 5).focus();
  await page.clock.runFor(20_000);
  await expectCurrent(page, 2);
  await carousel.getByRole("button", { name: "Pause" }).press("Enter");
  await expect(carousel.getByRole("button", { name: "Play" })).toBeFocused();

  // The countdown has no text until it is near the viewport.
  await timer.scrollIntoViewIfNeeded();
  await expect(timer).toHaveText(/02\s*days\s*15\s*hours/);
  const seconds = async () => Number(/(\d+)\s*seconds/.exec(await timer.innerText())?.[1]);
  await page.getByRole("button", { name: "Pause the countdown" }).click();
  const before = await seconds();
  await page.clock.runFor(5000);
  expect(await seconds()).toBe(before);
  await page.getByRole("button", { name: "Let the countdown run" }).click();
  await expect.poll(seconds).toBe((before + 55) % 60);
});

test.describe("with less motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("testimonials follow keys, dots and scrolling at every width", async ({ page }) => {
    await openAtRest(page);
    const carousel = carouselOf(page);
    // Arrow keys work as soon as one line of the list is visible, wherever the focus is.
    await carousel.getByRole("list").evaluate((list) => list.scrollIntoView({ block: "end" }));
    await page.clock.runFor(20_000);
    await expectCurrent(page, 1);
    await page.keyboard.press("ArrowRight");
    await expectCurrent(page, 2);
    await carousel.getByRole("button", { name: "Next testimonial" }).click();
    await expectCurrent(page, 3);
    await carousel.getByRole("list").hover();
    await page.mouse.wheel(3 * CARD_PX, 0);
    await expectScrolled(page, 5);
    // The scroll event arrives late and then starts a timer, so advance the clock until the dot
    // changes.
    await expect(async () => {
      await page.clock.runFor(200);
      await expect(dot(page, 6)).toHaveAttribute("aria-current", "true", { timeout: 200 });
    }).toPass();
    await expect(carousel.locator("p.sr-only")).toHaveText("Testimonial 6 of 10");
    for (const button of await carousel.getByRole("button").all()) {
      const { width, height } = await boxOf(button);
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    }

    // A fragment in the URL lays out all sections, so that no late layout moves the carousel.
    await page.evaluate(() => (location.hash = "content"));
    for (const width of [320, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await dot(page, 1).click();
      await expectScrolled(page, 0);
      await dot(page, 10).click();
      await expectScrolled(page, 9);
      const last = carousel.getByRole("listitem").nth(9).locator("figure");
      await expect(last).toBeInViewport({ ratio: 1 });
    }

    // From right to left, the list scrolls to the left and the left arrow key leads on.
    await page.evaluate(() => (document.dir = "rtl"));
    await dot(page, 1).click();
    await expectScrolled(page, 0);
    await page.keyboard.press("ArrowLeft");
    await expectScrolled(page, -1);
    await expectCurrent(page, 2);
    await page.keyboard.press("ArrowRight");
    await expectCurrent(page, 1);
  });
});

test("the landing page does not jump, and prints without buttons", async ({ page }) => {
  // One width of each layout.
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await openLive(page, "/");
    await page.waitForLoadState("load");
    const shift = await page.evaluate(async () => {
      let shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
          shift += entry.value;
        }
      }).observe({ type: "layout-shift", buffered: true });
      const { scrollHeight } = document.documentElement;
      const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve));
      for (let top = 0; top < scrollHeight; top += 600) {
        scrollTo({ top, behavior: "instant" });
        await drawn();
        await drawn();
      }
      return shift;
    });
    expect(shift).toBeLessThanOrEqual(0.02);
  }
  // The browser shows no prompt to install the app.
  const isAllowed = await page.evaluate(() =>
    dispatchEvent(new Event("beforeinstallprompt", { cancelable: true })),
  );
  expect(isAllowed).toBe(false);
  const sheets = await PDFDocument.load(await page.pdf({ format: "A4" }));
  expect(sheets.getPageCount()).toBeLessThanOrEqual(8);
  await page.emulateMedia({ media: "print" });
  const text = await page.locator("body").innerText();
  for (const { answer } of firstFaqs) expect(text).toContain(answer.split("\n")[0]);
  expect(text).not.toMatch(/GET INSTANT|DOWNLOAD NOW|Pause|Special offer|seconds|demo/);
});

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not shown.`);
  return box;
}

/** Position, size and typography of a button. */
async function looksOf(button: Locator) {
  const { y, height } = await boxOf(button);
  const style = await button.evaluate((element) => {
    const { fontSize, letterSpacing, paddingLeft, lineHeight } = getComputedStyle(element);
    return { fontSize, letterSpacing, paddingLeft, lineHeight };
  });
  return { y: Math.round(y), height, ...style };
}

test("columns and buttons align, and forced colors keep edges and bullets", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/refund");
  const { x, width } = await boxOf(page.getByRole("navigation", { name: "On this page" }));
  expect(x + width).toBe(COLUMN_END_PX);

  await page.goto("/checkout/error");
  const [again, back] = await Promise.all(
    ["Try Again", "Return to Shop"].map((name) =>
      looksOf(page.locator("a, button").filter({ hasText: name }).first()),
    ),
  );
  expect(back).toEqual(again);

  // A fragment in the URL lays out all sections, so that nothing moves later.
  await page.goto("/#content");
  const buttons = page.locator("a, button").filter({ hasText: "DOWNLOAD NOW" });
  // Measured one after the other, while pictures above may still change the layout.
  await expect(async () => {
    expect(await looksOf(buttons.nth(1))).toEqual(await looksOf(buttons.nth(0)));
  }).toPass();
  const packs = page.locator("#pricing").getByRole("listitem");
  // Ignore products that another test in this worker has added: they may lack the "36-week" text.
  const named = page.getByRole("heading", { name: / Pack$/ });
  for (const pack of await packs.filter({ has: named }).all()) {
    const offer = await boxOf(pack.getByText("One-time payment"));
    const text = await boxOf(pack.getByText(/36.week/).first());
    expect(text.y - offer.y - offer.height).toBeLessThanOrEqual(20);
  }

  await page.emulateMedia({ forcedColors: "active" });
  const hero = page.getByRole("main").locator("section").first();
  for (const part of [
    hero.getByRole("link", { name: "GET INSTANT ACCESS" }),
    hero.getByRole("listitem").first().locator("span"),
  ]) {
    const isEdged = await part.evaluate((element) => {
      const style = getComputedStyle(element);
      return (["Top", "Right", "Bottom", "Left"] as const).every(
        (side) =>
          parseFloat(style[`border${side}Width`]) >= 2 &&
          style[`border${side}Color`] !== "rgba(0, 0, 0, 0)",
      );
    });
    expect(isEdged).toBe(true);
  }
});

test("hydration keeps the scroll position and the way back", async ({ page }) => {
  // With reduced motion, an unwanted scroll to the top is instant and the test detects it.
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const path of ["/", "/terms"]) {
    const letLive = await hold(page, LIVE_CODE);
    await page.goto(path);
    await page.evaluate(() => window.scrollTo({ top: 1500, behavior: "instant" }));
    letLive();
    await waitUntilLive(page);
    // Late pictures may shift the text by a few lines, and scroll anchoring then moves the page.
    expect(Math.abs((await page.evaluate(() => window.scrollY)) - 1500)).toBeLessThan(60);
  }
  const footer = page.getByRole("contentinfo");
  const policy = (name: string) => page.getByRole("heading", { level: 1, name });
  await footer.getByRole("link", { name: "Refund Policy" }).click();
  await expect(policy("Refund Policy")).toBeVisible();
  await expect(page).toHaveTitle("Refund Policy | Papercub");
  const letLive = await hold(page, LIVE_CODE);
  await page.reload();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL("/terms");
  letLive();
  await expect(policy("Terms of Service")).toBeVisible();

  await test.step("a policy is reached by its sections, printed, and leads home", async () => {
    await page.goForward();
    await page.getByRole("link", { name: "Special Cases" }).click();
    await expect(page).toHaveURL("/refund#special-cases");
    const heading = page.getByRole("heading", { name: "Special Cases" });
    await expect(heading).toBeInViewport();
    // The sticky header does not cover the heading.
    await expect.poll(async () => (await boxOf(heading)).y).toBeGreaterThan(64);
    await page.emulateMedia({ media: "print" });
    await expect(footer).toBeHidden();
    await expect(page.getByRole("navigation", { name: "On this page" })).toBeHidden();
    await expect(heading).toBeVisible();
    await page.emulateMedia({ media: "screen" });
    await footer.getByRole("link", { name: "Pricing" }).click();
    await expect(page).toHaveURL("/#pricing");
    await expect(page.getByRole("heading", { name: "Choose your pack" })).toBeInViewport();
    await page.goBack();
    await page.getByRole("banner").getByRole("link", { name: "Back to Home" }).click();
    await expect(page).toHaveURL("/");
  });
});
