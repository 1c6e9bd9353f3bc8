import { expect, openLive, test, waitUntilLive } from "./shop.ts";

const CALL = "**/api/create-checkout-session";

test.use({ allowConsole: [/status of 502 .*\/api\/create-checkout-session$/] });

test("the button waits while the checkout starts", async ({ page }) => {
  await openLive(page, "/");
  await page.route(CALL, () => {});
  await page.getByRole("button", { name: "DOWNLOAD NOW" }).first().click();
  const waiting = page.getByRole("button", { name: "Processing..." });
  await expect(waiting).toHaveAttribute("aria-disabled", "true");
  await expect(waiting).toBeFocused();
});

test("a page that comes back out of the browser's memory is ready again", async ({ page }) => {
  await openLive(page, "/");
  await page.route(CALL, () => {});
  await page.getByRole("button", { name: "DOWNLOAD NOW" }).first().click();
  await expect(page.getByRole("button", { name: "Processing..." })).toBeVisible();
  // Browsers that are driven by a program keep no page in memory, so it is told that it came back.
  await page.evaluate(() =>
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })),
  );
  const button = page.getByRole("button", { name: "DOWNLOAD NOW" }).first();
  await expect(button).not.toHaveAttribute("aria-disabled");
  const asked = page.waitForRequest(CALL);
  await button.click();
  await asked;
});

for (const [name, answer, text] of [
  [
    "a refusal",
    { status: 502, json: { message: "Failed to create checkout session." } },
    "Failed to create checkout session.",
  ],
  [
    "a page instead of JSON",
    { status: 200, contentType: "text/html", body: "<p>" },
    "Server returned invalid response format",
  ],
  ["an answer without an address", { status: 200, json: {} }, "Checkout URL not received."],
] as const) {
  test(`${name} leads to the error page with its text`, async ({ page }) => {
    await openLive(page, "/");
    await page.route(CALL, (route) => route.fulfill(answer));
    await page.getByRole("button", { name: "DOWNLOAD NOW" }).first().click();
    await page.waitForURL(/\/checkout\/error/);
    await expect(page.getByRole("heading", { name: "Checkout Error" })).toBeVisible();
    await expect(page.getByText(text)).toBeVisible();
  });
}

test("inside a frame the checkout opens in a tab of its own", async ({
  page,
  context,
  baseURL,
}) => {
  await page.route("**/frame-host", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<iframe src="${baseURL}/" width="1000" height="800"></iframe>`,
    }),
  );
  await page.goto("/frame-host");
  const frame = page.frameLocator("iframe");
  await waitUntilLive(frame);
  const tab = context.waitForEvent("page");
  await frame.getByRole("button", { name: "DOWNLOAD NOW" }).first().click();
  await (await tab).waitForURL(/\/demo\/pay\/cs_/);
});
