import { findProblems, type FormDefinition, ONE_LINE, postedText } from "./field-validation.ts";
import type { WithdrawField, WithdrawProblems, WithdrawValues } from "./withdraw.ts";

export const withdrawForm: FormDefinition<WithdrawField> = {
  title: "Withdrawal",
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
