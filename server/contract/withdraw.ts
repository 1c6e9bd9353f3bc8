import { findProblems, type FormDefinition, ONE_LINE, postedText } from "./field-validation.ts";
import { visitorWording } from "./form-words.ts";
import { DAY_MS } from "./time.ts";
import { defineWords } from "./words.ts";

export type WithdrawField = "name" | "email" | "number";
export type WithdrawValues = Record<WithdrawField, string>;
export type WithdrawProblems = Partial<Record<WithdrawField, string>>;

/** Field of the second step's button, which declares the withdrawal. */
export const CONFIRM_FIELD = "confirm";

/** Step of the withdrawal page. Times are ISO texts. */
export type WithdrawStart =
  | {
      step: "form";
      values: WithdrawValues;
      problems: WithdrawProblems;
      error: WithdrawError | null;
    }
  | {
      step: "confirm";
      values: WithdrawValues;
      order: WithdrawnOrder;
      statement: string;
      /** Whether the withdrawal period is over. */
      late: boolean;
    }
  | {
      step: "done";
      orderNumber: string;
      statement: string;
      receivedAt: string;
      late: boolean;
      /** Whether the order had been withdrawn from before. */
      again: boolean;
    };

/** `unknown`: no paid order with this number and email; `refunded`: all of its money went back. */
export type WithdrawError = "unknown" | "refunded" | "busy" | "failed";

export type WithdrawnOrder = {
  number: string;
  /** Time of the payment, or of the order while the payment is pending. */
  orderedAt: string;
  items: string[];
  totalAmount: number;
  currency: string;
};

export const NEW_WITHDRAWAL: WithdrawStart = {
  step: "form",
  values: { name: "", email: "", number: "" },
  problems: {},
  error: null,
};

/** The law's 14 days, which do not include the day of purchase, in every time zone. */
const PERIOD_MS = 15 * DAY_MS;

/** Returns the end of the withdrawal period of an order that was paid at this time. */
export function withdrawalEnd(paidAt: Date): Date {
  return new Date(paidAt.getTime() + PERIOD_MS);
}

export const withdrawFields = defineWords("withdrawForm", {
  name: "Full name",
  email: "Email address",
  number: "Order number",
});

const withdrawForm: FormDefinition<WithdrawField> = {
  title: "Withdrawal",
  titles: withdrawFields,
  wording: visitorWording,
  properties: {
    name: { type: "string", title: "Full name", minLength: 2, maxLength: 100, pattern: ONE_LINE },
    email: { type: "string", title: "Email address", format: "email" },
    number: { type: "string", title: "Order number", maxLength: 40, pattern: ONE_LINE },
  },
  required: ["name", "email", "number"],
};

/** Parses the posted form: its trimmed values and their problems. */
export function readWithdrawal(texts: Record<string, string>): {
  values: WithdrawValues;
  problems: WithdrawProblems;
} {
  const textOf = (name: WithdrawField) => postedText(texts, name);
  const values = { name: textOf("name"), email: textOf("email"), number: textOf("number") };
  return { values, problems: findProblems(withdrawForm, values) };
}
