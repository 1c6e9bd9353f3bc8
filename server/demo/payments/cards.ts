import type { PaymentMethod, SettlementResult } from "./objects.ts";

type TestCard = {
  number: string;
  label: string;
  refusal?: string;
  /** Outcome of a delayed payment; undefined when the result is immediate. */
  later?: SettlementResult;
  /** Whether the bank asks the buyer to confirm each payment. */
  confirms?: true;
};

/** Accepted card numbers; Stripe's own test numbers where they exist. */
export const TEST_CARDS: TestCard[] = [
  { number: "4242424242424242", label: "Succeeds" },
  { number: "4000000000000002", label: "Is declined", refusal: "Your card was declined." },
  {
    number: "4000000000009995",
    label: "Not enough money",
    refusal: "Your card has insufficient funds.",
  },
  { number: "4000002760003184", label: "Must be confirmed", confirms: true },
  { number: "4000000000003220", label: "Bank debit, paid later", later: "succeeded" },
  { number: "4000008400001629", label: "Bank debit, fails later", later: "failed" },
];

const NO_TEST_CARD =
  "Your card was declined. This is a demo, so only the test cards listed here can be used.";

/** Returns the outcome of paying with a card number. All other numbers are declined. */
export function outcomeOf(number: string): Pick<TestCard, "refusal" | "later" | "confirms"> {
  return findTestCard(number) ?? { refusal: NO_TEST_CARD };
}

/** Finds a test card by its number, ignoring spaces and dashes. */
export function findTestCard(number: string): TestCard | undefined {
  const digits = onlyDigits(number);
  return TEST_CARDS.find((card) => card.number === digits);
}

/** Returns the number of a saved test card; empty for other cards. */
export function savedNumber({ card }: Pick<PaymentMethod, "card">): string {
  return TEST_CARDS.find(({ number }) => number.endsWith(String(card?.last4)))?.number ?? "";
}

/** Whether a text has the length of a card number. */
export function isCardNumber(number: string): boolean {
  return /^\d{12,19}$/.test(onlyDigits(number));
}

/** Formats `4242424242424242` as `4242 4242 4242 4242`. */
export function inGroups(number: string): string {
  return onlyDigits(number).replace(/(\d{4})(?=\d)/g, "$1 ");
}

function onlyDigits(number: string): string {
  return number.replace(/[\s-]/g, "");
}
