import { describe, expect, test } from "vitest";
import type { Reversals } from "../../../server/deps.ts";
import { judge } from "../../../server/domain/reversals.ts";

type Refund = Reversals["refunds"][number];
type Case = {
  name: string;
  /** Prices of the order's lines; line n has the id n and the product 10 n. */
  lines: number[];
  refunds?: (number | [amount: number, product: number])[];
  disputes?: Reversals["disputes"];
  /** Ids of the lines that give no access any more. */
  withdrawn?: number[];
  reason?: "refund" | "dispute";
  attention?: string | null;
};

const OPEN = "A dispute is open: answer it at the payment provider.";
const LOST = "A dispute was lost.";
const kept = (amount: string) => `${amount} USD refunded; access was kept.`;

const refundOf = (refund: number | [number, number]): Refund =>
  typeof refund === "number"
    ? { amount: refund, productId: null }
    : { amount: refund[0], productId: refund[1] };

function outcomeOf({ lines, refunds = [], disputes = [] }: Case) {
  const items = lines.map((price, at) => ({ id: at + 1, productId: (at + 1) * 10, price }));
  const order = { totalAmount: lines.reduce((sum, price) => sum + price, 0), currency: "usd" };
  const { withdrawn, refundedAmount, attention } = judge(
    { order, items },
    { refunds: refunds.map(refundOf), disputes },
  );
  return { withdrawn: [...withdrawn].toSorted(([a], [b]) => a - b), refundedAmount, attention };
}

const CASES: Case[] = [
  { name: "nothing", lines: [3700, 1200] },
  { name: "everything at once", lines: [3700, 1200], refunds: [4900], withdrawn: [1, 2] },
  { name: "more than everything", lines: [3700], refunds: [3700, 500], withdrawn: [1] },
  { name: "everything of a single line", lines: [3700], refunds: [3700], withdrawn: [1] },
  {
    name: "everything in three parts",
    lines: [3700, 1200],
    refunds: [2000, 2000, 900],
    withdrawn: [1, 2],
  },
  { name: "a line, then the rest", lines: [3700, 1200], refunds: [1200, 3700], withdrawn: [1, 2] },
  { name: "the line it names", lines: [1200, 1200], refunds: [[1200, 20]], withdrawn: [2] },
  {
    name: "both lines, named",
    lines: [900, 900, 5],
    refunds: [
      [900, 10],
      [900, 20],
    ],
    withdrawn: [1, 2],
  },
  { name: "the one line of its price", lines: [3700, 1200], refunds: [1200], withdrawn: [2] },
  {
    name: "the one line of its price, when it names a stranger",
    lines: [3700, 1200],
    refunds: [[1200, 999]],
    withdrawn: [2],
  },
  {
    name: "a stranger's line, before the one it names",
    lines: [1200, 1200],
    refunds: [
      [1200, 999],
      [1200, 10],
    ],
    withdrawn: [1, 2],
  },
  {
    name: "more than the line it names",
    lines: [3700, 1200, 800],
    refunds: [[1500, 20]],
    withdrawn: [2],
    attention: kept("$3.00"),
  },
  {
    name: "a price that two lines have",
    lines: [1200, 1200, 3700],
    refunds: [1200],
    attention: kept("$12.00"),
  },
  {
    name: "twice a price that two lines have",
    lines: [1200, 1200, 3700],
    refunds: [1200, 1200],
    attention: kept("$24.00"),
  },
  {
    name: "one of two equal lines by name and the other by price, the newest first",
    lines: [1200, 1200, 3700],
    refunds: [1200, [1200, 10]],
    withdrawn: [1, 2],
  },
  {
    name: "the same in the other order",
    lines: [1200, 1200, 3700],
    refunds: [[1200, 10], 1200],
    withdrawn: [1, 2],
  },
  {
    name: "a line named twice, not the other of its price",
    lines: [1200, 1200, 3700],
    refunds: [
      [1200, 10],
      [1200, 10],
    ],
    withdrawn: [1],
    attention: kept("$12.00"),
  },
  { name: "goodwill", lines: [3700, 1200], refunds: [500], attention: kept("$5.00") },
  {
    name: "several kindnesses",
    lines: [3700, 1200],
    refunds: [500, 250],
    attention: kept("$7.50"),
  },
  {
    name: "a part of the line it names",
    lines: [3700, 1200],
    refunds: [[600, 20]],
    attention: kept("$6.00"),
  },
  {
    name: "the line they name, in two halves",
    lines: [3700, 1200],
    refunds: [
      [600, 20],
      [600, 20],
    ],
    withdrawn: [2],
  },
  {
    name: "halves of two lines",
    lines: [3700, 1200],
    refunds: [
      [1850, 10],
      [600, 20],
    ],
    attention: kept("$24.50"),
  },
  {
    name: "half of a line by name, and the same without one",
    lines: [3700, 1200],
    refunds: [[600, 20], 600],
    attention: kept("$12.00"),
  },
  {
    name: "a free line that it names beside a paid one",
    lines: [3700, 0],
    refunds: [[500, 20]],
    withdrawn: [2],
    attention: kept("$5.00"),
  },
  { name: "a part of a single line", lines: [3700], refunds: [1000], attention: kept("$10.00") },
  {
    name: "a line and a kindness",
    lines: [3700, 1200],
    refunds: [500, 1200],
    withdrawn: [2],
    attention: kept("$5.00"),
  },
  { name: "an open dispute", lines: [3700, 1200], disputes: ["open"], attention: OPEN },
  { name: "a dispute that was won", lines: [3700], disputes: ["won"] },
  {
    name: "a lost dispute",
    lines: [3700, 1200],
    disputes: ["lost"],
    withdrawn: [1, 2],
    reason: "dispute",
    attention: LOST,
  },
  {
    name: "a dispute lost after another was won",
    lines: [3700],
    disputes: ["won", "lost"],
    withdrawn: [1],
    reason: "dispute",
    attention: LOST,
  },
  {
    name: "a lost dispute and then a refund",
    lines: [3700],
    refunds: [3700],
    disputes: ["lost"],
    withdrawn: [1],
    reason: "dispute",
    attention: LOST,
  },
  {
    name: "an open dispute beside a refunded line",
    lines: [3700, 1200],
    refunds: [1200],
    disputes: ["open"],
    withdrawn: [2],
    attention: OPEN,
  },
  {
    name: "an open dispute after a full refund",
    lines: [3700],
    refunds: [3700],
    disputes: ["open"],
    withdrawn: [1],
    attention: OPEN,
  },
  { name: "an order that cost nothing", lines: [0], refunds: [] },
];

describe("what reversals mean for an order's lines", () => {
  test.each(CASES)("$name", (given) => {
    const { withdrawn = [], reason = "refund", attention = null, refunds = [] } = given;
    expect(outcomeOf(given)).toEqual({
      withdrawn: withdrawn.map((id) => [id, reason]),
      refundedAmount: refunds.reduce<number>((sum, refund) => sum + refundOf(refund).amount, 0),
      attention,
    });
  });

  test.each(CASES.filter(({ refunds = [] }) => refunds.length > 1))(
    "$name: the provider's order of refunds does not matter",
    (given) => {
      const reversed = { ...given, refunds: given.refunds?.toReversed() ?? [] };
      expect(outcomeOf(reversed)).toEqual(outcomeOf(given));
    },
  );
});
