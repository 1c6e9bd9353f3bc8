import { expect, test } from "vitest";
import { countPlaywright, countVitest, summarize } from "../../scripts/lib/test-counts.ts";

const green = { passed: 3, failed: 0, skipped: 0 };

test("only a run in which all tests passed is green", () => {
  expect(summarize([green])).toEqual({ isGreen: true, text: "3 passed, 0 failed" });
  for (const change of [{ skipped: 1 }, { failed: 1 }, { passed: 0 }]) {
    expect(summarize([{ ...green, ...change }]).isGreen).toBe(false);
  }
});

test("the summary adds up the runners, and counts skipped tests as failed", () => {
  const { text } = summarize([green, { passed: 1, failed: 1, skipped: 2 }]);
  expect(text).toBe("2 skipped, which counts as failed\n4 passed, 3 failed");
});

test("Vitest's todo tests count as skipped, Playwright's flaky ones as passed", () => {
  const vitest = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
  expect(countVitest(JSON.stringify(vitest))).toEqual({ passed: 5, failed: 1, skipped: 3 });
  const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 2 };
  expect(countPlaywright(JSON.stringify({ stats }))).toEqual({ passed: 7, failed: 1, skipped: 2 });
  expect(() => countPlaywright("{}")).toThrow();
});
