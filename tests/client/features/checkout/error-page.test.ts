import { expect, test } from "vitest";
import { messages, orderMessages, payMessages } from "../../../../server/contract/messages.ts";
import { refusals } from "../../../../server/contract/refusals.ts";
import { chooseErrorMessage } from "../../../../client/features/checkout/error-page.tsx";

const DEFAULT = "An unexpected error occurred during checkout. Please try again.";

test.each([
  ["Checkout URL not received.", "Stored", "Checkout URL not received."],
  [" Please choose a product. ", undefined, "Please choose a product."],
  ["Your card was charged. Call 0900 123 456.", undefined, DEFAULT],
  ["Your card was charged. Call 0900 123 456.", "Stored", DEFAULT],
  ["toString", undefined, DEFAULT],
  [undefined, "Stored", "Stored"],
  ["  ", "Stored", "Stored"],
  [undefined, undefined, DEFAULT],
  ["", "", DEFAULT],
])("given %j and stored %j the page says %j", (given, stored, message) => {
  expect(chooseErrorMessage(given, stored)).toBe(message);
});

test("all our own texts are shown", () => {
  const texts = [messages, payMessages, orderMessages, refusals]
    .flatMap((part) => Object.values<unknown>(part))
    .filter((text) => typeof text === "string" && !text.endsWith(": ")) as string[];
  expect(texts.length).toBeGreaterThan(40);
  expect(texts.map((text) => chooseErrorMessage(text, undefined))).toEqual(texts);
});
