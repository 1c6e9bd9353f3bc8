import type { Locator, Page } from "playwright/test";
import { expect, test } from "./shop.ts";

/** The column's right edge on a window of 1280 px. */
const COLUMN_END = 1200;

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error("Nothing is shown there.");
  return box;
}

const packs = (page: Page) =>
  page
    .locator("#pricing")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading") });

test("the contents of a policy end where the column ends", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/refund");
  const { x, width } = await boxOf(page.getByRole("navigation", { name: "On this page" }));
  expect(x + width).toBe(COLUMN_END);
});

for (const [path, names] of [
  ["/", ["DOWNLOAD NOW", "DOWNLOAD NOW"]],
  ["/checkout/error", ["Try Again", "Return to Shop"]],
] as const) {
  test(`the two buttons beside each other on ${path} have one size`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(path);
    const [first, second] = await Promise.all(
      names.map(async (name, index) => {
        const button = page.locator("a, button").filter({ hasText: name });
        const twin = names[0] === names[1] ? button.nth(index) : button.first();
        const { y, height } = await boxOf(twin);
        const style = await twin.evaluate((element) => {
          const { fontSize, letterSpacing, paddingLeft, lineHeight } = getComputedStyle(element);
          return { fontSize, letterSpacing, paddingLeft, lineHeight };
        });
        return { y: Math.round(y), height, ...style };
      }),
    );
    expect(second).toEqual(first);
  });
}

test("what a pack is follows what it costs without a hole", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/");
  for (const pack of await packs(page).all()) {
    const offer = await boxOf(pack.getByText("One-time payment"));
    const text = await boxOf(pack.getByText(/36.week/).first());
    expect(text.y - offer.y - offer.height).toBeLessThanOrEqual(20);
  }
});

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
