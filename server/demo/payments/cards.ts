import type { SettlementResult } from "./types.ts";

export type TestCard = {
  number: string;
  label: string;
  /** Why a payment with it is refused. */
  refusal?: string;
  /** How its payment ends some time later; at once and well when left out. */
  later?: SettlementResult;
};

/** The numbers the demo accepts: Stripe's own where it has one for the case. */
export const TEST_CARDS: TestCard[] = [
  { number: "4242424242424242", label: "Succeeds" },
  { number: "4000000000000002", label: "Is declined", refusal: "Your card was declined." },
  {
    number: "4000000000009995",
    label: "Not enough money",
    refusal: "Your card has insufficient funds.",
  },
  { number: "4000000000003220", label: "Bank debit, paid later", later: "succeeded" },
  { number: "4000008400001629", label: "Bank debit, fails later", later: "failed" },
];

const NO_TEST_CARD =
  "Your card was declined. This is a demo, so only the test cards listed here can be used.";

/** What a payment with this number does. A number that is no test card is always refused. */
export function outcomeOf(number: string): Pick<TestCard, "refusal" | "later"> {
  return findTestCard(number) ?? { refusal: NO_TEST_CARD };
}

/** Finds the test card with this number; spaces and dashes do not matter. */
export function findTestCard(number: string): TestCard | undefined {
  const digits = onlyDigits(number);
  return TEST_CARDS.find((card) => card.number === digits);
}

/** Whether a text has the length of a card number. */
export function isCardNumber(number: string): boolean {
  return /^\d{12,19}$/.test(onlyDigits(number));
}

/** `4242424242424242` as `4242 4242 4242 4242`. */
export function inGroups(number: string): string {
  return onlyDigits(number).replace(/(\d{4})(?=\d)/g, "$1 ");
}

function onlyDigits(number: string): string {
  return number.replace(/[\s-]/g, "");
}
