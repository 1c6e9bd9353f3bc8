import { expect, test } from "vitest";
import { findOrderNumber, newOrderNumber } from "../../../../server/domain/orders/order.ts";

test("10,000 order numbers are all different and easy to read out, no character of 29 favoured", () => {
  const numbers = Array.from({ length: 10_000 }, newOrderNumber);
  expect(new Set(numbers).size).toBe(10_000);
  const counts = new Map<string, number>();
  for (const number of numbers) {
    expect(number).toMatch(/^[2-9A-HJKMNPQRSTWXYZ]{4}-[2-9A-HJKMNPQRSTWXYZ]{4}$/);
    for (const char of number.replace("-", "")) counts.set(char, (counts.get(char) ?? 0) + 1);
  }
  expect(counts.size).toBe(29);
  const expected = (10_000 * 8) / 29;
  expect(Math.min(...counts.values())).toBeGreaterThan(expected * 0.8);
  expect(Math.max(...counts.values())).toBeLessThan(expected * 1.2);
});

test.each([
  "K7QM-3XRT",
  "k7qm3xrt",
  " K7QM 3XRT ",
  "K7QM\u20113XRT",
  "#k7qm–3xrt",
  "K 7 Q M - 3 X R T",
  "K7QM_3XRT.",
  "Order K7QM-3XRT",
  "Order number: K7QM 3XRT",
  "date K7QM-3XRT",
  "Your order K7QM-3XRT is confirmed",
])("the order number of %j is read", (text) => {
  expect(findOrderNumber(text)).toBe("K7QM-3XRT");
});

test.each(["", "order", "K7QM", "K7QM-3XR", "K7QM-3XRTT", "XK7QM-3XRT", "K7QM-3XR0", "éK7QM-3XRT"])(
  "%j has no order number",
  (text) => expect(findOrderNumber(text)).toBeUndefined(),
);
