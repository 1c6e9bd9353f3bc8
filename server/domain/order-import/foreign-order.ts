import type { SkippedOrder, SkipReason } from "../../contract/order-import.ts";
import type { ForeignOrder } from "../../ports/read-worker.ts";

export type ReadOrder = ForeignOrder | SkippedOrder;

export function isSkipped(order: ReadOrder): order is SkippedOrder {
  return "reason" in order;
}

/** Thrown while reading an order that cannot be imported. */
export class Skip extends Error {
  override readonly name = "Skip";
  readonly reason: SkipReason;

  constructor(reason: SkipReason, value = "") {
    super(value);
    this.reason = reason;
  }
}

/** Largest amount of an order in the smallest unit of its currency; sums of larger ones overflow. */
const MOST_AMOUNT = 100_000_000_000;

/**
 * Reads an order. Returns a `SkippedOrder` if reading throws `Skip`, or for an amount that is too
 * large. Refunds are at most the total.
 */
export function readOrSkip(
  { line, number }: Pick<SkippedOrder, "line" | "number">,
  read: () => ForeignOrder,
): ReadOrder {
  try {
    const order = read();
    const { total, tax, items, refunded } = order;
    const amounts = [total, tax, ...items.map(({ price }) => price)];
    const tooLarge = amounts.find((amount) => amount > MOST_AMOUNT);
    if (tooLarge !== undefined) throw new Skip("bad_amount", String(tooLarge));
    return { ...order, refunded: Math.min(refunded, total) };
  } catch (error) {
    if (!(error instanceof Skip)) throw error;
    return { line, number, reason: error.reason, value: error.message.slice(0, 200) };
  }
}
