import { expect, test } from "vitest";
import { newOrderNumber } from "../../../../server/domain/orders/order.ts";

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
