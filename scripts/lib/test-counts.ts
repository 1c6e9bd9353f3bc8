/** What a runner says of its tests. A skipped test has checked nothing, so it is counted by itself. */
export type Count = { passed: number; failed: number; skipped: number };

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
  };
}

/** Counts the tests of Playwright's JSON report; one that passed only when repeated has failed. */
export function countPlaywright(json: string): Count {
  const report = JSON.parse(json) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
}

/** Whether everything was checked and is as it should be: a skipped test fails the whole. */
export function isGreen({ passed, failed, skipped }: Count): boolean {
  return passed > 0 && failed === 0 && skipped === 0;
}

/** The last line: "N passed, N failed", and ahead of it on a line of their own those skipped. */
export function summaryOf({ passed, failed, skipped }: Count): string {
  const summary = `${passed} passed, ${failed + skipped} failed`;
  return skipped === 0 ? summary : `${skipped} skipped, which counts as failed\n${summary}`;
}
