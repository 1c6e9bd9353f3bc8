import type { Page } from "playwright/test";
import { everythingSent, expect, newBuyer, openLive, openMailTo, test } from "./shop.ts";

const CALL = "**/api/forms/submit";
const MESSAGE = "Hello, the maze on page 14 does not print.";

// The page that a faulty form comes back as.
test.use({ allowConsole: [/status of 422 .*\/contact$/] });

async function fill(page: Page, email = newBuyer("anna")) {
  await page.getByLabel("Full Name").fill("Anna Bear");
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Subject").fill("Month 3");
  await page.getByLabel("Message").fill(MESSAGE);
  return email;
}

const send = (page: Page) => page.getByRole("button", { name: "Send Message" }).click();

test("a message is sent, thanked for by mail, and another one can follow", async ({ page }) => {
  await openLive(page, "/contact");
  const email = await fill(page);
  const asked = page.waitForRequest(CALL);
  await send(page);
  expect((await asked).postDataJSON()).toMatchObject({
    formId: "contact_form",
    name: "Anna Bear",
    email,
    subject: "Month 3",
    message: MESSAGE,
    deviceType: "Desktop",
    browserLanguage: "en-US",
    screenResolution: expect.stringMatching(/^\d+x\d+$/),
    italianTime: expect.stringMatching(/\d\d:\d\d:\d\d/),
    localTime: expect.stringMatching(/\d\d:\d\d:\d\d/),
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    userAgent: expect.stringContaining("Chrome"),
  });
  const thanks = page.getByText("Thank you! Your message has been sent successfully.");
  await expect(thanks).toBeVisible();
  await expect(thanks).toBeFocused();
  await expect(page.getByLabel("Full Name")).toHaveCount(0);
  await page.getByRole("button", { name: "Send Another Message" }).click();
  await expect(thanks).toHaveCount(0);
  await expect(page.getByLabel("Full Name")).toBeFocused();
  await expect(page.getByLabel("Message")).toHaveValue("");

  const mail = await openMailTo(page, email);
  await expect(mail.getByRole("heading", { name: "Thank you for your message" })).toBeVisible();
  await expect(mail.getByText(MESSAGE)).toBeVisible();
});

test("a mistyped address is asked about, holds the message once, and is mended with one press", async ({
  page,
}) => {
  const sent: string[] = [];
  await page.route(CALL, (route) => {
    sent.push(route.request().postDataJSON().email);
    return route.fulfill({ json: { success: true } });
  });
  const address = page.getByLabel("Email Address");
  const question = page.getByRole("status").filter({ hasText: "Did you mean anna@gmail.com?" });
  const yes = page.getByRole("button", { name: "Yes, use this address" });
  // It stays the same time until the test says otherwise.
  await page.clock.setFixedTime(0);
  await page.setViewportSize({ width: 390, height: 500 });
  await openLive(page, "/contact");
  await fill(page, "anna@gmial.com");
  await expect(question).toBeVisible();
  await yes.click();
  await expect(address).toHaveValue("anna@gmail.com");
  await expect(address).toBeFocused();
  await expect(page.getByText("Did you mean")).toHaveCount(0);

  await fill(page, "anna@gmial.com");
  await expect(question).toBeVisible();
  await page.getByRole("button", { name: "Send Message" }).dblclick();
  await expect(question).toContainText(
    "Nothing is sent yet. If yours is right, click “Send Message” again.",
  );
  await expect(question).toBeInViewport({ ratio: 1 });
  await expect(address).toBeFocused();
  await expect(address).toHaveAccessibleDescription(/Did you mean anna@gmail\.com\?/);
  await everythingSent(page);
  expect(sent).toEqual([]);
  await page.clock.setFixedTime(1000);
  await send(page);
  await expect(page.getByText("Thank you! Your message has been sent")).toBeVisible();
  expect(sent).toEqual(["anna@gmial.com"]);

  await openLive(page, "/contact");
  await fill(page, "anna@gmial.com");
  await page.getByLabel("Subject").press("Enter");
  await yes.click();
  await expect(page.getByRole("button", { name: "Send Message" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Thank you! Your message has been sent")).toBeVisible();
  expect(sent).toEqual(["anna@gmial.com", "anna@gmail.com"]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("errors come back beside what was typed, and the answer is a page of its own", async ({
    page,
  }) => {
    await page.goto("/contact");
    await fill(page, "anna");
    await send(page);
    await expect(page.getByText("Email Address is not a valid email")).toBeVisible();
    await expect(page.getByLabel("Message")).toHaveValue(MESSAGE);
    await expect(page.getByLabel("Subject")).toHaveValue("Month 3");
    await fill(page);
    // As if it had been open for a while: what is sent at once is taken for a program's.
    await page
      .locator("input[name=openedAt]")
      .evaluate((field: HTMLInputElement) => (field.value = String(Date.now() - 60_000)));
    await send(page);
    await expect(page).toHaveURL("/contact?sent=1");
    await expect(page.getByRole("heading", { name: "Message Sent!" })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Back to Home" }).click();
    await expect(page).toHaveURL("/");
  });
});
