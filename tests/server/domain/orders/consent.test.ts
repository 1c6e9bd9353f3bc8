import { expect, test } from "vitest";
import { listNeeds } from "../../../../server/domain/issues/needs.ts";
import { AppError, CallRefused } from "../../../../server/errors.ts";
import { checkoutBody, openBrowser, startCheckout as begin } from "../../../support/browser.ts";
import { lineOf, mendPayments } from "../../../support/health.ts";
import {
  DAY_MS,
  DELAYED_CARD,
  emailsOf,
  fileLink,
  itemsOf,
  ordersOf,
  statusOf,
} from "../../../support/money.ts";
import { changeSettings } from "../../../support/shop-settings.ts";
import { buy, openShop, readDetail, signIn } from "../../../support/shop.ts";
import { signInAdmin } from "../../../support/table-calls.ts";
import { press } from "../../../support/desk-shop.ts";

const WAIT_MS = 15 * DAY_MS;

/** Buys from a country, if one is given, then starts a checkout; returns the terms to accept. */
async function termsFor(consent: "off" | "eu" | "everywhere", country: string | null) {
  const t = await openShop();
  if (country !== null) {
    const earlier = await begin(t.browser, [t.book]);
    await t.simulator.control.pay(earlier, { country });
    await t.settle();
  }
  changeSettings(t, { consent });
  await begin(t.browser, [t.pack]);
  return ordersOf(t).at(-1)?.termsText;
}

test.each([
  ["off", "DE", false],
  ["eu", "DE", true],
  ["eu", "NO", true],
  ["eu", "GB", true],
  ["eu", null, true],
  ["eu", "US", false],
  ["eu", "BR", false],
  ["everywhere", "US", true],
] as const)(
  "with consent %s, a buyer who paid from %s is asked: %s",
  async (consent, country, isAsked) => {
    const terms = await termsFor(consent, country);
    if (!isAsked) return expect(terms).toBeNull();
    expect(terms).toContain("[Terms of Service](http://localhost:3000/terms)");
    expect(terms).toContain("I lose my right of withdrawal");
  },
);

test("a first order asks for consent in every language, so that its files do not wait", async () => {
  const t = await openShop();
  changeSettings(t, { consent: "eu", withoutConsent: "wait" });
  const browser = openBrowser(t, { "Accept-Language": "en-US" });
  const sessionId = await begin(browser, [t.pack]);
  await t.simulator.control.pay(sessionId, { country: "DE" });
  await t.settle();
  expect(ordersOf(t)[0]?.termsAcceptedAt).not.toBeNull();
  expect(itemsOf(t)[0]?.accessFrom).toBeNull();
});

test("the accepted text and its time are stored with the order, as they were", async () => {
  const t = await openShop();
  changeSettings(t, { consent: "everywhere" });
  await buy(t, t.browser, { products: [t.pack] });
  const [order] = ordersOf(t);
  expect(order?.termsText).toContain("I agree to the");
  expect(order?.termsAcceptedAt).toEqual(t.clock.now());
});

test.each([
  ["deliver", true],
  ["deliver", false],
  ["wait", true],
  ["wait", false],
] as const)(
  "without_consent %s: the mail links to the withdrawal page if the owner wants it: %s",
  async (withoutConsent, withdrawalLinks) => {
    const t = await openShop();
    changeSettings(t, { withoutConsent, withdrawalLinks });
    await buy(t, t.browser, { products: [t.pack] });
    expect(t.mails).toHaveLength(1);
    expect(t.mails[0]?.text.includes("http://localhost:3000/withdraw")).toBe(withdrawalLinks);
  },
);

test.each([
  ["succeeded", "paid"],
  ["failed", "failed"],
] as const)(
  "of a delayed payment that has %s, the time is that of the checkout",
  async (result, status) => {
    const t = await openShop();
    changeSettings(t, { consent: "everywhere" });
    const sessionId = await buy(t, t.browser, { products: [t.pack], card: DELAYED_CARD });
    const termsAcceptedAt = t.clock.now();
    t.clock.advance(4 * DAY_MS);
    t.simulator.control.settle(sessionId, result);
    await t.settle();
    expect(ordersOf(t)).toMatchObject([{ status, termsAcceptedAt }]);
  },
);

test.each([
  ["deliver", "off", "DE", false],
  ["wait", "everywhere", "DE", false],
  ["wait", "off", "US", false],
  ["wait", "off", "CH", true],
  ["wait", "off", null, true],
] as const)(
  "without_consent %s, consent %s and a buyer in %s: the files wait: %s",
  async (withoutConsent, consent, country, waits) => {
    const t = await openShop();
    changeSettings(t, { withoutConsent, consent });
    const sessionId = await begin(t.browser, [t.pack]);
    await t.simulator.control.pay(sessionId, { country });
    await t.settle();
    const end = new Date(t.clock.now().getTime() + WAIT_MS);
    expect(itemsOf(t)[0]?.accessFrom).toEqual(waits ? end : null);
    const subject = waits ? / is confirmed$/ : /^Your printables are ready/;
    expect(t.mails.map((mail) => mail.subject)).toEqual([expect.stringMatching(subject)]);
  },
);

