import type { Locator, Page } from "playwright/test";
import { everythingSent, expect, openLive, test } from "./shop.ts";
import { expectSound } from "./sound.ts";

const SEND = "**/api/send-otp";
const VERIFY = "**/api/verify-otp";
const WRONG = "Invalid verification code. Please try again.";
const DANGER = "rgb(179, 38, 30)";
const LIMITED = {
  status: 429,
  headers: { "Retry-After": "3090" },
  json: { error: "Too many requests. Please wait a moment and try again.", code: "rate_limited" },
};

const address = (page: Page) => page.getByLabel("Email address");
const code = (page: Page) => page.getByLabel("Verification code");
const send = (page: Page) => page.getByRole("button", { name: "Send code", exact: true });
const again = (page: Page) => page.getByRole("button", { name: /^Send a new code/ });

test.use({ allowConsole: [/status of (?:400|422|429) .*\/api\/(?:send|verify)-otp$/] });

/** Arrives at the second step; nothing is mailed. */
async function atCode(page: Page) {
  await page.route(SEND, (route) => route.fulfill({ json: { success: true } }));
  await openLive(page, "/login");
  await address(page).fill("anna@example.com");
  await send(page).click();
  await expect(code(page)).toBeFocused();
}

/** The field has the focus, looks wrong, and is described by what is wrong with it. */
async function expectMarked(field: Locator, text: string) {
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(new RegExp(RegExp.escape(text)));
  await expect(field).toHaveCSS("border-top-color", DANGER);
}

test("nothing typed is told at the field, and the field is told of it", async ({ page }) => {
  for (const path of ["/login", "/orders/find"]) {
    await openLive(page, path);
    await address(page).press("Enter");
    await expect(page.getByRole("alert")).toHaveText("Please enter your email address");
    await expectMarked(address(page), "Please enter your email address");
    await expectSound(page);
  }
  await atCode(page);
  await code(page).press("Enter");
  await expectMarked(code(page), "Please enter the verification code");
  await code(page).fill("1");
  await expect(code(page)).not.toHaveAttribute("aria-invalid");
});

test("a code that is used up says so, and the next one can be had at once", async ({ page }) => {
  let tries = 0;
  await page.route(VERIFY, (route) => {
    tries++;
    return route.fulfill({ status: 400, json: { error: WRONG, code: "invalid" } });
  });
  await atCode(page);
  const alert = page.getByRole("alert");
  for (let n = 1; n <= 4; n++) {
    await code(page).fill(`00000${n}`);
    await expect.poll(() => tries).toBe(n);
    await expect(alert).toHaveText(WRONG);
  }
  await expect(again(page)).toBeDisabled();
  await code(page).fill("000005");
  await expect(alert).toHaveText(`${WRONG}This code is used up. Send a new one.`);
  await expectSound(page);

  await again(page).click();
  await expect(page.getByText("A new code is on its way.")).toBeVisible();
  await expect(again(page)).toBeDisabled();
  await code(page).fill("000006");
  await expect(alert).toHaveText(WRONG);
});

test("a code that is not complete costs no try", async ({ page }) => {
  let tries = 0;
  await page.route(VERIFY, () => void tries++);
  await atCode(page);
  await code(page).fill("12345");
  await code(page).press("Enter");
  await expect(page.getByRole("alert")).toHaveText("The code has 6 digits: one is missing.");
  await expectMarked(code(page), "The code has 6 digits: one is missing.");
  await everythingSent(page);
  expect(tries).toBe(0);
});

test("past the limit it says how long, and the last code can be entered", async ({ page }) => {
  await page.route(SEND, (route) => route.fulfill(LIMITED));
  await page.route(VERIFY, (route) => route.fulfill({ json: { success: true, user: {} } }));
  await openLive(page, "/login");
  await address(page).fill("anna@example.com");
  await send(page).click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("Too many requests. Please try again in 52 minutes.");
  await expect(alert).toContainText("a code in the last 10 minutes? It still works: enter it.");
  await expectSound(page);
  await page.getByRole("button", { name: "Enter the code" }).click();
  await expect(code(page)).toBeFocused();
  await expect(page.getByText("sent to anna@example.com")).toBeVisible();
  const asked = page.waitForRequest(VERIFY);
  await code(page).fill("123456");
  expect((await asked).postDataJSON()).toEqual({ email: "anna@example.com", otp: "123456" });
  await expect(page.getByText("Login successful! Redirecting...")).toBeVisible();
});

test("a new address clears what was wrong with the last one", async ({ page }) => {
  await openLive(page, "/login");
  await address(page).fill("anna@");
  await send(page).click();
  const alert = page.getByRole("alert");
  await expect(alert).toHaveText("Please enter a valid email address.");
  await expectMarked(address(page), "Please enter a valid email address.");
  await address(page).press("End");
  await address(page).pressSequentially("e");
  await expect(alert).toHaveText("");
  await expect(address(page)).not.toHaveAttribute("aria-invalid");
});
