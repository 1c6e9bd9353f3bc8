import type { SkippedOrder, SkipReason } from "../../contract/order-import.ts";
import type { ForeignOrder } from "../../ports/read-worker.ts";
import { type ForeignFormat, type FormatAnswers, type OrderFacts, Skip } from "./formats.ts";
import type { ForeignRow } from "./foreign-sheet.ts";

/** Largest amount of an order in the smallest unit of its currency; sums of larger ones overflow. */
const MOST_AMOUNT = 100_000_000_000;
const LONGEST_VALUE = 200;

export type ForeignOrders = { orders: ForeignOrder[]; skipped: SkippedOrder[] };

/** Reads all orders of a file without repeated ones. Taxes and refunds are at most the total. */
export function readOrders(
  { keyOf, numberOf, readOrder }: ForeignFormat,
  rows: readonly ForeignRow[],
  answers: FormatAnswers,
): ForeignOrders {
  const byKey = Map.groupBy(rows, (row) => keyOf(row, answers));
  byKey.delete(null);
  const orders = new Map<string, ForeignOrder>();
  const skipped: SkippedOrder[] = [];
  for (const lines of byKey.values()) {
    const [first] = lines as [ForeignRow];
    const { line } = first;
    const number = numberOf(first, answers);
    try {
      const fault = lines.find((row) => row.fault !== undefined)?.fault;
      if (fault !== undefined || number === "") throw new Skip("broken_row", fault);
      const order = { ...limited(readOrder(lines, answers)), line, number };
      if (!orders.has(order.sourceId)) orders.set(order.sourceId, order);
    } catch (error) {
      if (!(error instanceof Skip)) throw error;
      skipped.push(skipOrder({ line, number: number || null }, error.reason, error.message));
    }
  }
  return { orders: [...orders.values()], skipped };
}

function limited(facts: OrderFacts): Omit<ForeignOrder, "line" | "number"> {
  const { total, state, name, items } = facts;
  const tax = Math.min(facts.tax, total);
  const amounts = [total, tax, ...items.map(({ price }) => price)];
  const tooLarge = amounts.find((amount) => amount > MOST_AMOUNT);
  if (tooLarge !== undefined) throw new Skip("bad_amount", String(tooLarge));
  const refunded = state === "refunded" ? total : Math.min(facts.refunded ?? 0, total);
  const defaults = { giverEmail: null, accessUntil: null, country: null, noMails: false };
  return { ...defaults, ...facts, name: name || null, tax, refunded };
}

export function skipOrder(
  { line, number }: Pick<SkippedOrder, "line" | "number">,
  reason: SkipReason,
  value: string,
): SkippedOrder {
  return { line, number, reason, value: value.slice(0, LONGEST_VALUE) };
}
