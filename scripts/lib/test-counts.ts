import type { JSONReport } from "playwright/types/testReporter";

export type Count = { passed: number; failed: number; skipped: number };

type VitestReport = Record<
  "numPassedTests" | "numFailedTests" | "numPendingTests" | "numTodoTests",
  number
>;

/** Counts the tests of Vitest's JSON report; todo tests count as skipped. */
export function countVitest(json: string): Count {
  const report = JSON.parse(json) as VitestReport;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Counts the tests of Playwright's JSON report; flaky tests count as passed. */
export function countPlaywright(json: string): Count {
  const { stats } = JSON.parse(json) as JSONReport;
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  };
}

/** Adds up counts: whether all tests passed, and "N passed, N failed". A skipped test counts as failed. */
export function summarize(counts: readonly Count[]): { isGreen: boolean; text: string } {
  const sum = (key: keyof Count) => counts.reduce((total, count) => total + count[key], 0);
  const [passed, failed, skipped] = [sum("passed"), sum("failed"), sum("skipped")];
  const note = skipped === 0 ? "" : `${skipped} skipped, which counts as failed\n`;
  return {
    isGreen: passed > 0 && failed + skipped === 0,
    text: `${note}${passed} passed, ${failed + skipped} failed`,
  };
}
