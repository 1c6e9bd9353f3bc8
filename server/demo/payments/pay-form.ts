import { isEmail } from "../../contract/email.ts";
import { suggestEmail } from "../../contract/email-suggestion.ts";
import { formText } from "../page/forms.ts";
import { TAXED_COUNTRIES } from "./amounts.ts";
import { findTestCard, inGroups, isCardNumber } from "./cards.ts";
import type { Session } from "./objects.ts";

const MAX_LENGTH = 500;

/** Typed texts of the form, with their label and attributes. */
export const INPUTS = {
  email: { label: "Email", attributes: `type="email" autocomplete="email"` },
  code: {
    label: "Discount code",
    attributes: `autocomplete="off" autocapitalize="characters" maxlength="100"`,
  },
  taxId: {
    label: "VAT number (businesses only)",
    attributes: `autocomplete="off" maxlength="20"`,
  },
  card: {
    label: "Card number",
    attributes: `inputmode="numeric" autocomplete="cc-number" maxlength="30" required`,
  },
  expiry: {
    label: "Expiry (MM/YY)",
    attributes: `inputmode="numeric" autocomplete="cc-exp" maxlength="9" required`,
  },
  cvc: {
    label: "Security code",
    attributes: `inputmode="numeric" autocomplete="cc-csc" maxlength="4" required`,
  },
  name: { label: "Name on card", attributes: `autocomplete="cc-name" maxlength="200" required` },
};
export type InputName = keyof typeof INPUTS;

/**
 * Fields of the form. `country` is an ISO code, empty until chosen; `terms` and `promotions` are "1"
 * when ticked, else empty; `asked` is the email for which the page has suggested a correction.
 */
export type PayFields = Record<InputName | "country" | "terms" | "promotions" | "asked", string>;
export type PayErrors = Partial<PayFields>;

/** Value of the submit button that accepts the suggested email. */
export const TAKE_SUGGESTION = "suggested";
/** Value of the submit button that confirms the payment to the bank. */
export const CONFIRM = "confirmed";

/** Reads a posted pay form: trims its fields and applies an accepted email suggestion. */
export function readPayForm(form: FormData): PayFields {
  const text = (name: string) => formText(form, name, MAX_LENGTH);
  const asked = text("asked");
  const suggested = text("pay") === TAKE_SUGGESTION ? suggestEmail(asked) : undefined;
  return {
    email: suggested ?? text("email"),
    name: text("name"),
    card: text("card"),
    expiry: text("expiry"),
    cvc: text("cvc"),
    country: text("country"),
    taxId: text("taxId")
      .replace(/[\s.-]/g, "")
      .toUpperCase(),
    terms: text("terms"),
    promotions: text("promotions"),
    code: text("code"),
    asked,
  };
}

export const EMPTY_FIELDS: PayFields = readPayForm(new FormData());

/** Returns the initial values of the form, with those that its customer entered before. */
export function firstFields({ customer_details: details }: Session): PayFields {
  const country = details?.address?.country ?? "";
  return { ...EMPTY_FIELDS, country, taxId: details?.tax_ids?.[0]?.value ?? "" };
}

type FormState = { session: Session; hasSavedCard: boolean; now: Date };

/** Validates the fields; returns error texts by field. */
export function checkPayForm(
  fields: PayFields,
  { session, hasSavedCard, now }: FormState,
): PayErrors {
  const errors: PayErrors = {};
  if (knownEmail(session) === null && !isEmail(fields.email)) {
    const meant = suggestEmail(fields.email) ?? "name@example.com";
    errors.email = `Enter an email address, such as ${meant}.`;
  }
  if (session.automatic_tax.enabled) {
    if (!Object.hasOwn(COUNTRY_NAMES, fields.country)) errors.country = "Choose your country.";
    if (fields.taxId !== "" && !/^[A-Z]{2,3}[0-9A-Z]{5,13}$/.test(fields.taxId)) {
      errors.taxId = "Enter a VAT number such as DE123456789, or leave the field empty.";
    }
  }
  if (requiresTerms(session) && !fields.terms) errors.terms = "Accept the terms to pay.";
  if (!asksForCard(session) || (hasSavedCard && fields.card === "")) return errors;
  if (fields.name === "") errors.name = "Enter the name on the card.";
  if (!isCardNumber(fields.card))
    errors.card = "Enter a complete card number, such as a test card above.";
  if (!isFutureMonth(fields.expiry, now)) {
    errors.expiry = "Enter a month and year in the future, such as 12/34.";
  }
  if (!/^\d{3,4}$/.test(fields.cvc)) errors.cvc = "Enter 3 or 4 digits.";
  return errors;
}

/** Returns the suggested email; undefined if the store set the email or the buyer was asked. */
export function suggestionFor(fields: PayFields, session: Session): string | undefined {
  if (knownEmail(session) !== null || fields.asked === fields.email) return undefined;
  return suggestEmail(fields.email);
}

/** Clears the card number unless it is a test card, because a page must never show a real one. */
export function withoutRealCard(fields: PayFields): PayFields {
  const isReal = isCardNumber(fields.card) && !findTestCard(fields.card);
  return isReal ? { ...fields, card: "", cvc: "", expiry: "" } : fields;
}

/** Fills in a test card. */
export function withTestCard(fields: PayFields, number: string): PayFields {
  const card = inGroups(findTestCard(number)?.number ?? "");
  return { ...fields, card, expiry: "12/34", cvc: "123", name: fields.name || "Demo Buyer" };
}

/** Returns the email that the buyer cannot change: from the store, or of the customer. */
export function knownEmail({ customer, customer_email, customer_details: details }: Session) {
  return customer_email ?? (customer ? (details?.email ?? null) : null);
}

/** Reports whether a card is required: always, except for a free one-time order. */
export function asksForCard(session: Session): boolean {
  return session.amount_total !== 0 || session.mode === "subscription";
}

/** Reports whether the page has a field for a discount code. */
export function asksForCode({ allow_promotion_codes, discounts }: Session): boolean {
  return allow_promotion_codes === true && discounts === null;
}

export function requiresTerms({ consent_collection: collection }: Session): boolean {
  return collection?.terms_of_service === "required";
}

export function asksForPromotions({ consent_collection: collection }: Session): boolean {
  return collection?.promotions === "auto";
}

/** Countries where the simulated seller is not registered, so that no tax is due. */
const UNTAXED_COUNTRIES = ["AU", "CA", "JP", "NO", "US"];

const names = new Intl.DisplayNames("en", { type: "region" });
/** English names of the billing countries by ISO code. */
export const COUNTRY_NAMES = Object.fromEntries(
  [...TAXED_COUNTRIES, ...UNTAXED_COUNTRIES]
    .map((code) => [code, names.of(code) ?? code] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b)),
);

function isFutureMonth(text: string, now: Date): boolean {
  const match = /^(\d{1,2})\s*\/\s*(?:20)?(\d{2})$/.exec(text);
  if (!match) return false;
  const month = Number(match[1]);
  const year = 2000 + Number(match[2]);
  const current = now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
  return month >= 1 && month <= 12 && year * 12 + month >= current;
}
