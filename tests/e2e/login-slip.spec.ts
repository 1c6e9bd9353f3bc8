import type { Page, Route } from "playwright/test";
import { everythingSent, expect, newBuyer, openLive, test } from "./shop.ts";
import { codeMailedTo } from "./sign-in.ts";
import { expectSound } from "./sound.ts";

const START = Date.parse("2026-03-01T09:00:00Z");
const FORMS = [
  { path: "/login", call: "**/api/send-otp", name: "Send code" },
  { path: "/orders/find", call: "**/api/orders/find", name: "Find my order" },
] as const;

const address = (page: Page) => page.getByLabel("Email address");
const code = (page: Page) => page.getByLabel("Verification code");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const yes = (page: Page) => button(page, "Yes, use this address");
const question = (page: Page) => page.getByRole("status").filter({ hasText: "Did you mean" });

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

/** The same new buyer at a mistyped and at the right address. */
function mistypedBuyer(name: string) {
  const right = newBuyer(name).replace("example.com", "gmail.com");
  return { wrong: right.replace("gmail", "gmial"), right };
}

for (const { path, call, name } of FORMS) {
  test.describe(`a mistyped address on ${path}`, () => {
    test("is held once at a press of Enter, and asked about; the next press sends it", async ({
      page,
    }) => {
      const asked = await takeCalls(page, call);
      await openStill(page, path);
      await address(page).fill("anna@gmial.com");
      await address(page).press("Enter");
      await expect(question(page)).toContainText("Did you mean anna@gmail.com?");
      await expect(question(page)).toContainText(
        `Nothing is sent yet. If yours is right, press “${name}” again.`,
      );
      await expect(address(page)).toBeFocused();
      await expect(address(page)).toHaveAccessibleDescription(/Did you mean anna@gmail\.com\?/);
      await expectSound(page);
      // As a key that is kept down would.
      await address(page).press("Enter");
      await everythingSent(page);
      expect(asked).toEqual([]);

      await readOn(page);
      await address(page).press("Enter");
      await expect(code(page)).toBeFocused();
      expect(asked).toEqual(["anna@gmial.com"]);
    });

    test("is held when the button is pressed at once, and mended with one press", async ({
      page,
    }) => {
      const asked = await takeCalls(page, call);
      await page.setViewportSize({ width: 320, height: 480 });
      await openStill(page, path);
      await address(page).fill("anna@gmial.com");
      await button(page, name).dblclick();
      await expect(question(page)).toBeInViewport({ ratio: 1 });
      await everythingSent(page);
      expect(asked).toEqual([]);
      await yes(page).click();
      await expect(address(page)).toHaveValue("anna@gmail.com");
      await expect(button(page, name)).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(code(page)).toBeFocused();
      expect(asked).toEqual(["anna@gmail.com"]);
      await expect(question(page)).toHaveCount(0);
    });

    test("that was kept is asked about beside the code, and mended with one press", async ({
      page,
    }) => {
      const asked = await takeCalls(page, call);
      await openStill(page, path);
      await address(page).fill("anna@gmial.com");
      await address(page).press("Enter");
      await readOn(page);
      await address(page).press("Enter");
      await expect(code(page)).toHaveAccessibleDescription(/Did you mean anna@gmail\.com\?/);
      await expectSound(page);
      await yes(page).click();
      await expect(
        page.getByText(/code.* sent to anna@gmail\.com|orders for anna@gmail\.com/),
      ).toBeVisible();
      await expect(code(page)).toBeFocused();
      await expect(question(page)).toHaveCount(0);
      expect(asked).toEqual(["anna@gmial.com", "anna@gmail.com"]);
    });
  });
}

test.describe("past the limit", () => {
  test.use({ allowConsole: [/status of 429/] });

  test("the mended address stands in the field, and the banner says what to wait for", async ({
    page,
  }) => {
    const { path, call, name } = FORMS[0];
    await takeCalls(page, call);
    await openStill(page, path);
    await address(page).fill("anna@gmial.com");
    await address(page).press("Enter");
    await readOn(page);
    await button(page, name).click();
    await expect(code(page)).toBeFocused();
    await page.route(call, (route) => route.fulfill({ status: 429, json: { error: "Wait." } }));
    await yes(page).click();
    await expect(page.getByRole("alert")).toContainText("Wait.");
    await expect(address(page)).toHaveValue("anna@gmail.com");
    await expect(address(page)).toBeFocused();
  });
});

test("the question comes after the button, for the keyboard too", async ({ page }) => {
  const { path, name } = FORMS[0];
  await openStill(page, path);
  await address(page).fill("anna@gmial.com");
  await address(page).press("Tab");
  await expect(button(page, name)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(yes(page)).toBeFocused();
  await expectSound(page);
  await page.keyboard.press("Enter");
  await expect(address(page)).toHaveValue("anna@gmail.com");
  await expect(button(page, name)).toBeFocused();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const { path, name } of FORMS) {
    test(`a mistyped address on ${path} is mended with one press`, async ({ page }) => {
      const { wrong, right } = mistypedBuyer("nora");
      await page.goto(path);
      await address(page).fill(wrong);
      await button(page, name).click();
      await expect(page.getByText(`Did you mean ${right}?`)).toBeVisible();
      await yes(page).click();
      await expect(page.getByText(right)).toBeVisible();
      await expect(page.getByText("Did you mean")).toHaveCount(0);
      await expect(code(page)).toBeVisible();
    });
  }

  test("the code that follows signs the right address in", async ({ page }) => {
    const { wrong, right } = mistypedBuyer("olga");
    await page.goto("/login?returnUrl=%2Faccount");
    await address(page).fill(wrong);
    await button(page, "Send code").click();
    await yes(page).click();
    await code(page).fill(await codeMailedTo(page, right));
    await button(page, "Sign in").click();
    await expect(page).toHaveURL("/account");
    await expect(page.getByText(`Welcome, ${right}`)).toBeVisible();
  });
});
