import type Stripe from "stripe";
import { expect, test } from "vitest";
import { patch } from "../../../../server/demo/payments/objects.ts";
import { createHarness, line, onePack, packAndClub, taxedLine } from "./harness.ts";

type Params = Partial<Stripe.Checkout.SessionCreateParams>;

const SAVE: Params = {
  customer_creation: "always",
  payment_method_options: { card: { setup_future_usage: "on_session" } },
};
const SHOW: Params = {
  line_items: [line("Book", 900)],
  saved_payment_method_options: {
    allow_redisplay_filters: ["always", "limited"],
    payment_method_remove: "enabled",
  },
};
const TAX: Params = {
  line_items: [taxedLine("Book", 900, "exclusive")],
  automatic_tax: { enabled: true },
  tax_id_collection: { enabled: true },
};
const BUYER = { email: "anna@example.com", name: "Anna Bell" };

/** Pays a first session that saves its card; opens the pages of later sessions of the customer. */
async function returning(params = onePack(SAVE), pay: { card?: string; country?: string } = {}) {
  const harness = createHarness();
  const { control, simulator, stripe, get, post } = harness;
  const { sessions } = stripe.checkout;
  const { id } = await sessions.create(params);
  const { session } = await control.pay(id, { ...BUYER, ...pay });
  const customer = String(session.customer);
  return {
    ...harness,
    session,
    customer,
    async open(more: Params = SHOW) {
      const next = await sessions.create(onePack({ customer, ...more }));
      const path = `/pay/${next.id}`;
      return {
        page: async () => (await get(path)).text(),
        read: () => sessions.retrieve(next.id),
        /** Submits the form; returns the page after the redirect. */
        async submit(fields: Record<string, string>) {
          const location = (await post(path, fields)).headers.get("Location") ?? "";
          return (await get(location.replace(/^\/demo/, ""))).text();
        },
      };
    },
    saveAnother: (last4: string) => {
      const [saved] = simulator.context.store.list("payment_method");
      const card = { ...saved?.card, last4 } as NonNullable<typeof saved>["card"];
      patch(simulator.context.store, "payment_method", { id: saved?.id ?? "", fields: { card } });
    },
  };
}

test.each([
  [
    "an unknown customer",
    { customer: "cus_gone" },
    { code: "resource_missing", param: "customer" },
  ],
  [
    "a customer and an email",
    { customer_email: "a@example.com" },
    { message: expect.stringContaining("only specify one") },
  ],
  [
    "a customer and a new one",
    { customer_creation: "always" },
    { message: expect.stringContaining("only specify one") },
  ],
  [
    "tax numbers that it may not store",
    { ...TAX, customer_update: { address: "auto" } },
    { message: expect.stringContaining("`customer_update[name]`") },
  ],
  [
    "tax without an address",
    { ...TAX, customer_update: { name: "auto" } },
    { code: "customer_tax_location_invalid" },
  ],
  [
    "an update of no customer",
    { customer: undefined, customer_update: { name: "auto" } },
    { param: "customer_update" },
  ],
  [
    "a new customer for a subscription",
    { ...packAndClub(), ...SAVE, customer: undefined },
    { param: "customer_creation" },
  ],
] as [string, Params, object][])("a session with %s is refused", async (_what, params, refusal) => {
  const { customer, stripe } = await returning();
  const asked = onePack({ customer, ...params });
  await expect(stripe.checkout.sessions.create(asked)).rejects.toMatchObject({
    statusCode: 400,
    ...refusal,
  });
});

test.each([
  ["no parameter asks for it", onePack(), {}, null],
  ["the session does not save it", onePack({ customer_creation: "always" }), {}, undefined],
  ["it is a bank debit", onePack(SAVE), { card: "4000000000003220" }, undefined],
  ["a session shows only cards with the full consent", onePack(SAVE), { shows: {} }, undefined],
])(
  "a card is not shown again if %s",
  async (_why, params, { card, shows }: { card?: string; shows?: Params }, customer) => {
    const first = await returning(params, card === undefined ? {} : { card });
    if (customer === null) expect(first.session.customer).toBeNull();
    else expect(await (await first.open(shows)).page()).not.toContain("Saved card");
  },
);

test("a saved card pays without typing, for the customer of the first payment", async () => {
  const { customer, open } = await returning(onePack({ ...SAVE, ...TAX }), {
    country: "DE",
  });
  const { page, read, submit } = await open({
    ...SHOW,
    ...TAX,
    customer_update: { address: "auto", name: "auto" },
  });
  expect(await page()).toMatch(/Pay with •••• 4242[^]*Remove this card[^]*Use another card/);
  await submit({ country: "DE", pay: "1", shown: "1071" });
  expect(await read()).toMatchObject({
    payment_status: "paid",
    customer,
    customer_details: BUYER,
    amount_total: 1071,
  });
});

test("a saved card that is declined charges nothing, and another card can be used", async () => {
  const { open, saveAnother } = await returning();
  saveAnother("0002");
  const { read, submit } = await open();
  expect(await submit({ pay: "1" })).toContain("Your card was declined.");
  expect((await read()).status).toBe("open");
  const other = { card: "4242424242424242", expiry: "12/34", cvc: "123", name: "Anna Bell" };
  await submit({ ...other, pay: "1" });
  expect((await read()).payment_status).toBe("paid");
});

test("a saved card that must be confirmed charges after the confirmation", async () => {
  const { open } = await returning(onePack(SAVE), { card: "4000002760003184" });
  const { read, submit } = await open();
  expect(await submit({ pay: "1" })).toContain("Your bank asks you to confirm this payment.");
  expect(await submit({ refuse: "1" })).toContain("unable to authenticate");
  expect((await read()).status).toBe("open");
  await submit({ pay: "confirmed" });
  expect((await read()).payment_status).toBe("paid");
});

test("a removed card is gone, unless the session does not let buyers remove it", async () => {
  const { open } = await returning();
  const { allow_redisplay_filters } = SHOW.saved_payment_method_options ?? {};
  const fixed = await open({
    ...SHOW,
    saved_payment_method_options: { allow_redisplay_filters: allow_redisplay_filters ?? [] },
  });
  expect(await fixed.page()).not.toContain("Remove this card");
  expect(await fixed.submit({ remove: "1" })).toContain("Saved card");
  const { page, submit } = await open();
  expect(await submit({ remove: "1" })).not.toContain("Saved card");
  expect(await submit({ pay: "1" })).toContain("Enter a complete card number");
  expect(await page()).toContain("Test cards");
});

test("invoices of one customer have consecutive numbers", async () => {
  const params = { ...SAVE, invoice_creation: { enabled: true } };
  const { control, open, simulator } = await returning(onePack(params));
  const { read } = await open({ ...SHOW, invoice_creation: { enabled: true } });
  await control.pay((await read()).id);
  const numbers = simulator.context.store.list("invoice").map(({ number }) => number?.slice(-4));
  expect(numbers).toEqual(["0001", "0002"]);
});
