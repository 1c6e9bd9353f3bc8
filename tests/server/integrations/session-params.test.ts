import { expect, test } from "vitest";
import { sessionParams } from "../../../server/integrations/stripe/session-params.ts";
import { CHECKOUT } from "../../support/stripe-adapter.ts";

const [PACK] = CHECKOUT.lines;
const SUBSCRIPTION = { ...PACK!, type: "subscription", billingPeriod: "month" } as const;

test.each([
  ["none", undefined],
  ["added", "exclusive"],
  ["included", "inclusive"],
] as const)("tax %s", (tax, behavior) => {
  const params = sessionParams({ ...CHECKOUT, tax });
  const asked = tax === "none" ? undefined : { enabled: true };
  expect(params.automatic_tax).toEqual(asked);
  expect(params.tax_id_collection).toEqual(asked);
  expect(params.billing_address_collection).toBe(asked && "required");
  expect(params.line_items?.map((line) => line.price_data?.tax_behavior)).toEqual([
    behavior,
    behavior,
  ]);
});

test.each([
  ["", "auto"],
  ["xx", "auto"],
  ["x-klingon", "auto"],
  ["ar he", "auto"],
  ["ar de", "de"],
  ["de-AT fr", "de"],
  ["EN-gb", "en-GB"],
  ["pt-BR", "pt-BR"],
  ["zh-Hant-TW", "zh-TW"],
  ["es-419", "es-419"],
  ["no", "nb"],
  ["hi-IN", "hi-IN"],
])("for the languages %j the page is in %s", (languages, expected) => {
  expect(sessionParams({ ...CHECKOUT, languages: languages.split(" ") }).locale).toBe(expected);
});

test.each([
  ["Книги 24", undefined],
  ["", undefined],
  ["Papercub", "Papercub"],
  ["Käthe's *Best* Papers", "Kathes Bes"],
])("the brand %j is %j on a bank statement", (brand, suffix) => {
  const { payment_intent_data: data } = sessionParams({ ...CHECKOUT, brand });
  expect(data?.statement_descriptor_suffix).toBe(suffix);
});

test("an invoice and a statement text are sent only for payments, which name no method", () => {
  const payment = sessionParams({ ...CHECKOUT, invoice: true });
  expect(payment).toMatchObject({ mode: "payment", invoice_creation: { enabled: true } });
  const club = sessionParams({ ...CHECKOUT, invoice: true, lines: [SUBSCRIPTION] });
  expect(club).toMatchObject({ mode: "subscription" });
  expect(club).not.toHaveProperty("invoice_creation");
  expect(club).not.toHaveProperty("payment_intent_data");
  for (const params of [payment, club]) {
    expect(params).not.toHaveProperty("payment_method_types");
    expect(params).not.toHaveProperty("customer_creation");
    expect(params).not.toHaveProperty("payment_method_options");
    expect(params).not.toHaveProperty("customer");
    expect(params).not.toHaveProperty("saved_payment_method_options");
  }
});

test("only a card is saved, and a subscription saves none, so that no payment method is hidden", () => {
  const params = sessionParams({ ...CHECKOUT, savesCard: true });
  expect(params).toMatchObject({
    customer_creation: "always",
    payment_method_options: { card: { setup_future_usage: "on_session" } },
    customer_email: CHECKOUT.customerEmail,
  });
  expect(params.payment_intent_data).not.toHaveProperty("setup_future_usage");
  const club = sessionParams({ ...CHECKOUT, savesCard: true, lines: [SUBSCRIPTION] });
  expect(club).not.toHaveProperty("customer_creation");
  expect(club).not.toHaveProperty("payment_method_options");
});

test.each([
  ["none", undefined],
  ["added", { address: "auto", name: "auto" }],
] as const)("a customer sends no email, and with tax %s updates %j", (tax, update) => {
  const params = sessionParams({ ...CHECKOUT, tax, customerId: "cus_1" });
  expect(params).toMatchObject({
    customer: "cus_1",
    saved_payment_method_options: {
      allow_redisplay_filters: ["always", "limited"],
      payment_method_remove: "enabled",
    },
  });
  expect(params.customer_update).toEqual(update);
  expect(params).not.toHaveProperty("customer_email");
  expect(params).not.toHaveProperty("customer_creation");
});

test("a product is shown with its text and picture, if it has them", () => {
  const pictureUrl = "https://shop.example/uploads/a.png";
  const lines = [
    { ...PACK!, description: "", pictureUrl: null },
    { ...PACK!, description: "Ten books.", pictureUrl },
  ];
  const data = sessionParams({ ...CHECKOUT, lines }).line_items?.map(
    (line) => line.price_data?.product_data,
  );
  const plain = { name: "Premium Pack", metadata: { product_id: "1" } };
  expect(data).toEqual([plain, { ...plain, description: "Ten books.", images: [pictureUrl] }]);
});
