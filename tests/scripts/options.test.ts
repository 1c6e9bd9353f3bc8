import { describe, expect, test } from "vitest";
import { percentile, summarize } from "../../scripts/faults/latency/schedule.ts";
import { readOptions } from "../../scripts/faults/options.ts";
import { seededRandom } from "../../scripts/faults/shared/random.ts";

describe("options", () => {
  const defaults = { count: 50, level: "full" };

  test("are the defaults where nothing is given", () => {
    expect(readOptions([], defaults)).toEqual(defaults);
  });

  test("are numbers where the default is one, and words where it is one", () => {
    expect(readOptions(["--count", "2000", "--level", "3"], defaults)).toEqual({
      count: 2000,
      level: "3",
    });
  });

  test.each([["--count", "many"], ["--count", "-1"], ["--count"], ["--size", "3"], ["3"]])(
    "%s %s is refused",
    (...words) => {
      expect(() => readOptions(words, defaults)).toThrow();
    },
  );
});

describe("random choices", () => {
  test("are the same for the same seed", () => {
    const draw = (seed: number) => {
      const { between } = seededRandom(seed);
      return Array.from({ length: 20 }, () => between(5, 125));
    };
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });

  test("reach both ends and nothing beyond", () => {
    const { between } = seededRandom(1);
    expect(new Set(Array.from({ length: 200 }, () => between(1, 3)))).toEqual(new Set([1, 2, 3]));
  });
});

describe("answer times", () => {
  const hundred = Array.from({ length: 100 }, (_, nth) => nth + 1);

  test("the 99th of a hundred is the p99", () => {
    expect(percentile(hundred, 0.99)).toBe(99);
  });

  test("are summed up whatever their order", () => {
    expect(summarize(hundred.toReversed())).toEqual({ p50: 50, p95: 95, p99: 99, max: 100 });
  });
});
