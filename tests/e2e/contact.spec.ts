import type { Page } from "playwright/test";
import { write } from "./admin.ts";
import {
  everythingSent,
  expect,
  hold,
  LIVE_CODE,
  newBuyer,
  openLive,
  SAME_ORIGIN,
  signInAsOwner,
  test,
  waitUntilLive,
} from "./shop.ts";

const CALL = "**/api/forms/submit";
const MESSAGE = "Hello, the maze on page 14 does not print.";
const SUCCESS = "Thank you! Your message has been sent successfully.";

async function fill(page: Page, email: string) {
  await page.getByLabel("Full Name").fill("Anna Bear");
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Subject").fill("Month 3");
  await page.getByLabel("Message").fill(MESSAGE);
}

const send = (page: Page) => page.getByRole("button", { name: "Send Message" });

test("a typed message persists hydration and is sent, and another can follow", async ({
  page,
  request,
}) => {
  const email = newBuyer("anna");
  await signInAsOwner({ request });
  const text = { name: "contact.form.count", value: "{length}/{most}" };
  const { id } = await write({ request }, "POST", "texts", text);
  const letLive = await hold(page, LIVE_CODE);
  await page.goto("/contact");
  await fill(page, email);
  letLive();
  await waitUntilLive(page);
  // The owner's text is also shown once the page is hydrated.
  await expect(page.getByText(`${MESSAGE.length}/1000`)).toBeVisible();
  await request.delete(`/api/tables/texts/${id}`, { headers: SAME_ORIGIN });
  const sent = page.waitForRequest(CALL);
  await send(page).click();
  expect((await sent).postDataJSON()).toMatchObject({
    formId: "contact_form",
    name: "Anna Bear",
    email,
    subject: "Month 3",
    message: MESSAGE,
    deviceType: "Desktop",
    screenResolution: expect.stringMatching(/^\d+x\d+$/),
    userAgent: expect.stringContaining("Chrome"),
  });
  await expect(page.getByText(SUCCESS)).toBeFocused();
  await expect(page.getByLabel("Full Name")).toHaveCount(0);
  await page.getByRole("button", { name: "Send Another Message" }).click();
  await expect(page.getByLabel("Full Name")).toBeFocused();
  await expect(page.getByLabel("Message")).toHaveValue("");
});

test("a mistyped email is questioned, and corrected with one click", async ({ page }) => {
  const sent: string[] = [];
  await page.route(CALL, (route) => {
    sent.push(route.request().postDataJSON().email);
    return route.fulfill({ json: { success: true } });
  });
  const address = page.getByLabel("Email Address");
  const question = page.getByRole("status").filter({ hasText: "Did you mean anna@gmail.com?" });
  const yes = page.getByRole("button", { name: "Yes, use this address" });
  // Freeze the clock until the test advances it.
  await page.clock.setFixedTime(0);
  await page.setViewportSize({ width: 390, height: 500 });
  await openLive(page, "/contact");
  await fill(page, "anna@gmial.com");
  await yes.click();
  await expect(address).toHaveValue("anna@gmail.com");
  await expect(address).toBeFocused();

  await fill(page, "anna@gmial.com");
  await expect(question).toBeVisible();
  await send(page).dblclick();
  await expect(question).toContainText(
    "Nothing is sent yet. If yours is right, click “Send Message” again.",
  );
  await expect(question).toBeInViewport({ ratio: 1 });
  await expect(address).toBeFocused();
  await expect(address).toHaveAccessibleDescription(/Did you mean anna@gmail\.com\?/);
  await everythingSent(page);
  expect(sent).toEqual([]);
  await page.clock.setFixedTime(1000);
  await send(page).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  expect(sent).toEqual(["anna@gmial.com"]);

  await page.getByRole("button", { name: "Send Another Message" }).click();
  await fill(page, "nora@gmial.com");
  await page.getByLabel("Subject").press("Enter");
  await yes.click();
  await expect(send(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText(SUCCESS)).toBeVisible();
  expect(sent).toEqual(["anna@gmial.com", "nora@gmail.com"]);
});
