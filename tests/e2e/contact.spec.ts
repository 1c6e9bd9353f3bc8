import type { Page } from "playwright/test";
import {
  everythingSent,
  expect,
  newBuyer,
  openLive,
  openMailTo,
  test,
  waitUntilLive,
} from "./shop.ts";

const CALL = "**/api/forms/submit";
const MESSAGE = "Hello, the maze on page 14 does not print.";

test.use({
  allowConsole: [/(?:status of (?:422|429|500)|ERR_FAILED) .*\/(?:contact|api\/forms\/submit)$/],
});

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

test("whatever answer comes or does not, the form says so and keeps what was typed", async ({
  page,
}) => {
  await openLive(page, "/contact");
  const email = await fill(page);
  for (const answer of [
    { status: 500, json: { message: "No." } },
    { status: 200, json: { success: false } },
    { status: 200, contentType: "text/html", body: "<p>" },
    { status: 429, json: { message: "Too many." } },
  ]) {
    await page.route(CALL, (route) => route.fulfill(answer), { times: 1 });
    const answered = page.waitForResponse(CALL);
    await send(page);
    await answered;
    await expect(page.getByRole("button", { name: "Send Message" })).toBeEnabled();
    await expect(page.getByRole("alert")).toHaveText(
      "Error sending message. Please try again later.",
    );
    await expect(page.getByLabel("Full Name")).toHaveValue("Anna Bear");
    await expect(page.getByLabel("Email Address")).toHaveValue(email);
    await expect(page.getByLabel("Subject")).toHaveValue("Month 3");
    await expect(page.getByLabel("Message")).toHaveValue(MESSAGE);
  }
  await page.route(CALL, (route) => route.abort(), { times: 1 });
  await send(page);
  await expect(page.getByRole("alert")).toContainText("Error sending message.");
  await expect(page.getByLabel("Message")).toHaveValue(MESSAGE);

  const answer = Promise.withResolvers<void>();
  await page.route(CALL, async (route) => {
    await answer.promise;
    await route.fulfill({ json: { success: true } });
  });
  await send(page);
  await expect(page.getByText("Sending your message...")).toBeVisible();
  await expect(page.getByRole("button", { name: "submitting..." })).toBeDisabled();
  for (const label of ["Full Name", "Email Address", "Subject", "Message"]) {
    await expect(page.getByLabel(label)).toBeDisabled();
  }
  answer.resolve();
  await expect(page.getByText("Thank you! Your message has been sent")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("fields are validated as they are typed, and all of them on sending", async ({ page }) => {
  let calls = 0;
  await page.route(CALL, (route) => {
    calls++;
    return route.fulfill({ json: { success: true } });
  });
  await openLive(page, "/contact");
  await page.getByLabel("Full Name").pressSequentially("A");
  await expect(page.getByText("Full Name must be at least 2 characters")).toBeVisible();
  await page.getByLabel("Full Name").pressSequentially("nna");
  await expect(page.getByText("Full Name must be at least 2 characters")).toHaveCount(0);
  await page.getByLabel("Email Address").fill("anna");
  await expect(page.getByText("Email Address is not a valid email")).toBeVisible();
  await send(page);
  await expect(page.getByText("Message is required")).toBeVisible();
  await expect(page.getByLabel("Email Address")).toBeFocused();
  await expect(page.getByLabel("Message")).toHaveAttribute("aria-invalid", "true");
  await everythingSent(page);
  expect(calls).toBe(0);
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
    "Nothing is sent yet. If yours is right, press “Send Message” again.",
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

test("what was typed before the page is live is kept and sent", async ({ page }) => {
  const letLive = Promise.withResolvers<void>();
  await page.route(/hydrate/, async (route) => {
    await letLive.promise;
    await route.continue();
  });
  await page.goto("/contact");
  await fill(page);
  letLive.resolve();
  await waitUntilLive(page);
  await expect(page.getByText(`${MESSAGE.length} of 1000 characters`)).toBeVisible();
  await expect(page.getByLabel("Full Name")).toHaveValue("Anna Bear");
  await send(page);
  await expect(page.getByText("Thank you! Your message has been sent")).toBeVisible();
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
    await page.waitForTimeout(2100);
    await send(page);
    await expect(page).toHaveURL("/contact?sent=1");
    await expect(page.getByRole("heading", { name: "Message Sent!" })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Back to Home" }).click();
    await expect(page).toHaveURL("/");
  });
});
