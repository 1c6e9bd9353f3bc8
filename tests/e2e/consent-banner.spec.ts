import { hold, LIVE_CODE, waitUntilLive } from "./shop.ts";
import { expectNoFault } from "./sound.ts";
import { banner, choose, expect, test } from "./tracked-shop.ts";

type Metrics = { shift: number; largest?: string };

test("the banner shifts nothing, is not the largest paint, and has no accessibility fault", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const metrics: Metrics = { shift: 0 };
    Object.assign(window, { metrics });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        metrics.shift += (entry as { value?: number }).value ?? 0;
    }).observe({ type: "layout-shift", buffered: true });
    new PerformanceObserver((list) => {
      const { element } = list.getEntries().at(-1) as { element?: Element };
      metrics.largest = element?.closest("section")?.textContent ?? "";
    }).observe({ type: "largest-contentful-paint", buffered: true });
  });
  const metrics = () => page.evaluate(() => (window as unknown as { metrics: Metrics }).metrics);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/");
  await waitUntilLive(page);
  await expect(banner(page)).toBeVisible();
  await expect.poll(async () => (await metrics()).largest).toBeTruthy();
  expect((await metrics()).shift).toBeLessThan(0.001);
  expect((await metrics()).largest).not.toContain("May we count");
  const part = "section[aria-labelledby]:has(button)";
  await expectNoFault(page, part);
  await choose(page, "Choose");
  await expectNoFault(page, part);
});

test("accept and reject are equally large, and the banner is not printed", async ({ page }) => {
  await page.goto("/");
  const boxOf = async (name: string) => {
    const box = await banner(page).getByRole("button", { name }).boundingBox();
    return [box?.y, box?.height];
  };
  expect(await boxOf("Accept all")).toEqual(await boxOf("Reject all"));
  const padding = () => page.evaluate(() => getComputedStyle(document.body).paddingBottom);
  await expect.poll(padding).not.toBe("0px");
  await page.emulateMedia({ media: "print" });
  await expect(banner(page)).toBeHidden();
  expect(await padding()).toBe("0px");
});

test("the banner is first for the keyboard and can be opened again, even before hydration", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/");
  await expect(banner(page)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(banner(page).getByRole("link", { name: "Privacy Policy" })).toBeFocused();
  await banner(page).getByRole("button", { name: "Reject all" }).press("Enter");
  await expect(banner(page)).toBeHidden();
  await expect(page.locator("#content")).toBeFocused();

  const settings = page.getByRole("button", { name: "Privacy settings" });
  const question = page.getByRole("heading", { name: "What may we use?" });
  await settings.click();
  await expect(question).toBeFocused();
  await choose(page, "Accept all");
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
