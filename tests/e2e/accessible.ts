import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "playwright/test";

/** Source of axe-core, injected once per document: AxeBuilder would inject it twice per run. */
const AXE = readFileSync(
  createRequire(import.meta.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Narrowest first. */
const WIDTHS_PX = [320, 390, 768, 1280];
const AXE_WIDTHS_PX = [390, 1280];

/** Expects no accessibility violation (WCAG 2.2 AA) on the page, or within `part`. */
export async function expectNoFault(page: Page, part?: string): Promise<void> {
  const hasAxe = await page.evaluate(async () => {
    // A link that the sticky header covers in part counts as too small a target.
    window.scrollTo({ top: 0, behavior: "instant" });
    // End transitions: intermediate colors fail the contrast check. Waiting for them could take
    // forever, because those of skipped content do not run.
    await new Promise((drawn) => requestAnimationFrame(drawn));
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    }
    return "axe" in window;
  });
  if (!hasAxe) await page.evaluate(AXE);
  const axe = new AxeBuilder({ page, axeSource: ";" })
    .options({ resultTypes: ["violations"] })
    .withTags(WCAG)
    // Otherwise axe merges the results in another tab, which would need its own injection.
    .setLegacyMode();
  const { violations } = await (part ? axe.include(part) : axe).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
}

/** Expects no accessibility violation on phone or desktop and no horizontal scroll at any width. */
export const expectSound = (page: Page) => expectSoundAt(page, WIDTHS_PX, AXE_WIDTHS_PX);

/** Like `expectSound`, for another state of a page and only at the narrowest width. */
export const expectStateSound = (page: Page) =>
  expectSoundAt(page, WIDTHS_PX.slice(0, 1), WIDTHS_PX);

/** Expects no horizontal scrolling at the current width. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `scrolls sideways at ${page.viewportSize()?.width} px`).toBe(0);
}

async function expectSoundAt(page: Page, widths: number[], axeWidths: number[]): Promise<void> {
  const size = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
    if (axeWidths.includes(width)) await expectNoFault(page);
  }
  if (size) await page.setViewportSize(size);
}
