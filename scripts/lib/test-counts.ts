import { relative } from "node:path";
import type { JSONReport, JSONReportSuite } from "playwright/types/testReporter";

/**
 * Counts of one test runner. `named` lists failed tests, and those that passed on a second run, which
 * count as passed.
 */
export type Count = { passed: number; failed: number; skipped: number; named: readonly string[] };

/** Counts the tests of Vitest's JSON report; todo tests count as skipped. */
export function countVitest(json: string): Count {
  const report = JSON.parse(json) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests: number;
    testResults: VitestFile[];
  };
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    named: report.testResults.flatMap(nameVitestFailures),
  };
}

/** Counts the tests of Playwright's JSON report. */
export function countPlaywright(json: string): Count {
  const { stats, suites } = JSON.parse(json) as JSONReport;
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    named: suites.flatMap(nameJourneys),
  };
}

export function sumOf(counts: readonly Count[]): Count {
  const sum = (key: "passed" | "failed" | "skipped") =>
    counts.reduce((total, count) => total + count[key], 0);
  return {
    passed: sum("passed"),
    failed: sum("failed"),
    skipped: sum("skipped"),
    named: counts.flatMap(({ named }) => named),
  };
}

/** Whether all tests passed; a skipped test counts as failed. */
export function isGreen({ passed, failed, skipped }: Count): boolean {
  return passed > 0 && failed === 0 && skipped === 0;
}

/** The summary; its last line is "N passed, N failed". */
export function summaryOf({ passed, failed, skipped, named }: Count): string {
  return [
    ...named,
    ...(skipped === 0 ? [] : [`${skipped} skipped, which counts as failed`]),
    `${passed} passed, ${failed + skipped} failed`,
  ].join("\n");
}

type VitestFile = {
  name: string;
  status: string;
  assertionResults: { status: string; fullName: string }[];
};

function nameVitestFailures({ name, status, assertionResults }: VitestFile): string[] {
  const file = relative(process.cwd(), name);
  const tests = assertionResults.filter((test) => test.status === "failed");
  if (tests.length > 0) return tests.map(({ fullName }) => `failed: ${file} › ${fullName}`);
  return status === "failed" ? [`failed: ${file}`] : [];
}

const JOURNEYS: Partial<Record<string, string>> = {
  flaky: "passed on a second run",
  unexpected: "failed",
};

function nameJourneys({ specs, suites = [] }: JSONReportSuite): string[] {
  const named = specs.flatMap(({ file, title, tests }) =>
    tests.flatMap(({ status }) => {
      const outcome = JOURNEYS[status];
      return outcome ? [`${outcome}: ${file} › ${title}`] : [];
    }),
  );
  return [...named, ...suites.flatMap(nameJourneys)];
}
