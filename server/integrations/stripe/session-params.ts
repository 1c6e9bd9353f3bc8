import type Stripe from "stripe";
import type { CheckoutLine, NewCheckout } from "../../ports/payments.ts";
import { productParams } from "./promotions.ts";

type SessionParams = Stripe.Checkout.SessionCreateParams;
type LineItemParams = Stripe.Checkout.SessionCreateParams.LineItem;
type Locale = Stripe.Checkout.SessionCreateParams.Locale;

/**
 * Returns the parameters of a new session. They name no payment methods, so the provider's
 * dashboard decides. Without a saved card, a customer is created only when required.
 */
export function sessionParams(checkout: NewCheckout): SessionParams {
  const metadata = { shop_id: checkout.shopId, order_number: checkout.orderNumber };
  const isSubscription = checkout.lines.some((line) => line.type === "subscription");
  return {
    ...(isSubscription
      ? { mode: "subscription", subscription_data: { metadata } }
      : paymentParams(checkout, metadata)),
    line_items: checkout.lines.map((line) => lineItem(line, checkout.tax)),
    ...consentParams(checkout),
    ...discountParams(checkout),
    locale: localeOf(checkout.languages),
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
    client_reference_id: checkout.orderNumber,
    metadata,
    ...(checkout.tax !== "none" && {
      automatic_tax: { enabled: true },
      tax_id_collection: { enabled: true },
      billing_address_collection: "required",
    }),
    ...customerParams(checkout),
    expires_at: Math.floor(checkout.expiresAt.getTime() / 1000),
  };
}

/** Parameters that the provider accepts only without a subscription. */
function paymentParams(
  { brand, invoice, savesCard }: NewCheckout,
  metadata: Record<string, string>,
) {
  const suffix = statementSuffix(brand);
  return {
    mode: "payment",
    payment_intent_data: { metadata, ...(suffix && { statement_descriptor_suffix: suffix }) },
    ...(invoice && { invoice_creation: { enabled: true } }),
    ...(savesCard && {
      customer_creation: "always",
      // In `payment_intent_data` it would hide payment methods that cannot be saved.
      payment_method_options: { card: { setup_future_usage: "on_session" } },
    }),
  } satisfies SessionParams;
}

/** Parameters of the customer, whose saved cards the page shows, or of a new one's email. */
function customerParams({ customerId, customerEmail, tax }: NewCheckout): Partial<SessionParams> {
  if (customerId === null) return customerEmail ? { customer_email: customerEmail } : {};
  return {
    customer: customerId,
    // By default, the page shows only cards that were saved with a checkbox.
    saved_payment_method_options: {
      allow_redisplay_filters: ["always", "limited"],
      payment_method_remove: "enabled",
    },
    ...(tax !== "none" && { customer_update: { address: "auto", name: "auto" } }),
  };
}

/** Returns the discount or the code field; the provider does not allow both. */
function discountParams({ promotionCodeId, acceptsCodes }: NewCheckout): Partial<SessionParams> {
  if (promotionCodeId !== null) return { discounts: [{ promotion_code: promotionCodeId }] };
  return acceptsCodes ? { allow_promotion_codes: true } : {};
}

const TAX_BEHAVIOR = { added: "exclusive", included: "inclusive" } as const;

function lineItem(line: CheckoutLine, tax: NewCheckout["tax"]): LineItemParams {
  return {
    quantity: 1,
    price_data: {
      currency: line.currency,
      unit_amount: line.price,
      ...(line.providerProductId === null
        ? { product_data: productParams(line) }
        : { product: line.providerProductId }),
      ...(tax !== "none" && { tax_behavior: TAX_BEHAVIOR[tax] }),
      ...(line.billingPeriod && { recurring: { interval: line.billingPeriod } }),
    },
  };
}

/** A statement has room for 22 characters; the account's name and "* " take up to 12 of them. */
const MAX_SUFFIX_LENGTH = 10;

/** Returns the brand in the characters that banks accept; undefined without a letter. */
function statementSuffix(brand: string): string | undefined {
  const plain = brand
    .normalize("NFD")
    .replace(/[^A-Za-z0-9 .&-]/g, "")
    .slice(0, MAX_SUFFIX_LENGTH)
    .trim();
  return /[a-z]/i.test(plain) ? plain : undefined;
}

const LOCALES = new Set(
  (
    "bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hi-IN hr hu id it ja ko lt lv ms mt nb " +
    "nl pl pt pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW"
  ).split(" "),
);

/** Languages whose code at the provider differs. */
const OTHER_CODES: Record<string, string> = { no: "nb", nn: "nb", tl: "fil", hi: "hi-IN" };

/** Returns the first language that the provider supports; `auto` lets the provider decide. */
function localeOf(languages: readonly string[]): Locale {
  return languages.flatMap(localesOf).find((name) => LOCALES.has(name)) ?? "auto";
}

function localesOf(tag: string): Locale[] {
  const [language = "", ...rest] = tag.split("-");
  const region = rest.find((part) => /^(?:[a-z]{2}|\d{3})$/i.test(part))?.toUpperCase();
  const code = OTHER_CODES[language.toLowerCase()] ?? language.toLowerCase();
  return [`${code}-${region}`, code];
}

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
