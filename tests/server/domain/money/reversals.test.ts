import { describe, expect, test } from "vitest";
import type { Reversals } from "../../../../server/deps.ts";
import type { Note } from "../../../../server/domain/orders/order-notes.ts";
import { judge } from "../../../../server/domain/money/reversals.ts";

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
  notes?: Note[];
};

const OPEN: Note = { kind: "dispute_open", amount: null };
const LOST: Note = { kind: "dispute_lost", amount: null };
const kept = (amount: number): Note => ({ kind: "refund_kept_access", amount });

const refundOf = (refund: number | [number, number]): Refund =>
  typeof refund === "number"
    ? { amount: refund, productId: null }
    : { amount: refund[0], productId: refund[1] };

function outcomeOf({ lines, refunds = [], disputes = [] }: Case) {
  const items = lines.map((price, at) => ({ id: at + 1, productId: (at + 1) * 10, price }));
  const order = { totalAmount: lines.reduce((sum, price) => sum + price, 0) };
  const { withdrawn, refundedAmount, notes } = judge(
    { order, items },
    { refunds: refunds.map(refundOf), disputes },
  );
  return { withdrawn: [...withdrawn].toSorted(([a], [b]) => a - b), refundedAmount, notes };
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
    notes: [kept(300)],
  },
  {
    name: "a price that two lines have",
    lines: [1200, 1200, 3700],
    refunds: [1200],
    notes: [kept(1200)],
  },
  {
    name: "twice a price that two lines have",
    lines: [1200, 1200, 3700],
    refunds: [1200, 1200],
    notes: [kept(2400)],
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
    notes: [kept(1200)],
  },
  { name: "goodwill", lines: [3700, 1200], refunds: [500], notes: [kept(500)] },
  {
    name: "several kindnesses",
    lines: [3700, 1200],
    refunds: [500, 250],
    notes: [kept(750)],
  },
  {
    name: "a part of the line it names",
    lines: [3700, 1200],
    refunds: [[600, 20]],
    notes: [kept(600)],
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
    notes: [kept(2450)],
  },
  {
    name: "half of a line by name, and the same without one",
    lines: [3700, 1200],
    refunds: [[600, 20], 600],
    notes: [kept(1200)],
  },
  {
    name: "a free line that it names beside a paid one",
    lines: [3700, 0],
    refunds: [[500, 20]],
    withdrawn: [2],
    notes: [kept(500)],
  },
  { name: "a part of a single line", lines: [3700], refunds: [1000], notes: [kept(1000)] },
  {
    name: "a line and a kindness",
    lines: [3700, 1200],
    refunds: [500, 1200],
    withdrawn: [2],
    notes: [kept(500)],
  },
  { name: "an open dispute", lines: [3700, 1200], disputes: ["open"], notes: [OPEN] },
  { name: "a dispute that was won", lines: [3700], disputes: ["won"] },
  {
    name: "a lost dispute",
    lines: [3700, 1200],
    disputes: ["lost"],
    withdrawn: [1, 2],
    reason: "dispute",
    notes: [LOST],
  },
  {
    name: "a dispute that is open beside a lost one",
    lines: [3700],
    disputes: ["open", "lost"],
    withdrawn: [1],
    reason: "dispute",
    notes: [OPEN, LOST],
  },
  {
    name: "an open dispute beside goodwill",
    lines: [3700],
    refunds: [500],
    disputes: ["open"],
    notes: [OPEN, kept(500)],
  },
  {
    name: "a dispute lost after another was won",
    lines: [3700],
    disputes: ["won", "lost"],
    withdrawn: [1],
    reason: "dispute",
    notes: [LOST],
  },
  {
    name: "a lost dispute and then a refund",
    lines: [3700],
    refunds: [3700],
    disputes: ["lost"],
    withdrawn: [1],
    reason: "dispute",
    notes: [LOST],
  },
  {
    name: "an open dispute beside a refunded line",
    lines: [3700, 1200],
    refunds: [1200],
    disputes: ["open"],
    withdrawn: [2],
    notes: [OPEN],
  },
  {
    name: "an open dispute after a full refund",
    lines: [3700],
    refunds: [3700],
    disputes: ["open"],
    withdrawn: [1],
    notes: [OPEN],
  },
  { name: "an order that cost nothing", lines: [0], refunds: [] },
];

describe("what reversals mean for an order's lines", () => {
  test.each(CASES)("$name", (given) => {
    const { withdrawn = [], reason = "refund", notes = [], refunds = [] } = given;
    expect(outcomeOf(given)).toEqual({
      withdrawn: withdrawn.map((id) => [id, reason]),
      refundedAmount: refunds.reduce<number>((sum, refund) => sum + refundOf(refund).amount, 0),
      notes,
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
