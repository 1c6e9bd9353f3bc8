import type { FieldDefinition } from "../../../server/contract/field-validation.ts";
import type { TableAction, TableField, TableRow, Value } from "../../../server/contract/tables.ts";
import { actionWords as words } from "../../content/admin-orders.ts";
import { ApiError, isRefusedFor, readableMessage } from "../../lib/answer.ts";
import type { Money } from "./order-amounts.ts";
import type { RowPart } from "../kinds/field-kind.ts";
import { toWire, valueProblem } from "../kinds/kinds.ts";
import { moneyText } from "../ui/formats.ts";

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
  { row, money }: ActionRow,
): CheckedValues {
  const values: Record<string, Value> = {};
  const problems: Record<string, string> = {};
  const properties = fieldsOf(action, money);
  for (const [name, field] of Object.entries(properties)) {
    const value = toWire(field, typed[name], row);
    const problem = valueProblem({ ...action.form, properties }, name, { value, row });
    if (problem) problems[name] = problem;
    if (value !== null) values[name] = value;
  }
  return { values, problems };
}

/** Row of an action with the columns of its amounts, and the most that the action can refund. */
export type ActionRow = { row: RowPart; money: Money | undefined };

/** Returns the row that the amounts of an action belong to, with their currency. */
export function actionRow(row: TableRow, money: Money | undefined): ActionRow {
  return { row: { ...row, ...(money && { currency: money.currency }) }, money };
}

/** Returns the fields of an action's form. Amounts are limited to what can be refunded. */
export function fieldsOf(
  { form }: TableAction,
  money: Money | undefined,
): Record<string, TableField> {
  const limits = money && {
    maximum: money.most,
    description: words.amountHint(moneyText(money.most, money.currency)),
  };
  const fields = Object.entries(form.properties).map(([name, field]) => [
    name,
    { ...field, ...(field.format === "money" && limits), operators: [], sortable: false },
  ]);
  return Object.fromEntries(fields) as Record<string, TableField>;
}
