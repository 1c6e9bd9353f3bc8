import { expect, test } from "vitest";
import { findKnownMessage } from "../../../server/pages/known-messages.ts";
import { messages, orderMessages, payMessages } from "../../../server/contract/messages.ts";
import { buyerRefusals } from "../../../server/contract/refusals.ts";
import { refusals } from "../../../server/errors.ts";

test.each([
  ["Your card was charged. Call 0900 123 456.", null],
  ["toString", null],
  ["", null],
  [" Please choose a product. ", "Please choose a product."],
])("the message of the text %j is %j", (text, message) => {
  expect(findKnownMessage(text)).toBe(message);
});

test("all texts of the shop are known", () => {
  const texts = [messages, payMessages, orderMessages, buyerRefusals, refusals]
    .flatMap((part) => Object.values<unknown>(part))
    .filter((text) => typeof text === "string" && !text.endsWith(": ")) as string[];
  expect(texts.length).toBeGreaterThan(40);
  expect(texts.map((text) => findKnownMessage(text))).toEqual(texts);
});
