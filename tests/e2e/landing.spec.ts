import type { Page } from "playwright/test";
import { LIVE_MS, openAtRest } from "./landing-live.ts";
import { expect, openLive, test, waitUntilLive } from "./shop.ts";
import { expectNoOverflow } from "./sound.ts";

test("the countdown starts anew at every visit, can be paused, ticks to zero and stays", async ({
  page,
}) => {
  // It has no text until it is near the viewport.
  const shown = async () => {
    await page.getByRole("timer").scrollIntoViewIfNeeded();
    return (await page.getByRole("timer").innerText()).replaceAll(/\s+/g, " ").trim();
  };
  await openAtRest(page);
  await expect.poll(shown).toBe("02 days 15 hours 30 minutes 45 seconds");
  await page.clock.runFor(1000);
  await expect(page.getByRole("timer")).toContainText("44");
  await page.getByRole("button", { name: "Pause the countdown" }).click();
  await page.clock.runFor(5000);
  expect(await shown()).toContain("44 seconds");
  await page.getByRole("button", { name: "Let the countdown run" }).click();
  await expect(page.getByRole("timer")).toContainText("39");
  await page.clock.fastForward(((63 * 60 + 30) * 60 + 35) * 1000);
  await page.clock.runFor(1000);
  await expect.poll(shown).toBe("00 days 00 hours 00 minutes 03 seconds");
  await page.clock.runFor(10_000);
  await expect.poll(shown).toBe("00 days 00 hours 00 minutes 00 seconds");
  await page.reload();
  await page.clock.runFor(LIVE_MS);
  await waitUntilLive(page);
  await expect.poll(shown).toBe("02 days 15 hours 30 minutes 45 seconds");
});

const openOnes = (page: Page) => page.locator("#faq details[open]");
const question = (page: Page, text: string) =>
  page.locator("#faq summary").filter({ hasText: text });

async function expectOneOpenAtATime(page: Page) {
  await expect(page.locator("#faq details")).toHaveCount(6);
  await expect(openOnes(page)).toHaveCount(0);
  await question(page, "printed book").click();
  await expect(page.getByText("there is no printed version")).toBeVisible();
  await question(page, "right for my child").click();
  await expect(openOnes(page)).toHaveCount(1);
  await expect(page.getByText("there is no printed version")).toBeHidden();
  await question(page, "right for my child").click();
  await expect(openOnes(page)).toHaveCount(0);
}

test("one question is open at a time, also where the browser does not know the name", async ({
  page,
}) => {
  await openAtRest(page);
  await expectOneOpenAtATime(page);
  await page.evaluate(() => {
    for (const entry of document.querySelectorAll("details")) entry.removeAttribute("name");
  });
  await question(page, "printed book").click();
  await question(page, "right for my child").click();
  await expect(openOnes(page)).toHaveCount(1);
  await expect(page.getByText("It is made for children aged 2 to 5.")).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("everything can be read, and nothing dead is shown", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("timer")).toHaveText(/02\s*days\s*15\s*hours\s*30\s*minutes\s*45/);
    await expect(page.locator("#testimonials figure")).toHaveCount(10);
    const last = page.locator("#testimonials figure").last();
    // What is laid out on the way moves it.
    await expect(async () => {
      await last.scrollIntoViewIfNeeded();
      await expect(last).toBeInViewport({ timeout: 500 });
    }).toPass();
    await expect(page.locator("#testimonials button")).toHaveCount(13);
    for (const button of await page.locator("#testimonials button").all()) {
      await expect(button).toBeHidden();
    }
    await expect(page.getByRole("button", { name: "Pause the countdown" })).toBeHidden();
    await expect(page.locator("#pricing")).toContainText("Price $37");
    await expect(page.locator("#pricing")).toContainText("Price $27");
    await expectOneOpenAtATime(page);
    for (const path of ["/privacy", "/terms", "/refund", "/contact"]) {
      await expect(page.locator(`footer a[href="${path}"]`)).toBeVisible();
      expect((await page.request.get(path)).status()).toBe(200);
    }
  });
});

test("the landing page does not jump while it is read, at any width", async ({ page }) => {
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await openLive(page, "/");
    await page.waitForLoadState("load");
    const shift = await page.evaluate(async () => {
      let shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
          shift += entry.value;
        }
      }).observe({ type: "layout-shift", buffered: true });
      const { scrollHeight } = document.documentElement;
      const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve));
      for (let top = 0; top < scrollHeight; top += 600) {
        scrollTo({ top, behavior: "instant" });
        await drawn();
        await drawn();
      }
      return shift;
    });
    await expectNoOverflow(page);
    expect(shift).toBeLessThanOrEqual(0.02);
  }
});
