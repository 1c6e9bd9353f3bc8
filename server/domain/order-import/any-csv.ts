import { NEEDED_CSV_FIELDS, type OrderFileAnswers } from "../../contract/order-import.ts";
import type { ForeignRow } from "./foreign-sheet.ts";
import type { ForeignState } from "../../ports/read-worker.ts";
import {
  amountOf,
  columnOf,
  currencyOf,
  emailOf,
  type ForeignFormat,
  type FormatAnswers,
  type OrderFacts,
  paidAtOf,
  Skip,
} from "./formats.ts";

const PAID = ["", "paid", "complete", "completed", "succeeded", "fulfilled"];
const STATES: Record<string, ForeignState> = {
  ...Object.fromEntries(PAID.map((word) => [word, "paid"])),
  refunded: "refunded",
  disputed: "disputed",
  chargeback: "disputed",
  revoked: "revoked",
  cancelled: "revoked",
  canceled: "revoked",
};

/** Any file whose columns the owner has chosen. Rows with the same number are items of one order. */
export const anyCsv: ForeignFormat = {
  source: "csv",
  isFormat: () => true,
  columnsOf: (headers) => headers,
  dates: (answers) => [columnOf(answers, "paid_at")],
  suggestCurrency: (_headers, answers) => (columnOf(answers, "currency") ? undefined : null),
  productsOf: ({ cell }, answers) => [cell(columnOf(answers, "product"))].filter(Boolean),
  numberOf,
  keyOf: (row, answers) => numberOf(row, answers) || row.line,
  readOrder,
};

function numberOf({ cell }: ForeignRow, answers: OrderFileAnswers): string {
  return cell(columnOf(answers, "number"));
}

/** Returns whether the needed fields have a column. */
export function isMapped(answers: OrderFileAnswers): boolean {
  return NEEDED_CSV_FIELDS.every((field) => columnOf(answers, field) !== "");
}

function readOrder(lines: readonly ForeignRow[], answers: FormatAnswers): OrderFacts {
  const first = lines[0] as ForeignRow;
  const at = (row: ForeignRow, field: Parameters<typeof columnOf>[1]) =>
    row.cell(columnOf(answers, field));
  const currency = at(first, "currency") ? currencyOf(at(first, "currency")) : answers.currency;
  if (!currency) throw new Skip("bad_currency");
  const status = at(first, "status").toLowerCase();
  const state = STATES[status];
  if (!state) throw new Skip("unpaid", status);
  const items = lines.map((row) => ({
    name: at(row, "product"),
    price: amountOf(at(row, "amount"), currency),
  }));
  return {
    sourceId: at(first, "number"),
    email: emailOf(at(first, "email")),
    name: at(first, "name"),
    paidAt: paidAtOf(at(first, "paid_at"), answers),
    currency,
    total: items.reduce((sum, { price }) => sum + price, 0),
    tax: lines.reduce((sum, row) => sum + amountOf(at(row, "tax"), currency), 0),
    state,
    items,
  };
}
