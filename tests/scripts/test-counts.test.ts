import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import {
  countPlaywright,
  countVitest,
  isGreen,
  sumOf,
  summaryOf,
} from "../../scripts/lib/test-counts.ts";

const green = { passed: 3, failed: 0, skipped: 0, named: [] };

describe("the count of all tests", () => {
  test.each([
    { ...green, skipped: 1 },
    { ...green, failed: 1 },
    { ...green, passed: 0 },
  ])("%o is not green", (count) => {
    expect(isGreen(count)).toBe(false);
  });

  test("is green when all of them passed, be it on a second run", () => {
    expect(isGreen(green)).toBe(true);
    expect(isGreen({ ...green, named: ["passed on a second run: a"] })).toBe(true);
    expect(summaryOf(green)).toBe("3 passed, 0 failed");
  });

  test("names what was named, and counts skipped ones as failed", () => {
    const count = { passed: 3, failed: 1, skipped: 2, named: ["failed: a", "failed: b"] };
    expect(summaryOf(count).split("\n")).toEqual([
      "failed: a",
      "failed: b",
      "2 skipped, which counts as failed",
      "3 passed, 3 failed",
    ]);
  });

  test("is the sum of what each runner says", () => {
    const other = { passed: 1, failed: 2, skipped: 4, named: ["b"] };
    expect(sumOf([{ ...green, named: ["a"] }, other])).toEqual({
      passed: 4,
      failed: 2,
      skipped: 4,
      named: ["a", "b"],
    });
  });
});

describe("a report", () => {
  test.each(["", "{}"])("that is no report (%j) counts nothing as passed", (json) => {
    expect(() => countPlaywright(json)).toThrow();
  });

  test("of Vitest names what failed, and has skipped tests and such that are to be written", () => {
    const counts = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
    const fails = { status: "failed", fullName: "a price is shown" };
    const assertionResults = [{ status: "passed", fullName: "b" }, fails];
    const testResults = [
      { name: resolve("tests/price.test.ts"), status: "failed", assertionResults },
      { name: resolve("tests/broken.test.ts"), status: "failed", assertionResults: [] },
      { name: resolve("tests/fine.test.ts"), status: "passed", assertionResults: [] },
    ];
    expect(countVitest(JSON.stringify({ ...counts, testResults }))).toEqual({
      passed: 5,
      failed: 1,
      skipped: 3,
      named: ["failed: tests/price.test.ts › a price is shown", "failed: tests/broken.test.ts"],
    });
  });

  test("of Playwright names what failed, and what passed on its second run", () => {
    const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 2 };
    const spec = (title: string, ...statuses: string[]) => {
      return { file: "buy.spec.ts", title, tests: statuses.map((status) => ({ status })) };
    };
    const group = { specs: [spec("asks again", "expected", "flaky"), spec("fails", "unexpected")] };
    const suites = [{ specs: [spec("pays", "flaky"), spec("opens", "expected")], suites: [group] }];
    expect(countPlaywright(JSON.stringify({ stats, suites }))).toEqual({
      passed: 7,
      failed: 1,
      skipped: 2,
      named: [
        "passed on a second run: buy.spec.ts › pays",
        "passed on a second run: buy.spec.ts › asks again",
        "failed: buy.spec.ts › fails",
      ],
    });
  });
});
