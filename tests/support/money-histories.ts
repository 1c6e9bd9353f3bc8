import fc from "fast-check";
import { LOSSES } from "./money-cards.ts";
import { buyer, type Move, MOVES, type Step, stepsOf, UPGRADE } from "./money-moves.ts";

const input = (name: string, fields: object): Step => ({ do: name, ...fields });

const purchase = fc
  .tuple(
    stepsOf({ start: MOVES["start"] as Move }, () => 1),
    stepsOf({ pay: MOVES["pay"] as Move }, () => 1),
  )
  .map((steps): Step[] => steps);

/** Buys product 0 and its upgrade, or two checkouts that credit it; a code may cut its price. */
const upgrade = fc
  .record({
    percent: fc.constantFrom(0, 33),
    card: fc.constantFrom("good", "delayed"),
    twice: fc.boolean(),
  })
  .map(({ percent, card, twice }): Step[] => [
    input("start", { buyer: 0, lines: [0], giftTo: null }),
    input("discount", { at: 0, percent }),
    input("pay", { at: 0, buyer: 0, card: "good", country: "DE", taxId: null }),
    input("visit", { at: 0, buyer: 0 }),
    input("start", { buyer: 0, lines: [UPGRADE], giftTo: null }),
    ...(twice ? [input("start", { buyer: 0, lines: [1, UPGRADE], giftTo: null })] : []),
    input("pay", { at: 1, buyer: 0, card, country: "DE", taxId: null }),
    ...(twice ? [input("pay", { at: 2, buyer: 0, card, country: "IT", taxId: null })] : []),
  ]);

/** Gives product 0 to the other buyer or to the giver, from two tabs; both may be paid. */
const gift = fc
  .record({
    giftTo: buyer,
    card: fc.constantFrom("good", "delayed"),
    paidTwice: fc.boolean(),
  })
  .map(({ giftTo, card, paidTwice }): Step[] => [
    input("start", { buyer: 0, lines: [0], giftTo }),
    input("start", { buyer: 0, lines: [0, 1], giftTo }),
    input("pay", { at: 0, buyer: 0, card, country: "DE", taxId: null }),
    ...(paidTwice ? [input("pay", { at: 1, buyer: 0, card, country: "DE", taxId: null })] : []),
  ]);

/** Pays an offer after product 0, with its card or after the card was lost, and maybe too late. */
const offer = fc
  .record({
    loss: fc.constantFrom(null, null, ...LOSSES),
    minutes: fc.constantFrom(1, 1, 61),
    isCorrected: fc.constantFrom(false, false, true),
    card: fc.constantFrom("saved", "saved", "good", "delayed"),
  })
  .map(({ loss, minutes, isCorrected, card }): Step[] => [
    input("cards", { saved: true }),
    input("start", { buyer: 0, lines: [0], giftTo: null }),
    input("pay", { at: 0, buyer: 0, card: "good", country: "DE", taxId: null }),
    input("visit", { at: 0, buyer: 0 }),
    input("tick", { minutes }),
    ...(isCorrected ? [input("correct", { at: 0, buyer: 0, to: 0 })] : []),
    ...(loss === "deleted" ? [input("loseCard", { at: 0, loss })] : []),
    input("start", { buyer: 0, lines: [0, 1], giftTo: null }),
    ...(loss === null ? [] : [input("loseCard", { at: 0, loss })]),
    input("pay", { at: 1, buyer: 0, card, country: "DE", taxId: null }),
  ]);

/** A history: rules of tax and cards, a purchase, upgrade, gift or offer, then random steps. */
export const history: fc.Arbitrary<Step[]> = fc
  .tuple(
    stepsOf({ tax: MOVES["tax"] as Move }, () => 1),
    stepsOf({ cards: MOVES["cards"] as Move }, () => 1),
    fc.oneof(
      { weight: 3, arbitrary: purchase },
      { weight: 1, arbitrary: upgrade },
      { weight: 1, arbitrary: gift },
      { weight: 1, arbitrary: offer },
    ),
    fc.array(
      stepsOf(MOVES, ({ weight }) => weight),
      { minLength: 3, maxLength: 9 },
    ),
  )
  .map(([tax, cards, first, rest]) => [tax, cards, ...first, ...rest]);
