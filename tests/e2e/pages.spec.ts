import { expect, openLive, test, waitUntilLive, waitUntilQuiet } from "./shop.ts";
import { expectNoFault, expectNoOverflow } from "./sound.ts";

const PAGES = ["/", "/checkout/cancel", "/checkout/error", "/checkout/success", "/no-such-page"];

// The product list that fails on purpose is reported, as it should be.
test.use({
  allowConsole: [
    /status of (?:404 .*\/no-such-page|500 .*\/api\/products)$|unexpected error occurred/i,
  ],
});

for (const path of PAGES) {
  test(`${path} is sound, fits a 320 px screen, and asks nobody else`, async ({
    page,
    baseURL,
  }) => {
    const foreign: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(baseURL ?? "") && !request.url().startsWith("data:")) {
        foreign.push(request.url());
      }
    });
    await openLive(page, path);
    await waitUntilQuiet(page);
    await expectNoFault(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoOverflow(page);
    expect(foreign).toEqual([]);
  });
}

test("an unknown page is a 404 with a way home", async ({ page }) => {
  const answer = await page.goto("/no-such-page");
  expect(answer?.status()).toBe(404);
  await page.getByRole("link", { name: /home/i }).first().click();
  await expect(page).toHaveURL("/");
});

test("the error page shows the reason it was given, as plain text", async ({ page }) => {
  await page.goto(`/checkout/error?error=${encodeURIComponent("<b>Card</b> expired")}`);
  await expect(page.getByText("<b>Card</b> expired")).toBeVisible();
});

test("going home while the product list is down shows the page without prices", async ({
  page,
}) => {
  await openLive(page, "/checkout/cancel");
  await page.route("**/api/products", (route) => route.fulfill({ status: 500, json: {} }));
  const reported = page.waitForEvent("pageerror");
  await page.getByRole("link", { name: "Return to Shop" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    "Tired of Screen-Time Battles?",
  );
  await expect(page.getByRole("heading", { name: "Choose your pack" })).toBeVisible();
  await reported;
});

test("going back right after a reload shows the page before", async ({ page }) => {
  await openLive(page, "/privacy");
  await page.getByRole("contentinfo").getByRole("link", { name: "Terms of Service" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Terms of Service" })).toBeVisible();
  const letLive = Promise.withResolvers<void>();
  await page.route(/hydrate/, async (route) => {
    await letLive.promise;
    await route.continue();
  });
  await page.reload();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL("/privacy");
  letLive.resolve();
  await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeVisible();
});

for (const path of ["/", "/terms"]) {
  test(`${path} stays where its reader is when it becomes live`, async ({ page }) => {
    // A scroll to the top would be a jump, which is seen at once.
    await page.emulateMedia({ reducedMotion: "reduce" });
    const letLive = Promise.withResolvers<void>();
    await page.route(/hydrate/, async (route) => {
      await letLive.promise;
      await route.continue();
    });
    await page.goto(path);
    await page.evaluate(() => window.scrollTo({ top: 1500, behavior: "instant" }));
    letLive.resolve();
    await waitUntilLive(page);
    // A picture that comes late may move the text by a few lines, and the browser the page with it.
    expect(Math.abs((await page.evaluate(() => window.scrollY)) - 1500)).toBeLessThan(60);
  });
}
