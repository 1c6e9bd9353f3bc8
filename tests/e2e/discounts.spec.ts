// Discount codes: the owner creates one, a buyer uses it.
import jsQR from "jsqr";
import type { Page } from "playwright/test";
import sharp from "sharp";
import { buttonOf, CALL_ERRORS, fieldOf, formOf, panelOf, questionOf } from "./admin.ts";
import {
  declineOffers,
  expect,
  newBuyer,
  openLive,
  pay,
  type Requester,
  SAME_ORIGIN,
  signInAsOwner,
  test,
} from "./shop.ts";
import { expectNoSidewaysScroll } from "./accessible.ts";

const PHONE = { width: 390, height: 844 };

test.use({ viewport: PHONE, allowConsole: CALL_ERRORS });

const newCode = (name: string) => `${name}-${crypto.randomUUID().slice(0, 6)}`.toUpperCase();

const cardOf = (page: Page, pack: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: pack }) });

/** Creates a code through the API, as the owner in another browser. */
async function createCode({ request }: Requester, data: object) {
  await signInAsOwner({ request });
  const body = { productIds: [], amountOff: null, expiresAt: null, maxUses: null, ...data };
  const made = await request.post("/api/discounts", { headers: SAME_ORIGIN, data: body });
  expect(made.status(), await made.text()).toBe(201);
}

test("a buyer pays with a code", async ({ page, request }) => {
  const code = newCode("half");
  await createCode({ request }, { code, percentOff: 50 });
  await page.goto(`/?code=${code.toLowerCase()}`);
  const card = cardOf(page, "Premium Pack");
  await expect(card).toContainText(`with code ${code}`);
  await expect(card.locator("s").first()).toContainText("$37");
  await expectNoSidewaysScroll(page);
  await openLive(page, "/");
  await expect(card).toContainText(`$18.50`);
  await expect(card).toContainText(`with code ${code}`);
  await card.getByRole("link", { name: "Look closer Premium Pack" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Premium Pack" })).toBeVisible();
  await expect(page.getByText(`with code ${code}`).first()).toBeVisible();
  await expect(page.getByText("$18.50").first()).toBeVisible();
  await page
    .getByRole("button", { name: "DOWNLOAD NOW Premium Pack", exact: true })
    .first()
    .click();
  await page.waitForURL(/\/demo\/pay\/cs_/);
  await expect(page.getByText("Discount", { exact: true })).toBeVisible();
  await expect(page.getByText("Discount code")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Pay $18.50" }).last()).toBeVisible();
  await pay(page, newBuyer("code"));
  await declineOffers(page);
  await expect(page.getByText("$18.50").first()).toBeVisible();
});

async function readQrCode(picture: string | Buffer): Promise<string | undefined> {
  const pixels = sharp(picture).ensureAlpha().raw();
  const { data, info } = await pixels.toBuffer({ resolveWithObject: true });
  const options = { inversionAttempts: "dontInvert" } as const;
  return jsQR(new Uint8ClampedArray(data), info.width, info.height, options)?.data;
}

/** Saves the QR code of a code's link as PNG, reads it, and opens its campaign in the overview. */
async function saveItsQrCode(page: Page, code: string) {
  await buttonOf(page, `Link and QR code of ${code}`).click();
  await expect(fieldOf(page, "Campaign")).toHaveValue(code.toLowerCase());
  await fieldOf(page, "Source").fill("Bücher Fair");
  const address = `${new URL(page.url()).origin}/?code=${code}&utm_source=b%C3%BCcher+fair&utm_campaign=${code.toLowerCase()}`;
  await expect(formOf(page).getByText(address, { exact: true })).toBeVisible();
  // Many readers need dark on white, also in the dark scheme.
  await page.emulateMedia({ colorScheme: "dark" });
  const picture = formOf(page).getByRole("img", { name: `QR code of ${address}` });
  expect(await readQrCode(await picture.screenshot())).toBe(address);
  await expectNoSidewaysScroll(page);
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    buttonOf(formOf(page), "Save as PNG").click(),
  ]);
  expect(saved.suggestedFilename()).toBe(`qr-code-${code}.png`);
  expect(await readQrCode(await saved.path())).toBe(address);
  await buttonOf(formOf(page), "Visits from the source bücher fair").click();
  await expect(page).toHaveURL(/stats-source=utm_source%3Ab%C3%BCcher(?:%20|\+)fair/);
  await expect(formOf(page)).toHaveCount(0);
  await page.goBack();
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
  await saveItsQrCode(page, code);
  await buttonOf(row, `End ${code}`).click();
  await buttonOf(questionOf(page), "End it").click();
  await expect(row).toHaveCount(0);
  await buttonOf(page, "Ended").click();
  await expect(row).toContainText("Ended");
});
