import { isEmail } from "../../contract/email.ts";
import { suggestEmail } from "../../contract/email-suggestion.ts";
import { textOf } from "../page/forms.ts";
import { isCountry } from "./billing-fields.ts";
import { findTestCard, isCardNumber } from "./cards.ts";
import { requiresTerms } from "./consent.ts";
import type { Session } from "./types.ts";

const MAX_LENGTH = 500;

export type PayFields = {
  email: string;
  name: string;
  card: string;
  expiry: string;
  cvc: string;
  /** ISO code; empty until chosen. */
  country: string;
  taxId: string;
  /** "1" when the box is ticked, else empty. */
  terms: string;
  promotions: string;
  /** Discount code that is not applied yet. */
  code: string;
  /** Email for which the page has already suggested a correction. */
  asked: string;
};
export type PayErrors = Partial<Record<keyof PayFields, string>>;

export const EMPTY_FIELDS: PayFields = {
  email: "",
  name: "",
  card: "",
  expiry: "",
  cvc: "",
  country: "",
  taxId: "",
  terms: "",
  promotions: "",
  code: "",
  asked: "",
};

/** Value of the submit button that accepts the suggested email. */
export const TAKE_SUGGESTION = "suggested";

/** Reads a posted pay form: trims its fields and applies an accepted email suggestion. */
export function readPayForm(form: FormData): PayFields {
  const text = (name: string) => textOf(form, name, MAX_LENGTH);
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

/** Validates the fields; returns error texts by field. */
export function checkPayForm(fields: PayFields, session: Session, now: Date): PayErrors {
  const errors: PayErrors = {};
  if (session.customer_email === null && !isEmail(fields.email)) {
    const meant = suggestEmail(fields.email) ?? "name@example.com";
    errors.email = `Enter an email address, such as ${meant}.`;
  }
  if (session.automatic_tax.enabled) Object.assign(errors, checkBilling(fields));
  if (requiresTerms(session) && !fields.terms) errors.terms = "Accept the terms to pay.";
  if (!asksForCard(session)) return errors;
  if (fields.name === "") errors.name = "Enter the name on the card.";
  if (!isCardNumber(fields.card))
    errors.card = "Enter a complete card number, such as a test card above.";
  if (!isFutureMonth(fields.expiry, now)) {
    errors.expiry = "Enter a month and year in the future, such as 12/34.";
  }
  if (!/^\d{3,4}$/.test(fields.cvc)) errors.cvc = "Enter 3 or 4 digits.";
  return errors;
}

function checkBilling({ country, taxId }: PayFields): PayErrors {
  const errors: PayErrors = {};
  if (!isCountry(country)) errors.country = "Choose your country.";
  if (taxId !== "" && !/^[A-Z]{2,3}[0-9A-Z]{5,13}$/.test(taxId)) {
    errors.taxId = "Enter a VAT number such as DE123456789, or leave the field empty.";
  }
  return errors;
}

/** Returns the suggested email; undefined if the store set the email or the buyer was asked. */
export function suggestionFor(fields: PayFields, session: Session): string | undefined {
  if (session.customer_email !== null || fields.asked === fields.email) return undefined;
  return suggestEmail(fields.email);
}

/** Clears the card number unless it is a test card, because a page must never show a real one. */
export function withoutRealCard(fields: PayFields): PayFields {
  const isReal = isCardNumber(fields.card) && !findTestCard(fields.card);
  return isReal ? { ...fields, card: "", cvc: "", expiry: "" } : fields;
}

/** Reports whether a card is required: always, except for a free one-time order. */
export function asksForCard(session: Session): boolean {
  return session.amount_total !== 0 || session.mode === "subscription";
}

/** Reports whether the page has a field for a discount code. */
export function asksForCode({ allow_promotion_codes, discounts }: Session): boolean {
  return allow_promotion_codes === true && discounts === null;
}

function isFutureMonth(text: string, now: Date): boolean {
  const match = /^(\d{1,2})\s*\/\s*(?:20)?(\d{2})$/.exec(text);
  if (!match) return false;
  const month = Number(match[1]);
  const year = 2000 + Number(match[2]);
  const current = now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
  return month >= 1 && month <= 12 && year * 12 + month >= current;
}
