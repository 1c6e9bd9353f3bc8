import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright/test";
import { expect, test as base } from "./shop.ts";

/** Injected once per document: AxeBuilder injects it twice per run, which takes longer than the run. */
const AXE = readFileSync(
  createRequire(import.meta.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const WIDTHS_PX = [320, 390, 768, 1280];
const PHONE_PX = 390;
const DESK_PX = 1280;

/** Journeys that send no request to another host. */
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

/** Expects no accessibility fault (WCAG 2.2 AA) on the page, or in its `part`. */
export async function expectNoFault(page: Page, part?: string): Promise<void> {
  // Wait for transitions: halfway between two colors the contrast fails.
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
    // Otherwise it merges the results in another tab, which needs axe again.
    .setLegacyMode();
  const { violations } = await (part ? axe.include(part) : axe).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
}

/** Expects no horizontal scrolling at the current width. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
}

/** Expects no accessibility fault on a phone and a desktop, and no horizontal scrolling at any width. */
export async function expectSound(page: Page): Promise<void> {
  await expectSoundAt(page, [PHONE_PX, DESK_PX]);
}

/** The same for another state of a page, with axe only at the width of a phone. */
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

/** Average characters per line in the widest paragraph. */
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
