// A buyer withdraws from an order, or reviews it, on a phone. The pages have no script of their own.
import { expectSound, expectStateSound } from "./accessible.ts";
import { buyAhead, changeSettings, expect, newBuyer, openMailTo, test } from "./shop.ts";

const PHONE = { width: 390, height: 844 };
const ORDER_NUMBER = /[A-Z0-9]{4}-[A-Z0-9]{4}/;

test.use({ viewport: PHONE, allowConsole: /status of 422 .*\/(?:withdraw|review\?\S+)$/ });

test("an order is withdrawn from in two steps", async ({ page }) => {
  const email = newBuyer("wanda");
  await buyAhead(page, { pack: "Premium Pack", email });
  await expect(page.getByRole("heading", { name: email })).toBeVisible();
  const [number = ""] = ORDER_NUMBER.exec(await page.getByRole("main").innerText()) ?? [];

  await page.goto("/withdraw");
  await page.getByLabel("Full name").fill("Wanda Bear");
  await page.getByLabel("Email address").fill("someone-else@example.com");
  await page.getByLabel("Order number").fill(number.toLowerCase());
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toContainText("We found no paid order");
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("definition").filter({ hasText: /^\$37\.00 USD$/ })).toBeVisible();
  await page.getByRole("button", { name: "Confirm withdrawal" }).click();
  await expect(page.getByRole("heading", { name: "We received your withdrawal" })).toBeVisible();
});

test("a review reaches the landing page by mail, form and the owner's decision", async ({
  page,
  browser,
  baseURL,
  store,
}) => {
  test.slow();
  const email = newBuyer("rita");
  const review = `Our evenings are calm again. ${email.slice(0, 13)}`;
  const owner = await (await browser.newContext({ baseURL: baseURL ?? "" })).newPage();
  await changeSettings(owner.context(), { review_mails: true });

  await test.step("agrees to be asked", async () => {
    await buyAhead(page, { pack: "Premium Pack", email });
    await page.getByRole("button", { name: "Yes, ask me" }).click();
    await expect(page.getByRole("button", { name: "Don't ask me" })).toBeVisible();
  });

  await test.step("follows the mail and sends a review", async () => {
    await store.backdate(email, 14);
    const mail = await openMailTo(page, email, "How do you like Premium Pack?");
    const link = await mail.getByRole("link", { name: "Write a review" }).getAttribute("href");
    await page.goto(link ?? "");
    await expectSound(page);
    await page.getByRole("button", { name: "Send my review" }).click();
    await expect(page.getByText("Your rating is required")).toBeVisible();
    await expectStateSound(page);
    await page.getByLabel("4 stars: good").check();
    await page.getByLabel("Your review").fill(review);
    await page.getByLabel("You may publish my review").check();
    await page.getByRole("button", { name: "Send my review" }).click();
    await expect(page.getByRole("heading", { name: "Thank you for your review" })).toBeVisible();
    await expectStateSound(page);
  });

  await test.step("is shown by the owner", async () => {
    await owner.setViewportSize(PHONE);
    await owner.goto("/admin/needs");
    await owner.getByRole("button", { name: "Show: Anna: 4 stars" }).click();
    await owner.getByRole("dialog").getByRole("button", { name: "Show" }).click();
    await expect(owner.getByRole("dialog")).toHaveCount(0);
  });

  const card = page.getByRole("figure").filter({ hasText: review });
  await expect(async () => {
    await page.goto("/#testimonials");
    await expect(card).toContainText("4 of 5 stars", { timeout: 500 });
  }).toPass();
  await expect(card).toContainText("Bought here");
  await expect(page.getByText("are by people who bought from us")).toBeVisible();
  await expectSound(page);
  await owner.context().close();
});
