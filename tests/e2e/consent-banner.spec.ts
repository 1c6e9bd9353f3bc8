import { banner, expect, test } from "./tracked-shop.ts";
import { expectNoFault } from "./sound.ts";

test("it moves nothing, is not the largest thing, and has no fault", async ({ page }) => {
  await page.addInitScript(() => {
    const seen = { shift: 0, largest: "" };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as { value?: number }).value ?? 0;
    }).observe({ type: "layout-shift", buffered: true });
    new PerformanceObserver((list) => {
      const { element } = list.getEntries().at(-1) as { element?: Element };
      seen.largest = element?.closest("section")?.textContent ?? "";
    }).observe({ type: "largest-contentful-paint", buffered: true });
  });
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/");
    await expect(banner(page)).toBeVisible();
    await page.waitForTimeout(500);
    const seen = await page.evaluate(
      () => (window as unknown as { seen: { shift: number; largest: string } }).seen,
    );
    expect(seen.shift).toBeLessThan(0.001);
    expect(seen.largest).not.toContain("May we count");
    for (const open of [false, true]) {
      if (open) await banner(page).getByRole("button", { name: "Choose" }).click();
      await expectNoFault(page, "section[aria-labelledby]:has(button)");
    }
  }
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

test("it is the first thing a keyboard meets, and leaves the page usable", async ({ page }) => {
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
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem("consent") ?? "{}"));
  expect(stored).toMatchObject({ version: 1, analytics: false, marketing: false });
  expect(Date.parse(stored.date)).toBeLessThanOrEqual(Date.now());
});

test("a choice leads to the page, Privacy settings asks again, even before the page is live", async ({
  page,
}) => {
  await page.goto("/");
  await banner(page).getByRole("button", { name: "Accept all" }).click();
  await expect(page.locator("#content")).toBeFocused();
  const settings = page.getByRole("button", { name: "Privacy settings" });
  await settings.click();
  await expect(page.getByRole("heading", { name: "What may we use?" })).toBeFocused();
  await expect(page.getByRole("checkbox", { name: "Analytics" })).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(banner(page)).toBeHidden();
  await expect(settings).toBeFocused();

  const letLive = Promise.withResolvers<void>();
  await page.route(/hydrate/, async (route) => {
    await letLive.promise;
    await route.continue();
  });
  await page.reload();
  await settings.click();
  await expect(banner(page)).toBeHidden();
  letLive.resolve();
  await expect(page.getByRole("heading", { name: "What may we use?" })).toBeFocused();
});
