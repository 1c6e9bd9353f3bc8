import { expect, test, vi } from "vitest";
import { backoffMs } from "../../../server/contract/time.ts";

test("back-off doubles up to its limit, with jitter of half the wait", () => {
  const waits = (random: number) => {
    vi.spyOn(Math, "random").mockReturnValue(random);
    return [0, 1, 2, 9].map((failures) => backoffMs(failures, { firstMs: 1000, mostMs: 6000 }));
  };
  expect(waits(1)).toEqual([1000, 2000, 4000, 6000]);
  expect(waits(0)).toEqual([500, 1000, 2000, 3000]);
});
