import type { Page } from "playwright/test";
import { expect, openLive, test, waitUntilLive } from "./shop.ts";

const CALL = "**/api/create-checkout-session";

test("the button waits while the checkout starts, and works again after a return from the cache", async ({
  page,
}) => {
  await openLive(page, "/");
  await page.route(CALL, () => {});
  const button = page.getByRole("button", { name: "DOWNLOAD NOW" }).first();
  await button.click();
  const waiting = page.getByRole("button", { name: "Processing..." });
  await expect(waiting).toHaveAttribute("aria-disabled", "true");
  // A browser under test has no back/forward cache, so dispatch its event.
  await page.evaluate(() =>
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })),
  );
  await expect(waiting).toHaveCount(0);
  const request = page.waitForRequest(CALL);
  await button.click();
  await request;
});

/** Opens the landing page in a frame. */
async function openFramed(page: Page, baseURL = "") {
  const body = `<iframe src="${baseURL}/" width="1000" height="800"></iframe>`;
  await page.route("**/frame-host", (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto("/frame-host");
  return page.frameLocator("iframe");
}

test("in a frame the checkout opens in a new tab", async ({ page, context, baseURL }) => {
  const frame = await openFramed(page, baseURL);
  await waitUntilLive(frame);
  const tab = context.waitForEvent("page");
  await frame.getByRole("button", { name: "DOWNLOAD NOW" }).first().click();
  await (await tab).waitForURL(/\/demo\/pay\/cs_/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("in a frame a page leads to the payment in a new tab", async ({
    page,
    context,
    baseURL,
  }) => {
    const frame = await openFramed(page, baseURL);
    await frame.getByRole("button", { name: "DOWNLOAD NOW" }).first().click();
    const tab = context.waitForEvent("page");
    await frame.getByRole("button", { name: "Continue to payment" }).click();
    await (await tab).waitForURL(/\/demo\/pay\/cs_/);
  });
});
