import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright/test";
import { expect, test as base } from "./shop.ts";

/**
 * Handed to a document once for all its states: AxeBuilder itself does so twice for each look, which
 * takes longer than the look.
 */
const AXE = readFileSync(
  createRequire(import.meta.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const WIDTHS_PX = [320, 390, 768, 1280];
const PHONE_PX = 390;
const DESK_PX = 1280;

/** Journeys that ask no other host than the store for anything. */
export const test = base.extend<{ foreign: string[] }>({
  foreign: [
    async ({ context, baseURL }, use) => {
      const foreign: string[] = [];
      context.on("request", (request) => {
        const url = request.url();
        const own = url.startsWith(baseURL ?? "") || /^(?:data|blob|about):/.test(url);
        if (!own) foreign.push(url);
      });
      await use(foreign);
      expect(foreign).toEqual([]);
    },
    { auto: true },
  ],
});

/** No accessibility fault (WCAG 2.2 AA) on the page as it is, or on the `part` of it. */
export async function expectNoFault(page: Page, part?: string): Promise<void> {
  // Halfway between two colors nothing can be read.
  await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(drawn));
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  const known = await page.evaluate(() => "axe" in window);
  if (!known) await page.evaluate(AXE);
  const axe = new AxeBuilder({ page, axeSource: ";" })
    .options({ resultTypes: ["violations"] })
    .withTags(WCAG)
    // Otherwise it puts its results together in a tab of their own, which needs axe once more.
    .setLegacyMode();
  const { violations } = await (part ? axe.include(part) : axe).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
}

/** Nothing to scroll sideways at the width that the page has. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
}

/** No accessibility fault on a phone and at a desk, and nothing to scroll sideways at any width. */
export async function expectSound(page: Page): Promise<void> {
  await expectSoundAt(page, [PHONE_PX, DESK_PX]);
}

/** The same for another state of a page that was looked at on a desk already. */
export async function expectStateSound(page: Page): Promise<void> {
  await expectSoundAt(page, [PHONE_PX]);
}

async function expectSoundAt(page: Page, axeWidthsPx: number[]): Promise<void> {
  const size = page.viewportSize();
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoOverflow(page);
    if (axeWidthsPx.includes(width)) await expectNoFault(page);
  }
  if (size) await page.setViewportSize(size);
}

/** Characters in the longest line of any paragraph, on the screen as it is. */
export async function longestLine(page: Page): Promise<number> {
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