test("waiting files open, and their mail goes out, when the withdrawal period ends", async () => {
  const t = await openShop();
  changeSettings(t, { withoutConsent: "wait" });
  const sessionId = await buy(t, t.browser, { products: [t.pack] });
  const item = async () => (await readDetail(t.browser, sessionId)).products[0];
  const accessFrom = new Date(t.clock.now().getTime() + WAIT_MS).toISOString();
  expect(await item()).toMatchObject({ files: [], accessFrom });
  expect(emailsOf(t)).toMatchObject([
    { kind: "order_waiting", status: "sent" },
    { kind: "delivery", status: "queued" },
  ]);
  expect(t.mails[0]?.text).toContain("on December 6, 2026");
  expect(t.mails[0]?.text).toContain("http://localhost:3000/withdraw");
  t.mails.length = 0;

  const account = signIn(t, "buyer@example.com", { lifetimeMs: 30 * DAY_MS });
  const fileStatus = async () => (await account.get("/files/1/a.pdf")).status;
  expect(await fileStatus()).toBe(404);

  // The item is owned while it waits, so a second checkout returns the same order.
  const again = await t.browser.post("/api/create-checkout-session", checkoutBody([t.pack]));
  expect(await again.json()).toMatchObject({ sessionId });

  t.clock.advance(DAY_MS);
  expect([await lineOf(t, "mail"), await lineOf(t, "delivery")]).toEqual([
    expect.stringMatching(/^ok/),
    expect.stringMatching(/^ok/),
  ]);
  t.clock.advance(WAIT_MS - 2 * DAY_MS);
  await t.settle();
  expect(t.mails).toEqual([]);
  t.clock.advance(DAY_MS);
  expect(await lineOf(t, "mail")).toMatch(/^ok/);
  await t.settle();
  expect(t.mails).toHaveLength(1);
  expect(await statusOf(t, fileLink(t.mails[0]?.text, "Premium"))).toBe(200);
  expect((await item())?.files).toHaveLength(2);
  expect(await fileStatus()).toBe(200);
});

test("a subscription does not wait, and its mail does not hold the waiting files back", async () => {
  const t = await openShop();
  changeSettings(t, { withoutConsent: "wait" });
  const club = await t.addProduct({
    name: "Monthly Club",
    price: 999,
    type: "subscription",
    billingPeriod: "month",
    contents: ["club"],
  });
  await buy(t, openBrowser(t), { products: [club, t.book] });
  expect(t.mails.map(({ text }) => text.includes("Monthly Club"))).toEqual([true, false]);
  t.clock.advance(WAIT_MS);
  await t.settle();
  expect(t.mails.at(-1)?.text).toContain("Dinosaur");
});

test("the health page reports that the provider refuses to ask for consent, until it asks", async () => {
  const t = await openShop();
  changeSettings(t, { consent: "everywhere" });
  const { createCheckout } = t.deps.payments;
  let asks = false;
  mendPayments(t, {
    async createCheckout(checkout) {
      if (asks || (checkout.terms === null && !checkout.recovery)) return createCheckout(checkout);
      const cause = new CallRefused(new Error("Add your terms."), "consent_collection");
      throw new AppError("payment_provider", "Refused.", { cause });
    },
  });
  await begin(openBrowser(t), [t.pack]);
  expect(await lineOf(t, "payments")).toMatch(
    /^warn: .*less consent than you set.*Add your terms\./,
  );
  asks = true;
  await begin(openBrowser(t), [t.pack]);
  expect(await lineOf(t, "payments")).not.toMatch(/consent/);
});

test("the owner delivers waiting files early, once, and the mail does not come twice", async () => {
  const t = await openShop();
  changeSettings(t, { withoutConsent: "wait" });
  await buy(t, t.browser, { products: [t.pack, t.book] });
  const admin = signInAdmin(t);
  const act = () => press(admin, "order_items/2/deliver_now");
  t.mails.length = 0;
  expect((await act()).status).toBe(200);
  expect((await act()).status).toBe(409);
  await t.settle();
  expect(itemsOf(t).map(({ accessFrom }) => accessFrom)).toEqual([null, null]);
  t.clock.advance(WAIT_MS);
  await t.settle();
  expect(t.mails).toHaveLength(1);
  expect(await statusOf(t, fileLink(t.mails[0]?.text, "Dinosaur"))).toBe(200);
});

test("a refund before the delivery ends it, and needs no attention", async () => {
  const t = await openShop();
  changeSettings(t, { withoutConsent: "wait" });
  await buy(t, t.browser, { products: [t.pack] });
  const [session] = t.simulator.control.sessions();
  t.simulator.control.refund(session?.id ?? "");
  await t.settle();
  t.mails.length = 0;
  t.clock.advance(WAIT_MS);
  await t.settle();
  expect(t.mails).toEqual([]);
  expect(listNeeds(t.deps)).toEqual({ total: 0, groups: [] });
});
