import type Stripe from "stripe";
import type { Checkout, NewCheckout } from "../../ports/payments.ts";

type ConsentParams = Pick<
  Stripe.Checkout.SessionCreateParams,
  "after_expiration" | "consent_collection" | "custom_text"
>;

/** Parameters of the texts and the consent on the payment page, and of a link to an expired one. */
export function consentParams(checkout: NewCheckout): ConsentParams {
  const { terms, notice, recovery } = checkout;
  // The provider does not allow both a discount and a field for codes.
  const hasCodeField = checkout.acceptsCodes && checkout.promotionCodeId === null;
  return {
    ...((terms !== null || recovery) && {
      consent_collection: {
        ...(terms !== null && { terms_of_service: "required" }),
        // The provider shows the question only where it may.
        ...(recovery && { promotions: "auto" }),
      },
    }),
    custom_text: {
      submit: { message: notice },
      ...(terms !== null && { terms_of_service_acceptance: { message: terms } }),
    },
    ...(recovery && {
      after_expiration: {
        recovery: { enabled: true, allow_promotion_codes: hasCodeField },
      },
    }),
  };
}

export function toConsent({ consent, after_expiration, recovered_from }: Stripe.Checkout.Session) {
  return {
    termsAccepted: consent?.terms_of_service === "accepted",
    promotionsConsent: consent?.promotions === "opt_in",
    recoveryUrl: after_expiration?.recovery?.url ?? null,
    recoveredFrom: recovered_from ?? null,
  } satisfies Partial<Checkout>;
}
