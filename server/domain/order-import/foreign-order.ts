import type { SkippedOrder, SkipReason } from "../../contract/order-import.ts";
import type { ForeignOrder } from "../../ports/read-worker.ts";
import { type ForeignFormat, type FormatAnswers, Skip } from "./formats.ts";
import type { ForeignRow } from "./foreign-sheet.ts";

export type ReadOrder = ForeignOrder | SkippedOrder;

export function isSkipped(order: ReadOrder): order is SkippedOrder {
  return "reason" in order;
}

/** Largest amount of an order in the smallest unit of its currency; sums of larger ones overflow. */
const MOST_AMOUNT = 100_000_000_000;
const LONGEST_VALUE = 200;

/** Reads all orders of a file. Taxes and refunds are at most the total. */
export function readOrders(
  { keyOf, numberOf, readOrder }: ForeignFormat,
  rows: readonly ForeignRow[],
  answers: FormatAnswers,
): ReadOrder[] {
  const byOrder = Map.groupBy(rows, (row) => keyOf(row, answers));
  byOrder.delete(null);
  return Array.from(byOrder.values(), (lines) => {
    const [first] = lines as [ForeignRow];
    const { line } = first;
    const number = numberOf(first, answers);
    try {
      const fault = lines.find((row) => row.fault !== undefined)?.fault;
      if (fault !== undefined || number === "") throw new Skip("broken_row", fault);
      const order = readOrder(lines, answers);
      const { total, state, name } = order;
      const tax = Math.min(order.tax, total);
      const amounts = [total, tax, ...order.items.map(({ price }) => price)];
      const tooLarge = amounts.find((amount) => amount > MOST_AMOUNT);
      if (tooLarge !== undefined) throw new Skip("bad_amount", String(tooLarge));
      const refunded = state === "refunded" ? total : Math.min(order.refunded ?? 0, total);
      const defaults = { giverEmail: null, accessUntil: null, country: null, noMails: false };
      return { ...defaults, ...order, line, number, name: name || null, tax, refunded };
    } catch (error) {
      if (!(error instanceof Skip)) throw error;
      const { reason, message } = error;
      return skipOrder({ line, number: number || null }, reason, message);
    }
  });
}

export function skipOrder(
  { line, number }: Pick<SkippedOrder, "line" | "number">,
  reason: SkipReason,
  value: string,
): SkippedOrder {
  return { line, number, reason, value: value.slice(0, LONGEST_VALUE) };
}
