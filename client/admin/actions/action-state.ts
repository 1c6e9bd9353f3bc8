import {
  type FieldDefinition,
  findProblems,
  readNumber,
} from "../../../server/contract/field-validation.ts";
import { formatMoney } from "../../../server/contract/format.ts";
import type { TableAction, TableField, TableRow, Value } from "../../../server/contract/tables.ts";
import { actionWords as words } from "../../content/admin-orders.ts";
import { ApiError, isRefusedFor, readableMessage } from "../../lib/answer.ts";
import type { Money } from "./order-amounts.ts";
import { parseMoney } from "../kinds/money.ts";

/** Form input by field; numbers and amounts are strings. */
export type TypedValues = Readonly<Record<string, Value>>;

/** Action and the row to run it on; `initial` prefills the form. */
export type ActionTarget = {
  table: string;
  row: TableRow;
  action: TableAction;
  initial?: TypedValues;
};

export type ActionState = {
  typed: TypedValues;
  step: "form" | "confirm";
  sending: boolean;
  /** Fields that have been blurred, or "all" after a submit. Only touched fields show errors. */
  touched: ReadonlySet<string> | "all";
  /** Server-side validation errors by field; editing a field clears its error. */
  refused: Readonly<Record<string, string>>;
  problem: string | undefined;
};

export type ActionEvent =
  | { kind: "typed"; name: string; value: Value }
  | { kind: "left"; name: string }
  | { kind: "checked" | "asked" | "back" | "sending" }
  | { kind: "failed"; error: unknown };

const AMOUNT_FIELD = "amount";

function isAmount({ movesMoney }: TableAction, name: string): boolean {
  return movesMoney && name === AMOUNT_FIELD;
}

/** Returns the initial form state. */
export function openAction({ form }: TableAction, initial: TypedValues): ActionState {
  const typed = Object.entries(form.properties).map(([name, field]) => [
    name,
    initial[name] ?? emptyOf(field),
  ]);
  return {
    typed: Object.fromEntries(typed),
    step: "form",
    sending: false,
    touched: new Set(),
    refused: {},
    problem: undefined,
  };
}

function emptyOf({ type, default: fallback }: FieldDefinition): Value {
  if (type === "boolean") return fallback === true;
  if (type === "array") return Array.isArray(fallback) ? fallback.map(String) : [];
  return fallback === undefined || fallback === null ? "" : String(fallback);
}

export function actionReducer(state: ActionState, event: ActionEvent): ActionState {
  switch (event.kind) {
    case "typed": {
      const { [event.name]: _changed, ...refused } = state.refused;
      const typed = { ...state.typed, [event.name]: event.value };
      return { ...state, typed, refused };
    }
    case "left":
      if (state.touched === "all") return state;
      return { ...state, touched: new Set([...state.touched, event.name]) };
    case "checked":
      return { ...state, touched: "all" };
    case "asked":
      return { ...state, touched: "all", step: "confirm", problem: undefined };
    case "back":
      return { ...state, step: "form", problem: undefined };
    case "sending":
      return { ...state, touched: "all", sending: true, problem: undefined, refused: {} };
    case "failed":
      return { ...state, step: "form", sending: false, ...failureOf(event.error) };
  }
}

function failureOf(error: unknown): Pick<ActionState, "refused" | "problem"> {
  const { status = 0, errors = {} } = error instanceof ApiError ? error : {};
  const refused = Object.fromEntries(
    Object.entries(errors).flatMap(([name, [text]]) => (text ? [[name, text]] : [])),
  );
  if (isRefusedFor(error, "key_reused")) {
    return { refused, problem: words.keyUsed };
  }
  const text = readableMessage(error);
  const isAnswered = status >= 400 && status < 500;
  const problem = isAnswered ? text : `${text.replace(/\.?$/, ".")} ${words.unsure}`;
  return { refused, problem };
}

type CheckedValues = {
  /** Values to send; empty fields are omitted. */
  values: Record<string, Value>;
  problems: Partial<Record<string, string>>;
};

/** Parses and validates form input. */
export function checkAction(
  action: TableAction,
  typed: TypedValues,
  money: Money | undefined,
): CheckedValues {
  const values: Record<string, Value> = {};
  const problems: Record<string, string> = {};
  const properties = { ...action.form.properties };
  if (properties[AMOUNT_FIELD] && isAmount(action, AMOUNT_FIELD)) {
    delete properties[AMOUNT_FIELD];
    const text = String(typed[AMOUNT_FIELD] ?? "").trim();
    const amount = money && parseMoney(text, money.currency);
    const isRequired = action.form.required.includes(AMOUNT_FIELD);
    const problem = text === "" ? isRequired && words.amountMissing : amountProblem(amount, money);
    if (problem) problems[AMOUNT_FIELD] = problem;
    if (amount) values[AMOUNT_FIELD] = amount;
  }
  for (const [name, { type }] of Object.entries(properties)) {
    const value = typed[name] ?? "";
    const isNumber = type === "number" || type === "integer";
    if (typeof value !== "string") values[name] = value;
    else if (value.trim() !== "")
      values[name] = isNumber ? (readNumber(type, value) ?? value) : value;
  }
  const found = findProblems({ ...action.form, properties }, values);
  return { values, problems: { ...found, ...problems } };
}

function amountProblem(amount: number | undefined, money: Money | undefined): string | undefined {
  if (!money || !amount) return words.amountUnreadable;
  if (amount <= money.most) return undefined;
  return words.amountTooMuch(formatMoney(money.most, money.currency));
}

/** Returns an action's form field; an amount becomes a text field for input such as "12.50". */
export function fieldOf(
  action: TableAction,
  { name, money }: { name: string; money: Money | undefined },
): TableField {
  const shared = { operators: [], sortable: false };
  const field = { ...action.form.properties[name], ...shared } as TableField;
  if (!isAmount(action, name)) return field;
  const description = money && words.amountHint(formatMoney(money.most, money.currency));
  const shown = { type: "string", title: words.amount, ...shared } as const;
  return description === undefined ? shown : { ...shown, description };
}
