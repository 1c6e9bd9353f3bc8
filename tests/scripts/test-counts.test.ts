import { resolve } from "node:path";
import { expect, test } from "vitest";
import {
  countPlaywright,
  countVitest,
  isGreen,
  sumOf,
  summaryOf,
} from "../../scripts/lib/test-counts.ts";

const green = { passed: 3, failed: 0, skipped: 0, named: [] };

test("only a run in which all tests passed is green, be it on a second try", () => {
  expect(isGreen({ ...green, named: ["passed on a second run: a"] })).toBe(true);
  for (const change of [{ skipped: 1 }, { failed: 1 }, { passed: 0 }]) {
    expect(isGreen({ ...green, ...change })).toBe(false);
  }
});

test("the summary adds up the runners, and counts skipped tests as failed", () => {
  const other = { passed: 1, failed: 1, skipped: 2, named: ["failed: b"] };
  expect(summaryOf(sumOf([{ ...green, named: ["failed: a"] }, other])).split("\n")).toEqual([
    "failed: a",
    "failed: b",
    "2 skipped, which counts as failed",
    "4 passed, 3 failed",
  ]);
});

test("Vitest's report names failed tests and files, and counts todo tests as skipped", () => {
  const counts = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
  const assertionResults = [
    { status: "passed", fullName: "b" },
    { status: "failed", fullName: "a price is shown" },
  ];
  const testResults = [
    { name: resolve("tests/price.test.ts"), status: "failed", assertionResults },
    { name: resolve("tests/broken.test.ts"), status: "failed", assertionResults: [] },
  ];
  expect(countVitest(JSON.stringify({ ...counts, testResults }))).toEqual({
    passed: 5,
    failed: 1,
    skipped: 3,
    named: ["failed: tests/price.test.ts › a price is shown", "failed: tests/broken.test.ts"],
  });
});

test("Playwright's report names what failed, and what passed on its second run", () => {
  const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 2 };
  const spec = (title: string, status: string) => {
    return { file: "buy.spec.ts", title, tests: [{ status }] };
  };
  const suites = [
    { specs: [spec("pays", "flaky")], suites: [{ specs: [spec("fails", "unexpected")] }] },
  ];
  expect(countPlaywright(JSON.stringify({ stats, suites }))).toEqual({
    passed: 7,
    failed: 1,
    skipped: 2,
    named: ["passed on a second run: buy.spec.ts › pays", "failed: buy.spec.ts › fails"],
  });
  expect(() => countPlaywright("{}")).toThrow();
});
