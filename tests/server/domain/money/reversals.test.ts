import { describe, expect, test } from "vitest";
import type { Dispute } from "../../../../server/ports/payments.ts";
import { judge } from "../../../../server/domain/money/reversals.ts";

type Given = Parameters<typeof judge>[1];
type State = Dispute["state"];
/**
 * Amounts paid for the order's lines (line n is product 10 * n), the provider's reversals, the expected
 * revoked lines ("1 2 by refund") and the expected notice to the owner. Reversals: "1200" is a
 * refund, "1200 of 20" a refund of product 20, "1200 here" a refund made by the shop; "open", "won"
 * and "lost" are disputes.
 */
type Case = [name: string, prices: number[], given: string, revoked: string, notes?: string];

const DISPUTES: readonly string[] = ["open", "won", "lost"] satisfies State[];

function reversalsOf(given: string[]): Given {
  const disputes = given
    .filter((each): each is State => DISPUTES.includes(each))
    .map((state) => ({ state, dueBy: null }));
  const refunds = given
    .filter((each) => !DISPUTES.includes(each))
    .map((each) => {
      const [made, isOwn] = [each.replace(" here", ""), each.endsWith(" here")];
      const [amount, product] = made.split(" of ").map(Number);
      return { amount: amount ?? 0, productId: product ?? null, key: isOwn ? "refund-1" : null };
    });
  return { refunds, disputes };
}

/** `isTaxed`: the paid amounts differ from the prices; otherwise, only the prices are stored. */
function outcomeOf(paid: number[], reversals: Given, isTaxed: boolean) {
  const items = paid.map((amount, at) => ({
    id: at + 1,
    productId: (at + 1) * 10,
    price: isTaxed ? amount + 700 : amount,
    paidAmount: isTaxed ? amount : null,
  }));
  const order = { totalAmount: paid.reduce((sum, amount) => sum + amount, 0) };
  const { revoked, refundedAmount, notes } = judge({ order, items }, reversals);
  const lines = [...revoked.keys()].toSorted((a, b) => a - b).join(" ");
  const reasons = [...new Set(revoked.values())].join(" and ");
  return {
    revoked: lines && `${lines} by ${reasons}`,
    refundedAmount,
    notes: notes.map(({ kind, amount }) => (amount === null ? kind : `${kind} ${amount}`)),
  };
}

const CASES: Case[] = [
  ["nothing", [3700, 1200], "", ""],
  ["an order that cost nothing", [0], "", ""],
  ["everything at once", [3700, 1200], "4900", "1 2 by refund"],
  ["more than everything", [3700], "3700, 500", "1 by refund"],
  ["everything of a single line", [3700], "3700", "1 by refund"],
  ["everything in three parts", [3700, 1200], "2000, 2000, 900", "1 2 by refund"],
  ["a line, then the rest", [3700, 1200], "1200, 3700", "1 2 by refund"],
  ["the line it names", [1200, 1200], "1200 of 20", "2 by refund"],
  ["both lines, named", [900, 900, 5], "900 of 10, 900 of 20", "1 2 by refund"],
  ["the one line of its price", [3700, 1200], "1200", "2 by refund"],
  ["its price, but another product", [3700, 1200], "1200 of 999", "2 by refund"],
  ["another product, then a named line", [1200, 1200], "1200 of 999, 1200 of 10", "1 2 by refund"],
  ["more than its line", [3700, 1200, 800], "1500 of 20", "2 by refund", "kept 300"],
  ["a price that two lines have", [1200, 1200, 3700], "1200", "", "kept 1200"],
  ["twice a price that two lines have", [1200, 1200, 3700], "1200, 1200", "", "kept 2400"],
  ["one of two equal lines by price, one by name", [12, 12, 37], "12, 12 of 10", "1 2 by refund"],
  [
    "a line named twice, not its equal",
    [12, 12, 37],
    "12 of 10, 12 of 10",
    "1 by refund",
    "kept 12",
  ],
  ["goodwill", [3700, 1200], "500", "", "kept 500"],
  ["goodwill of a line's price, made here", [3700, 1200], "1200 here", "", "kept 1200"],
  ["a line made here", [3700, 1200], "1200 of 20 here", "2 by refund"],
  ["everything, made here in two parts", [3700, 1200], "1200 here, 3700 here", "1 2 by refund"],
  ["goodwill made here, then a line", [3700, 1200], "1200 here, 1200", "2 by refund", "kept 1200"],
  ["goodwill, several times", [3700, 1200], "500, 250", "", "kept 750"],
  ["a part of the line it names", [3700, 1200], "600 of 20", "", "kept 600"],
  ["the line they name, in two halves", [3700, 1200], "600 of 20, 600 of 20", "2 by refund"],
  ["halves of two lines", [3700, 1200], "1850 of 10, 600 of 20", "", "kept 2450"],
  ["half of a line by name, half without", [3700, 1200], "600 of 20, 600", "", "kept 1200"],
  ["a free line that it names", [3700, 0], "500 of 20", "2 by refund", "kept 500"],
  ["a part of a single line", [3700], "1000", "", "kept 1000"],
  ["a line and goodwill", [3700, 1200], "500, 1200", "2 by refund", "kept 500"],
  ["an open dispute", [3700, 1200], "open", "", "open"],
  ["a dispute that was won", [3700], "won", ""],
  ["a lost dispute", [3700, 1200], "lost", "1 2 by dispute", "lost"],
  ["an open dispute beside a lost one", [3700], "open, lost", "1 by dispute", "open, lost"],
  ["an open dispute beside goodwill", [3700], "500, open", "", "open, kept 500"],
  ["a dispute lost after another was won", [3700], "won, lost", "1 by dispute", "lost"],
  ["a lost dispute and then a refund", [3700], "3700, lost", "1 by dispute", "lost"],
  ["an open dispute beside a refunded line", [3700, 1200], "1200, open", "2 by refund", "open"],
  ["an open dispute after a full refund", [3700], "3700, open", "1 by refund", "open"],
];

describe("what reversals mean for an order's lines, in any order of the provider's refunds", () => {
  test.each(CASES)("%s", (_name, prices, given, revoked, told = "") => {
    const { refunds, disputes } = reversalsOf(given.split(", ").filter(Boolean));
    const notes = told
      .split(", ")
      .filter(Boolean)
      .map((note) =>
        DISPUTES.includes(note) ? `dispute_${note}` : note.replace("kept", "refund_kept_access"),
      );
    const refundedAmount = refunds.reduce((sum, { amount }) => sum + amount, 0);
    for (const inOrder of [refunds, refunds.toReversed()]) {
      for (const isTaxed of [false, true]) {
        const outcome = outcomeOf(prices, { refunds: inOrder, disputes }, isTaxed);
        expect(outcome).toEqual({ revoked, refundedAmount, notes });
      }
    }
  });
});
