import type { Page, Route } from "playwright/test";
import { everythingSent, expect, openLive, test } from "./shop.ts";

const START = Date.parse("2026-03-01T09:00:00Z");
const LOGIN = { path: "/login", call: "**/api/send-otp", name: "Send code" };
const FIND = { path: "/orders/find", call: "**/api/orders/find", name: "Find my order" };

const address = (page: Page) => page.getByLabel("Email address");
const code = (page: Page) => page.getByLabel("Verification code");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const yes = (page: Page) => button(page, "Yes, use this address");
const question = (page: Page) => page.getByRole("status").filter({ hasText: "Did you mean" });

test.use({ allowConsole: [/status of 429/] });

/** Opens a page on which it stays the same time until `readOn`. */
async function openStill(page: Page, path: string) {
  await page.clock.setFixedTime(START);
  await openLive(page, path);
}

/** Lets pass what a visitor needs to read the question. */
async function readOn(page: Page) {
  await page.clock.setFixedTime(START + 1000);
}

/** Takes the calls that ask for a code, and gives the addresses they name. */
async function takeCalls(page: Page, call: string) {
  const asked: string[] = [];
  await page.route(call, (route: Route) => {
    asked.push(route.request().postDataJSON().email);
    return route.fulfill({ json: { success: true } });
  });
  return asked;
}

test("a mistyped address is held once, asked about again beside the code, and mended there", async ({
  page,
}) => {
  const { path, call, name } = FIND;
  const asked = await takeCalls(page, call);
  await openStill(page, path);
  await address(page).fill("anna@gmial.com");
  await address(page).press("Enter");
  await expect(question(page)).toContainText("Did you mean anna@gmail.com?");
  await expect(question(page)).toContainText(
    `Nothing is sent yet. If yours is right, click “${name}” again.`,
  );
  await expect(address(page)).toBeFocused();
  await expect(address(page)).toHaveAccessibleDescription(/Did you mean anna@gmail\.com\?/);
  // As a key that is kept down would.
  await address(page).press("Enter");
  await everythingSent(page);
  expect(asked).toEqual([]);

  await readOn(page);
  await address(page).press("Enter");
  await expect(code(page)).toBeFocused();
  expect(asked).toEqual(["anna@gmial.com"]);
  await expect(code(page)).toHaveAccessibleDescription(/Did you mean anna@gmail\.com\?/);
  await yes(page).click();
  await expect(page.getByText(/orders for anna@gmail\.com/)).toBeVisible();
  await expect(code(page)).toBeFocused();
  await expect(question(page)).toHaveCount(0);
  expect(asked).toEqual(["anna@gmial.com", "anna@gmail.com"]);
});

test("it is held when the button is pressed at once, and mended by pointer or keyboard, past the limit too", async ({
  page,
}) => {
  const { path, call, name } = LOGIN;
  const asked = await takeCalls(page, call);
  await page.setViewportSize({ width: 320, height: 480 });
  await openStill(page, path);
  await address(page).fill("anna@gmial.com");
  await address(page).press("Tab");
  await expect(button(page, name)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(yes(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(address(page)).toHaveValue("anna@gmail.com");
  await expect(button(page, name)).toBeFocused();

  await address(page).fill("anna@yaho.com");
  await button(page, name).dblclick();
  await expect(question(page)).toBeInViewport({ ratio: 1 });
  await everythingSent(page);
  expect(asked).toEqual([]);
  await yes(page).click();
  await expect(address(page)).toHaveValue("anna@yahoo.com");
  await expect(button(page, name)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(code(page)).toBeFocused();
  expect(asked).toEqual(["anna@yahoo.com"]);
  await expect(question(page)).toHaveCount(0);

  // Past the limit the mended address stands in the field, and the banner says what to wait for.
  await page.getByRole("link", { name: "Back to email entry" }).click();
  await address(page).fill("anna@gmial.com");
  await address(page).press("Enter");
  await expect(question(page)).toContainText("Did you mean anna@gmail.com?");
  await readOn(page);
  await address(page).press("Enter");
  await expect(code(page)).toBeFocused();
  await page.route(call, (route) => route.fulfill({ status: 429, json: { error: "Wait." } }));
  await yes(page).click();
  await expect(page.getByRole("alert")).toContainText("Wait.");
  await expect(address(page)).toHaveValue("anna@gmail.com");
  await expect(address(page)).toBeFocused();
});
