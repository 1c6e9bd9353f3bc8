import { randomInt } from "node:crypto";

// No 0/O, 1/I/L, U/V or other pairs that are misread on the phone or in handwriting.
const LETTERS = "23456789ABCDEFGHJKMNPQRSTWXYZ";
const LENGTH = 8;

/** A new order number such as "K7QM-3XRT": random, so that it tells nothing of the shop's sales. */
export function newOrderNumber(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]);
  return `${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`;
}

const ORDER_NUMBER = new RegExp(`^[${LETTERS}]{4}-[${LETTERS}]{4}$`);

/** Says whether a text has the form of our order numbers. */
export function isOrderNumber(text: string): boolean {
  return ORDER_NUMBER.test(text);
}
