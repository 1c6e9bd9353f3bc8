import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "playwright/test";

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** No accessibility fault (WCAG 2.2 AA) on the page as it is, or on the `part` of it. */
export async function expectNoFault(page: Page, part?: string): Promise<void> {
  const axe = new AxeBuilder({ page }).withTags(WCAG);
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

/** No accessibility fault, and nothing to scroll sideways on the smallest screen. */
export async function expectSound(page: Page): Promise<void> {
  await expectNoFault(page);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoOverflow(page);
  if (size) await page.setViewportSize(size);
}
