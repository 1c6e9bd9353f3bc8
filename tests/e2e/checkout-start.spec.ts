import type { Page } from "playwright/test";
import { expect, openLive, test, waitUntilLive } from "./shop.ts";

const CALL = "**/api/create-checkout-session";

test("the button waits while the checkout starts, and is ready again when the page comes back", async ({
  page,
}) => {
  await openLive(page, "/");
  await page.route(CALL, () => {});
  const button = page.getByRole("button", { name: "DOWNLOAD NOW" }).first();
  await button.click();
  const waiting = page.getByRole("button", { name: "Processing..." });
  await expect(waiting).toHaveAttribute("aria-disabled", "true");
  await expect(waiting).toBeFocused();
  // Browsers that are driven by a program keep no page in memory, so it is told that it came back.
  await page.evaluate(() =>
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })),
  );
  await expect(waiting).toHaveCount(0);
  await expect(button).not.toHaveAttribute("aria-disabled");
  const asked = page.waitForRequest(CALL);
  await button.click();
  await asked;
});

/** Opens the landing page inside a page of another address. */
async function openFramed(page: Page, baseURL = "") {
  const body = `<iframe src="${baseURL}/" width="1000" height="800"></iframe>`;
  await page.route("**/frame-host", (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto("/frame-host");
  return page.frameLocator("iframe");
}

test("inside a frame the checkout opens in a tab of its own", async ({
  page,
  context,
  baseURL,
}) => {
  const frame = await openFramed(page, baseURL);
  await waitUntilLive(frame);
  const tab = context.waitForEvent("page");
  await frame.getByRole("button", { name: "DOWNLOAD NOW" }).first().click();
  await (await tab).waitForURL(/\/demo\/pay\/cs_/);
});

test.describe("before a script runs", () => {
  test.use({ javaScriptEnabled: false });

  test("a pay button inside a frame leads to a page that opens the payment in a tab", async ({
    page,
    context,
    baseURL,
  }) => {
    const frame = await openFramed(page, baseURL);
    await frame.getByRole("button", { name: "DOWNLOAD NOW" }).first().click();
    await expect(frame.getByRole("heading", { name: "Pay in a new tab" })).toBeVisible();
    const tab = context.waitForEvent("page");
    await frame.getByRole("button", { name: "Continue to payment" }).click();
    await (await tab).waitForURL(/\/demo\/pay\/cs_/);
  });
});
