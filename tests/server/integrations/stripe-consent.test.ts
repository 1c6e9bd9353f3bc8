import { expect, test } from "vitest";
import { consentParams } from "../../../server/integrations/stripe/session-params.ts";
import { stripePayments } from "../../../server/integrations/stripe/payments.ts";
import { CHECKOUT, provider } from "../../support/stripe-adapter.ts";

const TERMS = "I agree to the [terms](http://localhost:3000/terms).";
const NOTHING = {
  termsAccepted: false,
  promotionsConsent: false,
  recoveryUrl: null,
  recoveredFrom: null,
};

test.each([
  [{ terms: null, recovery: false }, null, null],
  [{ terms: TERMS, recovery: false }, { terms_of_service: "required", promotions: null }, TERMS],
  [{ terms: null, recovery: true }, { terms_of_service: null, promotions: "auto" }, null],
  [{ terms: TERMS, recovery: true }, { terms_of_service: "required", promotions: "auto" }, TERMS],
])("a checkout with %j asks for this consent", async (wanted, collection, text) => {
  const { payments, control } = provider();
  const { id } = await payments.createCheckout({ ...CHECKOUT, ...wanted });
  const [session] = control.sessions();
  expect(session).toMatchObject({
    custom_text: {
      submit: { message: CHECKOUT.notice },
      terms_of_service_acceptance: text === null ? null : { message: text },
    },
    after_expiration: wanted.recovery ? { recovery: { enabled: true, url: null } } : null,
  });
  if (collection) expect(session?.consent_collection).toMatchObject(collection);
  else expect(session?.consent_collection).toBeNull();
  expect(await payments.findCheckout(id)).toMatchObject(NOTHING);
  await control.pay(id, { promotions: true });
  expect(await payments.findCheckout(id)).toMatchObject({
    ...NOTHING,
    termsAccepted: wanted.terms !== null,
    promotionsConsent: wanted.recovery,
  });
});

test("a refusal to ask for consent names its parameter", async () => {
  const { options } = provider();
  const error = {
    type: "invalid_request_error",
    message: "You cannot collect consent to your terms of service unless a URL is set.",
    param: "consent_collection[terms_of_service]",
  };
  const fetch = Object.assign(async () => Response.json({ error }, { status: 400 }), {
    preconnect: () => {},
  });
  const payments = stripePayments({ ...options, fetch });
  await expect(payments.createCheckout({ ...CHECKOUT, terms: TERMS })).rejects.toMatchObject({
    code: "payment_provider",
    cause: { name: "CallRefused", message: error.message, param: error.param },
  });
});

test.each([
  [false, null],
  [true, true],
])(
  "an expired session has a link to a copy, which accepts codes: %s",
  async (acceptsCodes, field) => {
    const { payments, control, pages } = provider();
    const { id } = await payments.createCheckout({ ...CHECKOUT, recovery: true, acceptsCodes });
    await payments.expireCheckout(id);
    const expired = await payments.findCheckout(id);
    expect(expired).toMatchObject({ status: "expired", recoveredFrom: null });
    const { pathname } = new URL(expired?.recoveryUrl ?? "");
    const opened = await pages.request(pathname.replace(/^\/demo/, ""));
    expect(opened.status).toBe(303);
    const copy = control.sessions().at(-1);
    expect(copy?.id).not.toBe(id);
    expect(copy?.allow_promotion_codes).toBe(field);
    expect(await payments.findCheckout(copy?.id ?? "")).toMatchObject({
      status: "open",
      orderNumber: CHECKOUT.orderNumber,
      amountTotal: 4900,
      recoveredFrom: id,
      recoveryUrl: null,
    });
    expect((await pages.request(`/recover/${copy?.id ?? ""}`)).status).toBe(404);
  },
);

test("a recovered session with a discount has no field for codes", () => {
  const checkout = { ...CHECKOUT, recovery: true, acceptsCodes: true, promotionCodeId: "promo_1" };
  const recovery = { enabled: true, allow_promotion_codes: false };
  expect(consentParams(checkout).after_expiration).toEqual({ recovery });
});
