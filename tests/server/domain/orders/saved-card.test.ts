import { describe, expect, test } from "vitest";
import { agreementWords } from "../../../../server/contract/legal-words.ts";
import { openBrowser, startCheckout } from "../../../support/browser.ts";
import { withGifts } from "../../../support/gift-shop.ts";
import { DELAYED_CARD, HOUR_MS, openClubShop, ordersOf } from "../../../support/money.ts";
import { changeSettings } from "../../../support/shop-settings.ts";
import { buy, MINUTE_MS, readDetail, signIn } from "../../../support/shop.ts";

const BUYER = "buyer@example.com";

/** Opens a shop that saves cards. `first` buys the pack, and `offer` starts the checkout of the book. */
async function openCardShop() {
  const shop = await openClubShop();
  const { control, context } = shop.simulator;
  changeSettings(shop, { saveCards: true });
  const sessionOf = (id: string) => control.sessions().find((session) => session.id === id);
  return {
    ...shop,
    control,
    sessionOf,
    first: (purchase: { products?: number[]; card?: string } = {}) =>
      buy(shop, shop.browser, { products: [shop.pack], email: BUYER, ...purchase }),
    async offer({ browser = shop.browser, products = [shop.pack, shop.book] } = {}) {
      return sessionOf(await startCheckout(browser, products));
    },
    customerOf: (id: string) => sessionOf(id)?.customer,
    /** Deletes the provider's customers, as its dashboard does. */
    forgetCustomers() {
      const { store } = context;
      store.reset(store.entries().filter(({ kind }) => kind !== "customer"));
    },
    methodsOf: () => context.store.list("payment_method"),
  };
}
type CardShop = Awaited<ReturnType<typeof openCardShop>>;

