import type { Locator } from "playwright/test";
import { expect, test } from "./shop.ts";

/** The column's right edge on a window of 1280 px. */
const COLUMN_END = 1200;

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error("Nothing is shown there.");
  return box;
}

test("at a desk columns end together, buttons beside each other are alike, packs have no hole", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/refund");
  const { x, width } = await boxOf(page.getByRole("navigation", { name: "On this page" }));
  expect(x + width).toBe(COLUMN_END);

  await page.goto("/checkout/error");
  const [again, back] = await Promise.all(
    ["Try Again", "Return to Shop"].map((name) =>
      looksOf(page.locator("a, button").filter({ hasText: name }).first()),
    ),
  );
  expect(back).toEqual(again);

  // A target in the URL lays out all sections, so that nothing moves later.
  await page.goto("/#content");
  const buttons = page.locator("a, button").filter({ hasText: "DOWNLOAD NOW" });
  expect(await looksOf(buttons.nth(1))).toEqual(await looksOf(buttons.nth(0)));
  const packs = page.locator("#pricing").getByRole("listitem");
  for (const pack of await packs.filter({ has: page.getByRole("heading") }).all()) {
    const offer = await boxOf(pack.getByText("One-time payment"));
    const text = await boxOf(pack.getByText(/36.week/).first());
    expect(text.y - offer.y - offer.height).toBeLessThanOrEqual(20);
  }
});

/** Where a button stands and what it measures. */
async function looksOf(button: Locator) {
  const { y, height } = await boxOf(button);
  const style = await button.evaluate((element) => {
    const { fontSize, letterSpacing, paddingLeft, lineHeight } = getComputedStyle(element);
    return { fontSize, letterSpacing, paddingLeft, lineHeight };
  });
  return { y: Math.round(y), height, ...style };
}

test("where the system forces its colors, buttons keep their edges and bullets their dots", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/");
  const edges = (locator: Locator) =>
    locator.evaluate((element) => {
      const style = getComputedStyle(element);
      return (["Top", "Right", "Bottom", "Left"] as const).map((side) => ({
        wide: parseFloat(style[`border${side}Width`]) >= 2,
        seen: style[`border${side}Color`] !== "rgba(0, 0, 0, 0)",
      }));
    });
  const all = Array.from({ length: 4 }, () => ({ wide: true, seen: true }));
  const hero = page.getByRole("main").locator("section").first();
  expect(await edges(hero.getByRole("link", { name: "GET INSTANT ACCESS" }))).toEqual(all);
  expect(await edges(hero.getByRole("listitem").first().locator("span"))).toEqual(all);
});
