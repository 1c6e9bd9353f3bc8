import type { Locator, Page } from "playwright/test";
import { LIVE_MS, openAtRest } from "./landing-live.ts";
import { expect, openLive, test, waitUntilLive } from "./shop.ts";
import { expectNoFault } from "./sound.ts";

test.describe("with less motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("the way to the packs is a jump", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("link", { name: "GET INSTANT ACCESS" }).last().click();
    const behavior = await page.evaluate(
      () => getComputedStyle(document.documentElement).scrollBehavior,
    );
    expect(behavior).toBe("auto");
    await expect(page.getByRole("heading", { name: "Choose your pack" })).toBeInViewport();
  });
});

test.describe("countdown", () => {
  const shown = async (page: Page) =>
    (await page.getByRole("timer").innerText()).replaceAll(/\s+/g, " ").trim();

  test("starts anew at every visit, ticks to zero and stays", async ({ page }) => {
    await openAtRest(page);
    expect(await shown(page)).toBe("02 days 15 hours 30 minutes 45 seconds");
    await page.clock.runFor(1000);
    await expect(page.getByRole("timer")).toContainText("44");
    await page.clock.fastForward(((63 * 60 + 30) * 60 + 40) * 1000);
    await page.clock.runFor(1000);
    await expect.poll(() => shown(page)).toBe("00 days 00 hours 00 minutes 03 seconds");
    await page.clock.runFor(10_000);
    await expect.poll(() => shown(page)).toBe("00 days 00 hours 00 minutes 00 seconds");
    await page.reload();
    await page.clock.runFor(LIVE_MS);
    await waitUntilLive(page);
    expect(await shown(page)).toBe("02 days 15 hours 30 minutes 45 seconds");
  });

  test("can be paused, and then shows the time that is really left", async ({ page }) => {
    await openAtRest(page);
    await page.getByRole("button", { name: "Pause the countdown" }).click();
    await page.clock.runFor(5000);
    expect(await shown(page)).toContain("45 seconds");
    await page.getByRole("button", { name: "Let the countdown run" }).click();
    await expect(page.getByRole("timer")).toContainText("40");
  });

  test("is silent, and hides its seconds from screen readers", async ({ page }) => {
    await page.goto("/");
    const timer = page.getByRole("timer", { name: "Offer countdown" });
    await expect(timer).toHaveAttribute("aria-live", "off");
    await expect(timer.locator("> [aria-hidden=true]")).toContainText("seconds");
  });
});

test.describe("questions", () => {
  const openOnes = (page: Page) => page.locator("#faq details[open]");
  const question = (page: Page, text: string): Locator =>
    page.locator("#faq summary").filter({ hasText: text });

  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? "with a script" : "without a script", () => {
      test.use({ javaScriptEnabled });

      test("one is open at a time, and a click closes it", async ({ page }) => {
        await page.goto("/");
        await expect(page.locator("#faq details")).toHaveCount(6);
        await expect(openOnes(page)).toHaveCount(0);
        await question(page, "printed book").click();
        await expect(page.getByText("there is no printed version")).toBeVisible();
        await question(page, "right for my child").click();
        await expect(openOnes(page)).toHaveCount(1);
        await expect(page.getByText("there is no printed version")).toBeHidden();
        await question(page, "right for my child").click();
        await expect(openOnes(page)).toHaveCount(0);
      });
    });
  }

  test("also where the browser does not know the name", async ({ page }) => {
    await openAtRest(page);
    await page.evaluate(() => {
      for (const entry of document.querySelectorAll("details")) entry.removeAttribute("name");
    });
    await question(page, "printed book").click();
    await question(page, "right for my child").click();
    await expect(openOnes(page)).toHaveCount(1);
    await expect(page.getByText("It is made for children aged 2 to 5.")).toBeVisible();
  });
});

test("every button on the way to the packs leads there", async ({ page }) => {
  await page.goto("/");
  for (const [name, index] of [
    ["GET INSTANT ACCESS", 0],
    ["GET INSTANT ACCESS", 1],
    ["SECURE YOUR BONUS", 0],
    ["GET INSTANT ACCESS", 2],
  ] as const) {
    await page.evaluate(() => history.replaceState(null, "", "/"));
    const button = page.getByRole("link", { name }).nth(index);
    await button.scrollIntoViewIfNeeded();
    await button.click();
    await expect(page).toHaveURL("/#pricing");
    await expect(page.getByRole("heading", { name: "Choose your pack" })).toBeInViewport();
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("everything can be read, and nothing dead is shown", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("timer")).toHaveText(/02\s*days\s*15\s*hours\s*30\s*minutes\s*45/);
    await expect(page.locator("#testimonials figure")).toHaveCount(10);
    const last = page.locator("#testimonials figure").last();
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();
    await expect(page.locator("#testimonials button")).toHaveCount(13);
    for (const button of await page.locator("#testimonials button").all()) {
      await expect(button).toBeHidden();
    }
    await expect(page.getByRole("button", { name: "Pause the countdown" })).toBeHidden();
    await expect(page.locator("#pricing")).toContainText("Price $37");
    await expect(page.locator("#pricing")).toContainText("Price $27");
  });

  test("the legal pages and the contact page open", async ({ page }) => {
    await page.goto("/");
    for (const path of ["/privacy", "/terms", "/refund", "/contact"]) {
      const link = page.locator(`footer a[href="${path}"]`);
      await expect(link).toBeVisible();
      expect((await page.request.get(path)).status()).toBe(200);
    }
  });

  test("the pay button starts a checkout", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "DOWNLOAD NOW" }).first().click();
    await page.waitForURL(/\/demo\/pay\/cs_/);
  });
});

test("has no accessibility fault at any width, with a question open", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await openLive(page, "/");
  await page.locator("#faq summary").last().click();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoFault(page);
  }
});

for (const width of [320, 390, 768, 1280]) {
  test(`does not scroll sideways or jump at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await openLive(page, "/");
    await page.waitForLoadState("networkidle");
    const { overflow, shift } = await page.evaluate(async () => {
      const root = document.documentElement;
      let shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
          shift += entry.value;
        }
      }).observe({ type: "layout-shift", buffered: true });
      for (let top = 0; top < root.scrollHeight; top += 600) {
        scrollTo({ top, behavior: "instant" });
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
      return { overflow: root.scrollWidth - root.clientWidth, shift };
    });
    expect(overflow).toBe(0);
    expect(shift).toBeLessThanOrEqual(0.02);
  });
}
