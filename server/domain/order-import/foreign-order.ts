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

/** Reads an order. Returns a `SkippedOrder` if reading throws `Skip`. */
export function readOrSkip(
  { line, number }: Pick<SkippedOrder, "line" | "number">,
  read: () => ForeignOrder,
): ReadOrder {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Skip)) throw error;
    return { line, number, reason: error.reason, value: error.message.slice(0, 200) };
  }
}
