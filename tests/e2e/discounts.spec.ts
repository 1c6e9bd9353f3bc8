// Discount codes: the owner creates one, a buyer uses it, with and without JavaScript.
import type { Browser, Page } from "playwright/test";
import { buttonOf, CALL_ERRORS, fieldOf, formOf, panelOf, questionOf } from "./admin.ts";
import {
  declineOffers,
  expect,
  newBuyer,
  openLive,
  pay,
  SAME_ORIGIN,
  signInAsOwner,
  test,
} from "./shop.ts";

const PHONE = { width: 390, height: 844 };

test.use({ viewport: PHONE, allowConsole: CALL_ERRORS });

const newCode = (name: string) => `${name}-${crypto.randomUUID().slice(0, 6)}`.toUpperCase();

const cardOf = (page: Page, pack: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: pack }) });

/** Creates a code through the API, as the owner in another browser. */
async function createCode(browser: Browser, baseURL: string | undefined, data: object) {
  const owner = await browser.newContext({ ...(baseURL && { baseURL }) });
  await signInAsOwner(owner);
  const body = { productIds: [], amountOff: null, expiresAt: null, maxUses: null, ...data };
  const made = await owner.request.post("/api/discounts", { headers: SAME_ORIGIN, data: body });
  expect(made.status(), await made.text()).toBe(201);
  await owner.close();
}

async function expectNoSidewaysScroll(page: Page) {
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });

    test("a buyer pays with a code", async ({ page, browser, baseURL }) => {
      const code = newCode("half");
      await createCode(browser, baseURL, { code, percentOff: 50 });
      await page.goto(`/?code=${code.toLowerCase()}`);
      const card = cardOf(page, "Premium Pack");
      await expect(card).toContainText(`with code ${code}`);
      await expect(card.locator("s").first()).toContainText("$37");
      if (javaScriptEnabled) await expectNoSidewaysScroll(page);
      if (javaScriptEnabled) {
        await openLive(page, "/");
        await expect(card).toContainText(`$18.50`);
        await expect(card).toContainText(`with code ${code}`);
      }
      await card.getByRole("button", { name: "DOWNLOAD NOW" }).click();
      await page.waitForURL(/\/demo\/pay\/cs_/);
      await expect(page.getByText("Discount", { exact: true })).toBeVisible();
      await expect(page.getByText("Discount code")).toHaveCount(0);
      await expect(page.getByRole("button", { name: "Pay $18.50" }).last()).toBeVisible();
      await pay(page, newBuyer("code"));
      await declineOffers(page);
      await expect(page.getByText("$18.50").first()).toBeVisible();
    });

    test("a free order needs no card", async ({ page, browser, baseURL }) => {
      const code = newCode("free");
      await createCode(browser, baseURL, { code, percentOff: 100 });
      await page.goto("/");
      await cardOf(page, "Premium Pack").getByRole("button", { name: "DOWNLOAD NOW" }).click();
      await page.waitForURL(/\/demo\/pay\/cs_/);
      const field = page.getByLabel("Discount code");
      await field.fill("wrong code 🎁");
      await page.getByRole("button", { name: "Apply" }).click();
      await expect(page.getByText("This code is invalid.")).toBeVisible();
      await field.fill(code.toLowerCase());
      await page.getByRole("button", { name: "Apply" }).click();
      await expect(page.getByText("This order costs nothing, so no card is needed.")).toBeVisible();
      await page.getByLabel("Email").fill(newBuyer("free"));
      await page.getByRole("button", { name: "Complete order" }).last().click();
      await declineOffers(page);
      await expect(page.getByRole("link", { name: /Month 1/ }).first()).toBeVisible();
    });

    test("an unknown code is said, and the prices stay", async ({ page }) => {
      await page.goto("/?code=NEVER-MADE");
      await expect(page.getByText("Your code is unknown, has ended")).toBeVisible();
      await expect(cardOf(page, "Premium Pack")).not.toContainText("with code");
    });
  });
}

test("the owner creates a code on a phone, sees its use and ends it", async ({ page }) => {
  const code = newCode("own");
  await signInAsOwner(page);
  await page.goto("/admin/discounts");
  const list = panelOf(page, "Codes");
  await buttonOf(list, "New code").click();
  await fieldOf(page, "Code").fill("TWO WORDS");
  await buttonOf(formOf(page), "Create the code").click();
  await expect(formOf(page).getByText("Use 3 to 40 letters")).toBeVisible();
  await fieldOf(page, "Code").fill(code.toLowerCase());
  await fieldOf(page, "Or an amount off").fill("5.00");
  await fieldOf(page, "Number of uses").fill("3");
  await formOf(page).getByLabel("Premium Pack", { exact: true }).check();
  await buttonOf(formOf(page), "Create the code").click();
  await expect(formOf(page)).toHaveCount(0);
  const row = list.getByRole("listitem").filter({ hasText: code });
  await expect(row).toContainText("$5.00 off");
  await expect(row).toContainText("used 0 of 3 times · Premium Pack");
  await expectNoSidewaysScroll(page);
  await buttonOf(row, `End ${code}`).click();
  await buttonOf(questionOf(page), "End it").click();
  await expect(row).toContainText("Ended");
});
