import { expect, test } from "vitest";
import { newOrderNumber } from "../../../../server/domain/orders/order-number.ts";

test("10,000 order numbers are all different and easy to read out", () => {
  const numbers = Array.from({ length: 10_000 }, newOrderNumber);
  expect(new Set(numbers).size).toBe(10_000);
  for (const number of numbers) {
    expect(number).toMatch(/^[2-9A-HJKMNPQRSTWXYZ]{4}-[2-9A-HJKMNPQRSTWXYZ]{4}$/);
  }
});

test("no character is left out and none is favoured", () => {
  const counts = new Map<string, number>();
  for (let i = 0; i < 5000; i++) {
    for (const char of newOrderNumber().replace("-", "")) {
      counts.set(char, (counts.get(char) ?? 0) + 1);
    }
  }
  expect(counts.size).toBe(29);
  const expected = (5000 * 8) / 29;
  for (const count of counts.values()) {
    expect(count).toBeGreaterThan(expected * 0.8);
    expect(count).toBeLessThan(expected * 1.2);
  }
});