describe("an offer is paid as by a new customer", () => {
  test.each<[string, (shop: CardShop) => unknown]>([
    [
      "while the shop does not save cards",
      async (shop) => {
        changeSettings(shop, { saveCards: false });
        await shop.first();
        expect(shop.methodsOf()).toEqual([]);
        expect(ordersOf(shop)[0]?.customerId).toBeNull();
      },
    ],
    [
      "in a shop without offers, which saves no card",
      async (shop) => {
        changeSettings(shop, { offers: false });
        await shop.first();
        expect(shop.methodsOf()).toEqual([]);
      },
    ],
    [
      "after the owner has stopped saving cards",
      async (shop) => {
        await shop.first();
        changeSettings(shop, { saveCards: false });
      },
    ],
    [
      "an hour after the payment",
      async (shop) => {
        await shop.first();
        shop.clock.advance(HOUR_MS);
      },
    ],
    [
      "when the checkout was opened a day before it was paid",
      async (shop) => {
        const id = await startCheckout(shop.browser, [shop.pack]);
        await shop.control.pay(id, { card: DELAYED_CARD });
        shop.clock.advance(24 * HOUR_MS);
        shop.control.settle(id, "succeeded");
        await shop.settle();
      },
    ],
    [
      "while the purchase is paid by a bank debit",
      async (shop) => {
        await shop.first({ card: DELAYED_CARD });
        expect(shop.methodsOf()).toEqual([]);
      },
    ],
    [
      "after the buyer has corrected the email",
      async (shop) => {
        const sessionId = await shop.first();
        await shop.browser.post("/api/orders/address", { sessionId, email: "right@example.com" });
        expect(ordersOf(shop)[0]?.addressChanges).toBe(1);
      },
    ],
    [
      "when another account has signed in at the same computer",
      async (shop) => {
        await shop.first();
        const other = signIn(shop, "other@example.com");
        shop.browser.cookies.set("session", other.cookies.get("session") ?? "");
      },
    ],
    [
      "after a refund",
      async (shop) => {
        shop.control.refund(await shop.first());
        await shop.settle();
      },
    ],
  ])("%s", async (_when, before) => {
    const shop = await openCardShop();
    await before(shop);
    expect(await shop.offer()).toMatchObject({ status: "open", customer: null });
  });

  test("in another browser", async () => {
    const shop = await openCardShop();
    await shop.first();
    expect(await shop.offer({ browser: openBrowser(shop) })).toMatchObject({ customer: null });
  });

  test("after a subscription, whose card is for its renewals", async () => {
    const shop = await openCardShop();
    const id = await shop.first({ products: [shop.club] });
    expect(shop.customerOf(id)).toMatch(/^cus_/);
    expect(shop.sessionOf(id)?.custom_text.submit?.message).not.toContain("card is saved");
    expect(await shop.offer({ products: [shop.club, shop.book] })).toMatchObject({
      customer: null,
    });
  });

  test("for a gift, which saves no card either", async () => {
    const shop = withGifts(await openCardShop());
    await shop.first();
    const session = shop.sessionOf(await shop.give({ products: [shop.pack, shop.book] }));
    expect(session?.customer).toBeNull();
    expect(session?.payment_method_options).toEqual({});
  });

  test("when the provider has deleted the customer, in the same order", async () => {
    const shop = await openCardShop();
    await shop.first();
    shop.forgetCustomers();
    const session = await shop.offer();
    expect(session).toMatchObject({ status: "open", customer: null, customer_email: BUYER });
    expect(ordersOf(shop).map(({ status }) => status)).toEqual(["paid", "open"]);
    expect(shop.deps.watch.refusedProducts.size).toBe(0);
    expect((await shop.offer())?.id).toBe(session?.id);
    const created = shop.control
      .requests()
      .filter(({ method, path }) => method === "POST" && path === "/v1/checkout/sessions");
    expect(new Set(created.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3);
  });
});

test("an offer is opened for the customer of the purchase, for an hour", async () => {
  const shop = await openCardShop();
  const first = await shop.first();
  shop.clock.advance(59 * MINUTE_MS);
  const products = [shop.pack, shop.club];
  const session = await shop.offer({ products });
  expect(session).toMatchObject({
    customer: shop.customerOf(first),
    customer_email: null,
    expires_at: (session?.created ?? 0) + HOUR_MS / 1000,
  });
  expect((await shop.offer({ products }))?.id).toBe(session?.id);
  shop.clock.advance(MINUTE_MS);
  const later = await shop.offer({ products });
  expect(later?.id).not.toBe(session?.id);
  expect(later?.customer).toBeNull();
});

test("no link that is mailed later shows the saved card", async () => {
  const shop = await openCardShop();
  changeSettings(shop, { recoveryMails: true });
  const first = await shop.first();
  expect(shop.sessionOf(first)?.after_expiration).toMatchObject({ recovery: { enabled: true } });
  expect((await shop.offer())?.after_expiration).toBeNull();
});

test("buyers read that their card is saved, and not again at the offer", async () => {
  const shop = await openCardShop();
  const first = await shop.first();
  expect(shop.sessionOf(first)?.custom_text.submit?.message).toMatch(
    new RegExp(` ${agreementWords.savesCard.replaceAll(".", "\\.")}$`),
  );
  const session = await shop.offer();
  expect(session?.custom_text.submit?.message).not.toContain(agreementWords.savesCard);
  expect(session?.payment_method_options).toEqual({});
});

test("a saved card pays a subscription and one more offer, all for one customer", async () => {
  const shop = await openCardShop();
  const first = await shop.first();
  const customer = shop.customerOf(first);
  await shop.control.pay((await shop.offer({ products: [shop.pack, shop.club] }))?.id ?? "");
  await shop.settle();
  const third = await shop.offer({ products: [shop.pack, shop.club, shop.book] });
  expect(third).toMatchObject({ customer, amount_total: 1200 });
  expect(ordersOf(shop)).toMatchObject([{ email: BUYER }, { email: BUYER, status: "paid" }, {}]);
});

test("tax and invoices of an offer are of the same customer", async () => {
  const shop = await openCardShop();
  changeSettings(shop, { tax: "added", invoices: true });
  const id = await startCheckout(shop.browser, [shop.pack]);
  await shop.control.pay(id, { email: BUYER, country: "DE" });
  await shop.settle();
  const offer = await shop.offer();
  expect(offer).toMatchObject({ customer: shop.customerOf(id), automatic_tax: { enabled: true } });
  await shop.control.pay(offer?.id ?? "", { country: "DE" });
  await shop.settle();
  expect(ordersOf(shop)).toMatchObject([
    { email: BUYER, taxAmount: 703, invoiceNumber: expect.stringMatching(/-0001$/) },
    { email: BUYER, taxAmount: 228, invoiceNumber: expect.stringMatching(/-0002$/) },
  ]);
});

test("the customer's id stays on the server", async () => {
  const shop = await openCardShop();
  const id = await shop.first();
  const customer = String(ordersOf(shop)[0]?.customerId);
  expect(customer).toMatch(/^cus_/);
  expect(JSON.stringify(await readDetail(shop.browser, id))).not.toContain(customer);
});
