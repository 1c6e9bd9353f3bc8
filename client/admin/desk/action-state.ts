import {
  type FieldDefinition,
  findProblems,
  readNumber,
} from "../../../server/contract/field-validation.ts";
import { formatMoney } from "../../../server/contract/format.ts";
import type { OrderPage } from "../../../server/contract/order-page.ts";
import type { TableAction, TableField, TableRow, Value } from "../../../server/contract/tables.ts";
import { deskWords } from "../../content/admin-orders.ts";
import { ApiError } from "../../lib/answer.ts";
import { isRefusedFor, readableMessage } from "../../lib/readable-error.ts";
import { refundableOf, textOf } from "./order-rules.ts";
import { parseMoney } from "./money-input.ts";

/** What the fields of an action hold; numbers and money are texts as they are typed. */
export type Typed = Readonly<Record<string, Value>>;
/** The money that an action can move: what is left at most, in the smallest unit. */
export type Money = { currency: string; most: number };

export type ActionState = {
  typed: Typed;
  step: "form" | "confirm";
  sending: boolean;
  /** Fields that were left, or all after a press: only these show what is wrong with them. */
  touched: ReadonlySet<string> | "all";
  /** The server's word on single fields, until they are changed. */
  refused: Readonly<Record<string, string>>;
  problem: string | undefined;
  /** Whether the last press was answered with a no: then nothing has happened by it. */
  isSettled: boolean;
  /** How often other values had to be sent after a refusal: each time is a call of its own. */
  turn: number;
};

export type ActionEvent =
  | { kind: "typed"; name: string; value: Value }
  | { kind: "left"; name: string }
  | { kind: "checked" | "asked" | "back" | "sending" }
  | { kind: "failed"; error: unknown };

const AMOUNT_FIELD = "amount";
const words = deskWords.actions;

/** The money that an action with a row of an order can move. */
export function moneyOf({ table, row }: { table: string; row: TableRow }, desk: OrderPage): Money {
  const currency = textOf(desk.order["currency"]);
  const isLine = table === "order_items";
  return { currency, most: isLine ? refundableOf(row, desk) : desk.refundable };
}

/** Whether a field holds money, which is then written and read as people do. */
function isAmount({ movesMoney }: TableAction, name: string): boolean {
  return movesMoney && name === AMOUNT_FIELD;
}

/** The state in which a dialog opens; `given` is what is known already. */
export function openAction({ form }: TableAction, given: Typed): ActionState {
  const fields = Object.entries(form.properties);
  return {
    typed: Object.fromEntries(fields.map(([name, field]) => [name, given[name] ?? emptyOf(field)])),
    step: "form",
    sending: false,
    touched: new Set(),
    refused: {},
    problem: undefined,
    isSettled: false,
    turn: 1,
  };
}

function emptyOf({ type, default: fallback }: FieldDefinition): Value {
  if (type === "boolean") return fallback === true;
  if (type === "array") return Array.isArray(fallback) ? fallback.map(String) : [];
  return fallback === undefined || fallback === null ? "" : String(fallback);
}

export function actionReducer(state: ActionState, event: ActionEvent): ActionState {
  switch (event.kind) {
    case "typed":
      return typed(state, event);
    case "left":
      return state.touched === "all"
        ? state
        : { ...state, touched: new Set([...state.touched, event.name]) };
    case "checked":
      return { ...state, touched: "all" };
    case "asked":
      return { ...state, touched: "all", step: "confirm", problem: undefined };
    case "back":
      return { ...state, step: "form", problem: undefined };
    case "sending":
      return { ...state, touched: "all", sending: true, problem: undefined, refused: {} };
    case "failed":
      return { ...state, step: "form", sending: false, ...refusalOf(event.error) };
  }
}

/** Where no answer came the first call may still have happened: it keeps its key whatever is typed. */
function typed(
  state: ActionState,
  { name, value }: Extract<ActionEvent, { kind: "typed" }>,
): ActionState {
  const { [name]: _changed, ...refused } = state.refused;
  const turn = state.isSettled ? state.turn + 1 : state.turn;
  return { ...state, typed: { ...state.typed, [name]: value }, refused, turn, isSettled: false };
}

type Refusal = Pick<ActionState, "refused" | "problem" | "isSettled">;

function refusalOf(error: unknown): Refusal {
  const { status = 0, errors = {} } = error instanceof ApiError ? error : {};
  const refused = Object.fromEntries(
    Object.entries(errors).flatMap(([name, [text]]) => (text ? [[name, text]] : [])),
  );
  const isKeyUsed = isRefusedFor(error, "key_reused");
  const isSettled = status >= 400 && status < 500 && !isKeyUsed;
  if (isKeyUsed) return { refused, problem: words.keyUsed, isSettled };
  const text = readableMessage(error);
  const problem = isSettled ? text : `${text.replace(/\.?$/, ".")} ${words.unsure}`;
  return { refused, problem, isSettled };
}

export type Checked = {
  /** What is sent: empty fields are left out. */
  values: Record<string, Value>;
  problems: Partial<Record<string, string>>;
};

/** What the typed texts mean, and what is wrong with them. */
export function checkAction(action: TableAction, typed: Typed, money: Money | undefined): Checked {
  const values: Record<string, Value> = {};
  const problems: Record<string, string> = {};
  const { [AMOUNT_FIELD]: amountField, ...others } = action.form.properties;
  const isMoney = amountField !== undefined && isAmount(action, AMOUNT_FIELD);
  const plain = isMoney ? others : action.form.properties;
  for (const [name, field] of Object.entries(plain)) {
    const value = typed[name] ?? "";
    if (typeof value !== "string" || value.trim() !== "") values[name] = meantBy(field, value);
  }
  if (isMoney) {
    const text = String(typed[AMOUNT_FIELD] ?? "").trim();
    const amount = money && parseMoney(text, money.currency);
    const isRequired = action.form.required.includes(AMOUNT_FIELD);
    const problem = amountProblem({ text, amount, money, isRequired });
    if (problem) problems[AMOUNT_FIELD] = problem;
    if (amount) values[AMOUNT_FIELD] = amount;
  }
  const found = findProblems({ ...action.form, properties: plain }, values);
  return { values, problems: { ...found, ...problems } };
}

function meantBy({ type }: FieldDefinition, value: Value): Value {
  const isNumber = type === "number" || type === "integer";
  return isNumber && typeof value === "string" ? (readNumber(value) ?? value) : value;
}

type Amount = {
  text: string;
  amount: number | undefined;
  money: Money | undefined;
  isRequired: boolean;
};

function amountProblem({ text, amount, money, isRequired }: Amount): string | undefined {
  if (text === "") return isRequired ? words.amountMissing : undefined;
  if (!money || !amount) return words.amountUnreadable;
  if (amount <= money.most) return undefined;
  return words.amountTooMuch(formatMoney(money.most, money.currency));
}

/**
 * The field of an action as it is shown. An amount is money: its limits, and what is said of it in the
 * smallest unit, would read as if of whole money.
 */
export function fieldOf(
  action: TableAction,
  { name, money }: { name: string; money: Money | undefined },
): TableField {
  const field = { ...action.form.properties[name], operators: [], sortable: false } as TableField;
  if (!isAmount(action, name)) return field;
  const { operators, sortable } = field;
  const description = money && words.amountHint(formatMoney(money.most, money.currency));
  const shown = { type: "string", title: words.amount, operators, sortable } as const;
  return description === undefined ? shown : { ...shown, description };
}
