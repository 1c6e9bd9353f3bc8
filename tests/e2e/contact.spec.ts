import type { Page } from "playwright/test";
import { write } from "./admin.ts";
import {
  everythingSent,
  expect,
  hold,
  LIVE_CODE,
  mistypedBuyer,
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

test("a typed message persists hydration, its email is corrected, and another can follow", async ({
  page,
  request,
}) => {
  const { wrong, right } = mistypedBuyer("anna");
  const address = page.getByLabel("Email Address");
  const question = page.getByRole("status").filter({ hasText: `Did you mean ${right}?` });
  await signInAsOwner({ request });
  const text = { name: "contact.form.count", value: "{length}/{most}" };
  const { id } = await write({ request }, "POST", "texts", text);
  const letLive = await hold(page, LIVE_CODE);
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto("/contact");
  await fill(page, wrong);
  letLive();
  await waitUntilLive(page);
  // The owner's text is also shown once the page is hydrated.
  await expect(page.getByText(`${MESSAGE.length}/1000`)).toBeVisible();
  await request.delete(`/api/tables/texts/${id}`, { headers: SAME_ORIGIN });
  let calls = 0;
  page.on("request", (call) => (calls += call.url().endsWith("/api/forms/submit") ? 1 : 0));
  await send(page).dblclick();
  await expect(question).toContainText(
    "Nothing is sent yet. If yours is right, click “Send Message” again.",
  );
  await expect(question).toBeInViewport({ ratio: 1 });
  await expect(address).toBeFocused();
  await expect(address).toHaveAccessibleDescription(/Did you mean /);
  await everythingSent(page);
  expect(calls).toBe(0);
  await page.getByRole("button", { name: "Yes, use this address" }).click();
  await expect(send(page)).toBeFocused();
  const sent = page.waitForRequest(CALL);
  await page.keyboard.press("Enter");
  expect((await sent).postDataJSON()).toMatchObject({
    formId: "contact_form",
    name: "Anna Bear",
    email: right,
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
