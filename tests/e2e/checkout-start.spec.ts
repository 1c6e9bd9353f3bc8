import { expect, openLive, test, waitUntilLive } from "./shop.ts";

const CALL = "**/api/create-checkout-session";

test.use({ allowConsole: [/status of 502 .*\/api\/create-checkout-session$/] });

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
  await expect(button).not.toHaveAttribute("aria-disabled");
  const asked = page.waitForRequest(CALL);
  await button.click();
  await asked;
});

test("an answer without a checkout leads to the error page with its text", async ({ page }) => {
  for (const [answer, text] of [
    [
      { status: 502, json: { message: "Failed to create checkout session." } },
      "Failed to create checkout session.",
    ],
    [
      { status: 200, contentType: "text/html", body: "<p>" },
      "Server returned invalid response format",
    ],
  ] as const) {
    await openLive(page, "/");
    await page.route(CALL, (route) => route.fulfill(answer));
    await page.getByRole("button", { name: "DOWNLOAD NOW" }).first().click();
    await page.waitForURL(/\/checkout\/error/);
    await expect(page.getByRole("heading", { name: "Checkout Error" })).toBeVisible();
    await expect(page.getByText(text)).toBeVisible();
  }
});

test.describe("before a script runs", () => {
  test.use({ javaScriptEnabled: false });

  test("a pay button inside a frame leads to a page that opens the payment in a tab", async ({
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
    await frame.getByRole("button", { name: "DOWNLOAD NOW" }).first().click();
    await expect(frame.getByRole("heading", { name: "Pay in a new tab" })).toBeVisible();
    const tab = context.waitForEvent("page");
    await frame.getByRole("button", { name: "Continue to payment" }).click();
    await (await tab).waitForURL(/\/demo\/pay\/cs_/);
  });
});

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
