import type { SettlementResult } from "./types.ts";

/** How a payment with a card ends. */
export type CardOutcome =
  | { kind: "succeeds" }
  | { kind: "declines"; declineCode: string; message: string }
  | { kind: "delayed"; result: SettlementResult };

export type TestCard = { number: string; label: string; outcome: CardOutcome };

/** The numbers the demo accepts: Stripe's own where it has one for the case. */
export const TEST_CARDS = [
  { number: "4242424242424242", label: "Succeeds", outcome: { kind: "succeeds" } },
  {
    number: "4000000000000002",
    label: "Is declined",
    outcome: {
      kind: "declines",
      declineCode: "generic_decline",
      message: "Your card was declined.",
    },
  },
  {
    number: "4000000000009995",
    label: "Not enough money",
    outcome: {
      kind: "declines",
      declineCode: "insufficient_funds",
      message: "Your card has insufficient funds.",
    },
  },
  {
    number: "4000000000003220",
    label: "Bank debit, paid later",
    outcome: { kind: "delayed", result: "succeeded" },
  },
  {
    number: "4000008400001629",
    label: "Bank debit, fails later",
    outcome: { kind: "delayed", result: "failed" },
  },
] as const satisfies TestCard[];

/** Finds the test card with this number; spaces and dashes do not matter. */
export function findTestCard(number: string): TestCard | undefined {
  const digits = onlyDigits(number);
  return TEST_CARDS.find((card) => card.number === digits);
}

/** What a payment with this number does. A number that is no test card is always refused. */
export function outcomeOf(number: string): CardOutcome {
  return (
    findTestCard(number)?.outcome ?? {
      kind: "declines",
      declineCode: "test_mode_live_card",
      message:
        "Your card was declined. This is a demo, so only the test cards listed here can be used.",
    }
  );
}

/** Whether a text is a card number by length and check digit. */
export function isCardNumber(number: string): boolean {
  const digits = onlyDigits(number);
  if (!/^\d{12,19}$/.test(digits)) return false;
  const sum = [...digits].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** `4242424242424242` as `4242 4242 4242 4242`. */
export function inGroups(number: string): string {
  return onlyDigits(number).replace(/(\d{4})(?=\d)/g, "$1 ");
}

function onlyDigits(number: string): string {
  return number.replace(/[\s-]/g, "");
}
