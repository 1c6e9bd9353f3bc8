import { describe, expect, test } from "vitest";
import { countPlaywright, countVitest, isGreen, summaryOf } from "../../scripts/lib/test-counts.ts";

describe("the count of all tests", () => {
  const green = { passed: 3, failed: 0, skipped: 0 };

  test.each([
    { ...green, skipped: 1 },
    { ...green, failed: 1 },
    { passed: 0, failed: 0, skipped: 0 },
  ])("%o is not green", (count) => {
    expect(isGreen(count)).toBe(false);
  });

  test("is green when all of them passed", () => {
    expect(isGreen(green)).toBe(true);
    expect(summaryOf(green)).toBe("3 passed, 0 failed");
  });

  test("names the skipped ones, and counts them as failed", () => {
    expect(summaryOf({ passed: 3, failed: 1, skipped: 2 })).toBe(
      "2 skipped, which counts as failed\n3 passed, 3 failed",
    );
  });
});

describe("a report", () => {
  test("of Vitest has skipped tests and such that are to be written", () => {
    const report = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
    expect(countVitest(JSON.stringify(report))).toEqual({ passed: 5, failed: 1, skipped: 3 });
  });

  test("of Playwright has skipped tests, and such that passed only when repeated", () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
    expect(countPlaywright(JSON.stringify({ stats }))).toEqual({
      passed: 5,
      failed: 2,
      skipped: 2,
    });
  });

  test.each(["", "{}"])("that is no report (%j) counts nothing as passed", (json) => {
    expect(() => countPlaywright(json)).toThrow();
  });
});
