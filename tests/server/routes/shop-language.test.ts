import { expect, test } from "vitest";
import { texts } from "../../../db/content-schema.ts";
import { checkoutBody, openBrowser, startCheckout } from "../../support/browser.ts";
import { MESSAGE } from "../../support/contact.ts";
import { ordersOf } from "../../support/money.ts";
import { realPages } from "../../support/page-desk.ts";
import { buy, openShop, signIn } from "../../support/shop.ts";
import { addRow } from "../../support/rows.ts";
import { changeSettings } from "../../support/shop-settings.ts";

const BUYER = "anna@example.com";
const NBSP = "\u00a0";
const SELLER = { sellerName: "Jo Books", sellerCountry: "AT" };

async function openShopIn(language: string) {
  const t = await openShop({ web: realPages });
  changeSettings(t, { language, ...SELLER, supportEmail: "owner@example.com" });
  const read = async (path: string, browser = t.browser) => (await browser.get(path)).text();
  return { ...t, read };
}

test("prices, amounts, days and countries are in the shop's language, on pages and in mails", async () => {
  const t = await openShopIn("de");
  expect(await t.read("/")).toMatch(new RegExp(`"inLanguage":"de".*>37${NBSP}\\$<`, "s"));
  await buy(t, t.browser, { products: [t.pack], email: BUYER });
  const [order] = ordersOf(t);
  const receipt = await t.read(`/account/orders/${order?.number}`);
  expect(receipt).toContain("21. November 2026");
  expect(receipt).toContain(`37,00${NBSP}USD`);
  expect(receipt).toContain("Österreich");
  const account = await t.read("/account", signIn(t, BUYER));
  expect(account).toContain(`37,00${NBSP}USD`);
  expect(t.mails[0]?.text).toContain(`37,00${NBSP}USD`);
  expect(t.mails[0]?.text).toContain("20. Januar 2027");
  expect(t.mails[0]?.text).toContain("Österreich");
});

test("documents, manifest and mails to buyers name the language and its direction", async () => {
  const t = await openShopIn("he");
  for (const path of ["/", "/contact", "/nowhere", "/app-shell", "/offline", "/busy", "/login"]) {
    expect([path, await t.read(path)]).toEqual([
      path,
      expect.stringMatching(/^<!doctype html><html lang="he" dir="rtl">/),
    ]);
  }
  addRow(t, texts, { name: "app.contact", value: "צור קשר" });
  const manifest: unknown = await (await t.browser.get("/manifest.webmanifest")).json();
  expect(manifest).toMatchObject({
    lang: "he",
    dir: "rtl",
    shortcuts: [{ name: "My downloads" }, { name: "צור קשר" }],
  });
  await buy(t, t.browser, { products: [t.pack], email: BUYER });
  expect(t.mails[0]?.html).toMatch(/<html dir="rtl" lang="he">/);
  expect(t.mails[0]?.html).toContain("\u200F · ");
});

test("the admin and mails to the owner stay in English", async () => {
  const t = await openShopIn("he");
  await t.browser.post("/api/forms/submit", {
    ...MESSAGE,
    email: BUYER,
  });
  await t.settle();
  const notice = t.mails.find(({ to }) => to === "owner@example.com");
  expect(notice?.html).toMatch(/<html dir="ltr" lang="en">/);
  expect(notice?.text).toContain("November 21, 2026");
  expect(await t.read("/admin")).toMatch(/^<!doctype html><html lang="en">/);
});

test.each([
  ["de-AT,en;q=0.8", "fr", "de"],
  ["ar,en;q=0.8", "fr", "fr"],
  ["ar,fr;q=0.8", "en", "auto"],
])(
  "with the browser's %s, a shop in %s asks for the payment page %s",
  async (own, language, locale) => {
    const t = await openShopIn(language);
    await startCheckout(openBrowser(t, { "Accept-Language": own }), [t.pack]);
    const post = t.simulator.control.requests().findLast(({ method }) => method === "POST");
    expect(post?.params).toMatchObject({ locale });
  },
);

test("labels and errors are the owner's texts, without a script and in calls", async () => {
  const t = await openShopIn("de");
  for (const [name, value] of Object.entries({
    "contactForm.fields.message": "Nachricht",
    "withdrawForm.number": "Bestellnummer",
    "form.required": "fehlt",
    "errors.emailMissing": "Bitte die Adresse eingeben",
    "refusals.invalidEmail": "Diese Adresse gibt es nicht",
    "refusals.rateLimited": "Bitte kurz warten",
    "refusals.addressNotYours": "Nicht von hier",
    "checkoutErrors.emptyCheckout": "Kein Produkt",
    "frame.footer.copyright": "Alle Rechte ©",
    "form.minLength": "braucht {count} Zeichen",
  })) {
    addRow(t, texts, { name, value });
  }
  const posted = await t.browser.postForm("/contact", { ...MESSAGE, message: "Short" });
  expect(await posted.text()).toContain("Nachricht braucht 10 Zeichen");
  const called = await t.browser.post("/api/forms/submit", { ...MESSAGE, message: "" });
  expect(await called.json()).toMatchObject({ errors: { message: ["Nachricht fehlt"] } });
  const code = await t.browser.post("/api/send-otp", { email: "" });
  expect(await code.json()).toMatchObject({ message: "Bitte die Adresse eingeben" });
  for (const [path, body, message] of [
    ["send-otp", { email: "anna@" }, "Diese Adresse gibt es nicht"],
    ["orders/address", { sessionId: "cs_test_1", email: BUYER }, "Nicht von hier"],
    ["create-checkout-session", checkoutBody([]), "Kein Produkt"],
  ] as const) {
    expect(await (await t.browser.post(`/api/${path}`, body)).json()).toMatchObject({ message });
  }
  const asks = () => t.browser.post("/api/send-otp", { email: BUYER });
  const answers = await Promise.all(Array.from({ length: 20 }, asks));
  expect(await answers.at(-1)?.json()).toMatchObject({ message: "Bitte kurz warten" });
  expect(await (await t.browser.get("/")).text()).toMatch(/Alle Rechte ©(?:<!-- -->| )*2025/);
  const withdrawn = await t.browser.postForm("/withdraw", { name: "Anna", email: BUYER });
  expect(await withdrawn.text()).toContain("Bestellnummer fehlt");
});
