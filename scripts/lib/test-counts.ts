import type { JSONReport, JSONReportSuite } from "playwright/types/testReporter";

/**
 * What a runner says of its tests. A skipped test has checked nothing, so it is counted by itself; one
 * that is flaky passed on its second run, and is named besides being counted as passed.
 */
export type Count = { passed: number; failed: number; skipped: number; flaky: readonly string[] };

/** Counts the tests of Vitest's JSON report; a test that is still to be written counts as skipped. */
export function countVitest(json: string): Count {
  const report = JSON.parse(json) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests: number;
  };
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    flaky: [],
  };
}

/** Counts the tests of Playwright's JSON report. */
export function countPlaywright(json: string): Count {
  const { stats, suites } = JSON.parse(json) as JSONReport;
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    flaky: suites.flatMap(listFlaky),
  };
}

/** What several runners say together. */
export function sumOf(counts: readonly Count[]): Count {
  const sum = (key: "passed" | "failed" | "skipped") =>
    counts.reduce((total, count) => total + count[key], 0);
  return {
    passed: sum("passed"),
    failed: sum("failed"),
    skipped: sum("skipped"),
    flaky: counts.flatMap(({ flaky }) => flaky),
  };
}

/** Whether everything was checked and is as it should be: a skipped test fails the whole. */
export function isGreen({ passed, failed, skipped }: Count): boolean {
  return passed > 0 && failed === 0 && skipped === 0;
}

/**
 * The last line: "N passed, N failed". Ahead of it on lines of their own: each test that passed on its
 * second run, and how many were skipped.
 */
export function summaryOf({ passed, failed, skipped, flaky }: Count): string {
  return [
    ...flaky.map((name) => `passed on a second run: ${name}`),
    ...(skipped === 0 ? [] : [`${skipped} skipped, which counts as failed`]),
    `${passed} passed, ${failed + skipped} failed`,
  ].join("\n");
}

function listFlaky({ specs, suites = [] }: JSONReportSuite): string[] {
  const flaky = specs.filter(({ tests }) => tests.some(({ status }) => status === "flaky"));
  return [...flaky.map(({ file, title }) => `${file} › ${title}`), ...suites.flatMap(listFlaky)];
}
