import { hold, LIVE_CODE, waitUntilLive } from "./shop.ts";
import { expectNoFault } from "./sound.ts";
import { banner, choose, expect, test } from "./tracked-shop.ts";

type Seen = { shift: number; largest?: string };

test("it moves nothing, is not the largest thing, and has no fault", async ({ page }) => {
  await page.addInitScript(() => {
    const seen: Seen = { shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as { value?: number }).value ?? 0;
    }).observe({ type: "layout-shift", buffered: true });
    new PerformanceObserver((list) => {
      const { element } = list.getEntries().at(-1) as { element?: Element };
      seen.largest = element?.closest("section")?.textContent ?? "";
    }).observe({ type: "largest-contentful-paint", buffered: true });
  });
  const seen = () => page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/");
    await waitUntilLive(page);
    await expect(banner(page)).toBeVisible();
    // What a frame has moved or painted is told with a later one.
    await page.evaluate(async () => {
      await document.fonts.ready;
      for (let frame = 0; frame < 3; frame++) {
        await new Promise((drawn) => requestAnimationFrame(drawn));
      }
    });
    await expect.poll(async () => (await seen()).largest).toBeTruthy();
    expect((await seen()).shift).toBeLessThan(0.001);
    expect((await seen()).largest).not.toContain("May we count");
  }
  const part = "section[aria-labelledby]:has(button)";
  await expectNoFault(page, part);
  await choose(page, "Choose");
  await expectNoFault(page, part);
});

test("it leaves the headline alone, gives its answers one height, and is not printed", async ({
  page,
}) => {
  // A phone that lies on its side.
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto("/");
  const { x = 0 } = (await banner(page).boundingBox()) ?? {};
  const end = await page.getByRole("heading", { level: 1 }).evaluate((heading) => {
    const words = document.createRange();
    words.selectNodeContents(heading);
    return Math.max(...[...words.getClientRects()].map(({ right }) => right));
  });
  expect(x).toBeGreaterThan(end);

  await page.setViewportSize({ width: 1280, height: 800 });
  await banner(page).getByRole("button", { name: "Choose" }).click();
  const boxes = () =>
    Promise.all(
      ["Accept all", "Reject all", "Save my choice"].map(
        async (name) => (await banner(page).getByRole("button", { name }).boundingBox())!,
      ),
    );
  const [accept, reject, save] = await boxes();
  expect([reject?.y, save?.y]).toEqual([accept?.y, accept?.y]);
  expect([reject?.height, save?.height]).toEqual([accept?.height, accept?.height]);
  await page.setViewportSize({ width: 390, height: 844 });
  const [, right, own] = await boxes();
  expect(own?.y).toBeGreaterThan(right?.y ?? 0);
  expect((own?.x ?? 0) + (own?.width ?? 0)).toBeCloseTo((right?.x ?? 0) + (right?.width ?? 0), 0);

  const room = () => page.evaluate(() => getComputedStyle(document.body).paddingBottom);
  await expect.poll(room).not.toBe("0px");
  await page.emulateMedia({ media: "print" });
  await expect(banner(page)).toBeHidden();
  expect(await room()).toBe("0px");
});

test("a keyboard meets it first, and may choose again, even before the page is live", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/");
  await expect(banner(page)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(banner(page).getByRole("link", { name: "Privacy Policy" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(banner(page).getByRole("button", { name: "Accept all" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(banner(page)).toBeHidden();
  await expect(page.locator("#content")).toBeFocused();
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem("consent") ?? "{}"));
  expect(stored).toMatchObject({ version: 1, analytics: false, marketing: false });
  expect(Date.parse(stored.date)).toBeLessThanOrEqual(Date.now());

  const settings = page.getByRole("button", { name: "Privacy settings" });
  const question = page.getByRole("heading", { name: "What may we use?" });
  await settings.click();
  await expect(question).toBeFocused();
  await choose(page, "Accept all");
  await expect(banner(page)).toBeHidden();
  await settings.click();
  await expect(page.getByRole("checkbox", { name: "Analytics" })).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(banner(page)).toBeHidden();
  await expect(settings).toBeFocused();

  const letLive = await hold(page, LIVE_CODE);
  await page.reload();
  await settings.click();
  await expect(banner(page)).toBeHidden();
  letLive();
  await expect(question).toBeFocused();
});
