import { invalid, missing } from "../api-error.ts";
import type { PriceDraft } from "../routes/catalog.ts";
import type { Price } from "../types.ts";

const LINES_PER_PAYMENT = 100;
const LINES_PER_KIND = 20;
const SMALLEST_CHARGE_CENTS = 50;

export type LineDraft = { price: Price | PriceDraft; quantity: number };

/** Refuses lines that a session of this mode cannot hold together. */
export function checkLines(mode: "payment" | "subscription", lines: LineDraft[]): void {
  if (lines.length === 0) throw missing("line_items");
  const recurring = lines.filter(({ price }) => price.recurring).length;
  const oneTime = lines.length - recurring;
  if (mode === "payment") {
    if (recurring > 0) {
      throw invalid(
        "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
        { param: "mode" },
      );
    }
    if (oneTime > LINES_PER_PAYMENT) throw tooMany(`${LINES_PER_PAYMENT} line items`);
  } else {
    if (recurring === 0) {
      throw invalid(
        "You must provide at least one recurring price in `subscription` mode when using prices.",
        { param: "mode" },
      );
    }
    if (recurring > LINES_PER_KIND) throw tooMany(`${LINES_PER_KIND} recurring line items`);
    if (oneTime > LINES_PER_KIND) throw tooMany(`${LINES_PER_KIND} one-time line items`);
    checkSameInterval(lines);
  }
  checkMoney(lines);
}

function checkSameInterval(lines: LineDraft[]): void {
  const intervals = lines.flatMap(({ price }) => {
    if (!price.recurring) return [];
    const { recurring } = price;
    const count = "intervalCount" in recurring ? recurring.intervalCount : recurring.interval_count;
    return [`${count} ${recurring.interval}`];
  });
  if (new Set(intervals).size > 1) {
    throw invalid("Checkout does not support multiple prices with different billing intervals.", {
      param: "line_items",
    });
  }
}

function checkMoney(lines: LineDraft[]): void {
  const currencies = new Set(lines.map(({ price }) => price.currency));
  if (currencies.size > 1) {
    throw invalid("You must use the same currency for all line items.", { param: "line_items" });
  }
  const total = lines.reduce((sum, line) => sum + amountOf(line) * line.quantity, 0);
  if (total > 0 && total < SMALLEST_CHARGE_CENTS) {
    throw invalid("The Checkout Session's total amount due must add up to at least $0.50 usd", {
      code: "amount_too_small",
    });
  }
}

function amountOf({ price }: LineDraft): number {
  return "unitAmount" in price ? price.unitAmount : (price.unit_amount ?? 0);
}

function tooMany(limit: string) {
  return invalid(`You can provide at most ${limit}.`, { param: "line_items" });
}
