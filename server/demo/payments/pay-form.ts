import { suggestEmail } from "../../contract/email-suggestion.ts";
import { findTestCard, isCardNumber } from "./cards.ts";
import { email } from "./requests.ts";
import type { Session } from "./types.ts";

export type PayFields = {
  email: string;
  name: string;
  card: string;
  expiry: string;
  cvc: string;
  /** The address that the page has asked about; it is not asked about again. */
  asked: string;
};
export type PayErrors = Partial<Record<keyof PayFields, string>>;

export const EMPTY_FIELDS: PayFields = {
  email: "",
  name: "",
  card: "",
  expiry: "",
  cvc: "",
  asked: "",
};

/** What a submit button of the form says about the address: take the one suggested. */
export const TAKE_SUGGESTION = "suggested";

/** The fields of a posted pay form, trimmed. */
export function readPayForm(form: FormData): PayFields {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim().slice(0, 500) : "";
  };
  const asked = text("asked");
  const suggested = text("pay") === TAKE_SUGGESTION ? suggestEmail(asked) : undefined;
  return {
    email: suggested ?? text("email"),
    name: text("name"),
    card: text("card"),
    expiry: text("expiry"),
    cvc: text("cvc"),
    asked,
  };
}

/** What is wrong with the fields, in the buyer's words; empty when they can be paid with. */
export function checkPayForm(fields: PayFields, session: Session, now: Date): PayErrors {
  const errors: PayErrors = {};
  if (session.customer_email === null && !email.safeParse(fields.email).success) {
    const meant = suggestEmail(fields.email) ?? "name@example.com";
    errors.email = `Enter an email address, such as ${meant}.`;
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

/** The address that was probably meant; undefined when the store gave it or the buyer was asked. */
export function addressToAskAbout(fields: PayFields, session: Session): string | undefined {
  if (session.customer_email !== null || fields.asked === fields.email) return undefined;
  return suggestEmail(fields.email);
}

/** The fields as they may stand in a page again: what was typed may be a real card. */
export function withoutRealCard(fields: PayFields): PayFields {
  const real = isCardNumber(fields.card) && !findTestCard(fields.card);
  return real ? { ...fields, card: "", cvc: "", expiry: "" } : fields;
}

/** Whether a card is needed: not for a one-time order that costs nothing. */
export function asksForCard(session: Session): boolean {
  return session.amount_total !== 0 || session.mode === "subscription";
}

function isFutureMonth(text: string, now: Date): boolean {
  const match = /^(\d{1,2})\s*\/\s*(?:20)?(\d{2})$/.exec(text);
  if (!match) return false;
  const month = Number(match[1]);
  const year = 2000 + Number(match[2]);
  const current = now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
  return month >= 1 && month <= 12 && year * 12 + month >= current;
}
