import { NEEDED_CSV_FIELDS, type OrderFileAnswers } from "../../contract/order-import.ts";
import type { ForeignRow } from "./foreign-sheet.ts";
import type { ForeignOrder, ForeignState } from "../../ports/read-worker.ts";
import { readOrSkip, Skip } from "./foreign-order.ts";
import {
  amountOf,
  columnOf,
  currencyOf,
  emailOf,
  type ForeignFormat,
  type FormatAnswers,
  paidAtOf,
  requireWhole,
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
  read(rows, answers) {
    const numberOf = ({ cell }: ForeignRow) => cell(columnOf(answers, "number"));
    const byOrder = Map.groupBy(rows, (row) => numberOf(row) || row.line);
    return [...byOrder.values()].map((lines) => {
      const { line } = lines[0] as ForeignRow;
      const number = numberOf(lines[0] as ForeignRow);
      return readOrSkip({ line, number: number || null }, () => readLines(lines, answers));
    });
  },
};

/** Returns whether the needed fields have a column. */
export function isMapped(answers: OrderFileAnswers): boolean {
  return NEEDED_CSV_FIELDS.every((field) => columnOf(answers, field) !== "");
}

function readLines(lines: ForeignRow[], answers: FormatAnswers): ForeignOrder {
  lines.forEach(requireWhole);
  const first = lines[0] as ForeignRow;
  const at = (row: ForeignRow, field: Parameters<typeof columnOf>[1]) =>
    row.cell(columnOf(answers, field));
  const number = at(first, "number");
  if (number === "") throw new Skip("broken_row");
  const currency = at(first, "currency") ? currencyOf(at(first, "currency")) : answers.currency;
  if (!currency) throw new Skip("bad_currency");
  const status = at(first, "status").toLowerCase();
  const state = STATES[status];
  if (!state) throw new Skip("unpaid", status);
  const items = lines.map((row) => ({
    name: at(row, "product"),
    price: amountOf(at(row, "amount"), currency),
  }));
  const total = items.reduce((sum, { price }) => sum + price, 0);
  const tax = lines.reduce((sum, row) => sum + amountOf(at(row, "tax"), currency), 0);
  return {
    line: first.line,
    sourceId: number,
    number,
    email: emailOf(at(first, "email")),
    giverEmail: null,
    name: at(first, "name") || null,
    paidAt: paidAtOf(at(first, "paid_at"), answers),
    currency,
    total,
    tax: Math.min(tax, total),
    refunded: state === "refunded" ? total : 0,
    state,
    accessUntil: null,
    country: null,
    noMails: false,
    items,
  };
}
