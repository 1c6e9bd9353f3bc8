import { isCardNumber } from "../cards.ts";
import { isEmail } from "../params.ts";
import type { Session } from "../types.ts";

export type PayFields = {
  email: string;
  name: string;
  card: string;
  expiry: string;
  cvc: string;
  terms: boolean;
};
export type PayErrors = Partial<Record<keyof PayFields, string>>;

export const EMPTY_FIELDS: PayFields = {
  email: "",
  name: "",
  card: "",
  expiry: "",
  cvc: "",
  terms: false,
};

/** The fields of a posted pay form, trimmed. */
export function readPayForm(form: FormData): PayFields {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim().slice(0, 500) : "";
  };
  return {
    email: text("email"),
    name: text("name"),
    card: text("card"),
    expiry: text("expiry"),
    cvc: text("cvc"),
    terms: form.has("terms"),
  };
}

/** What is wrong with the fields, in the buyer's words; empty when they can be paid with. */
export function checkPayForm(fields: PayFields, session: Session, now: Date): PayErrors {
  const errors: PayErrors = {};
  if (session.customer_email === null && !isEmail(fields.email)) {
    errors.email = "Enter an e-mail address, such as name@example.com.";
  }
  if (asksForTerms(session) && !fields.terms) {
    errors.terms = "Please agree to the terms to continue.";
  }
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

/** Whether a card is needed: not for a one-time order that costs nothing. */
export function asksForCard(session: Session): boolean {
  return session.amount_total !== 0 || session.mode === "subscription";
}

/** Whether the buyer must agree to terms on the page. */
export function asksForTerms(session: Session): boolean {
  return session.consent_collection?.terms_of_service === "required";
}

function isFutureMonth(text: string, now: Date): boolean {
  const match = /^(\d{1,2})\s*\/\s*(?:20)?(\d{2})$/.exec(text);
  if (!match) return false;
  const month = Number(match[1]);
  const year = 2000 + Number(match[2]);
  const current = now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
  return month >= 1 && month <= 12 && year * 12 + month >= current;
}
