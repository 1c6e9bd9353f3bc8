import {
  type CsvField,
  type ForeignSource,
  type OrderFileAnswers,
  type SkipReason,
} from "../../contract/order-import.ts";
import { isCurrency } from "../../contract/known-codes.ts";
import { readMoney } from "../../contract/read-money.ts";
import { foldEmail, isEmail } from "../../contract/email.ts";
import type { ForeignOrder } from "../../ports/read-worker.ts";
import type { ForeignRow } from "./foreign-sheet.ts";
import { type DateRules, readDate } from "./dates.ts";

export type FormatAnswers = Omit<OrderFileAnswers, "zone"> & DateRules & { now: number };

/** Facts that only some shops export. */
type OptionalFact = "giverEmail" | "accessUntil" | "country" | "noMails" | "refunded";

/** Order as a format reads it. `name` is "" if it is missing. */
export type OrderFacts = Omit<ForeignOrder, "line" | "number" | "name" | OptionalFact> &
  Partial<Pick<ForeignOrder, OptionalFact>> & { name: string };

/** Export of another shop. */
export type ForeignFormat = {
  source: ForeignSource;
  /** Whether a file with these headers is such an export. */
  isFormat: (headers: readonly string[]) => boolean;
  /** Columns that the other functions read. */
  columnsOf: (headers: readonly string[], answers: OrderFileAnswers) => readonly string[];
  /** Columns with dates. */
  dates: (answers: OrderFileAnswers) => readonly string[];
  /** Whether dates without an offset are in UTC. */
  isInUtc?: true;
  /**
   * Returns the currency that the sign of the amounts suggests, or null. Undefined if the file names
   * the currency of each order.
   */
  suggestCurrency?: (
    headers: readonly string[],
    answers: OrderFileAnswers,
  ) => string | null | undefined;
  /** Names of the products in a row. */
  productsOf: (row: ForeignRow, answers: OrderFileAnswers) => string[];
  /** Number of a row's order in the other shop; "" if it has no number. */
  numberOf: (row: ForeignRow, answers: OrderFileAnswers) => string;
  /** Key of a row's order, which rows of the same order share. Null for a row that is no order. */
  keyOf: (row: ForeignRow, answers: OrderFileAnswers) => string | number | null;
  /** Reads an order from its rows. Throws `Skip` for an order that cannot be imported. */
  readOrder: (rows: readonly ForeignRow[], answers: FormatAnswers) => OrderFacts;
};

/** Thrown while reading an order that cannot be imported. */
export class Skip extends Error {
  override readonly name = "Skip";
  readonly reason: SkipReason;

  constructor(reason: SkipReason, value = "") {
    super(value);
    this.reason = reason;
  }
}

/** Returns whether a file has all of these columns. */
export const hasAll =
  (...columns: string[]) =>
  (headers: readonly string[]) =>
    columns.every((column) => headers.includes(column));

/** Returns a cell's address, folded as the store does. Throws `Skip` if it is missing or invalid. */
export function emailOf(text: string): string {
  const email = foldEmail(text);
  if (!isEmail(email)) throw new Skip("no_email", text);
  return email;
}

/** Returns an amount in the currency's smallest unit; 0 for an empty cell. Throws `Skip`. */
export function amountOf(text: string, currency: string): number {
  if (text === "") return 0;
  // Exports are in English; a comma before decimals is read as well.
  const amount = readMoney(text, currency, "en")?.amount;
  if (amount === undefined) throw new Skip("bad_amount", text);
  return amount;
}

/** Returns a currency code in lower case. Throws `Skip` for an unknown one. */
export function currencyOf(text: string): string {
  const code = text.toLowerCase();
  if (!isCurrency(code)) throw new Skip("bad_currency", text);
  return code;
}

/** Returns the time of a payment. Throws `Skip` for a text that is no date or a date in the future. */
export function paidAtOf(text: string, answers: FormatAnswers): number {
  const time = readDate(text, answers);
  if (time === undefined || time > answers.now || time <= 0) throw new Skip("bad_date", text);
  return time;
}

/** Column of a field in a `csv` file. */
export const columnOf = ({ columns }: OrderFileAnswers, field: CsvField) => columns?.[field] ?? "";
