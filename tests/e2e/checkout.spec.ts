// The checkout button of the landing page.
import { expect, openLive, test, waitUntilLive } from "./shop.ts";

test.use({
  serviceWorkers: "block",
  allowConsole: /registration blocked by Playwright/,
});

test("the checkout waits, and opens a tab from a frame", async ({ page, context, baseURL }) => {
  const CALL = "**/api/create-checkout-session";
  await openLive(page, "/");
  await page.route(CALL, () => {});
  const button = page.getByRole("button", { name: "DOWNLOAD NOW" }).first();
  await button.click();
  const waiting = page.getByRole("button", { name: "Processing..." });
  await expect(waiting).toHaveAttribute("aria-disabled", "true");
  // The browser under test has no back/forward cache, so dispatch its event.
  await page.evaluate(() =>
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })),
  );
  await expect(waiting).toHaveCount(0);
  const request = page.waitForRequest(CALL);
  await button.click();
  await request;

  const body = `<iframe src="${baseURL}/" width="1000" height="800"></iframe>`;
  await page.route("**/frame-host", (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto("/frame-host");
  // Earlier, the held request would continue and leave the page.
  await page.unroute(CALL);
  const frame = page.frameLocator("iframe");
  await waitUntilLive(frame);
  const tab = context.waitForEvent("page");
  await frame.getByRole("button", { name: "DOWNLOAD NOW" }).first().click();
  await (await tab).waitForURL(/\/demo\/pay\/cs_/);
});
