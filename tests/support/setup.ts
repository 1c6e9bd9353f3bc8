import { afterEach, beforeEach, expect, vi } from "vitest";

const LEVELS = ["log", "info", "warn", "error", "debug"] as const;

// Test files share a worker, so remove the last test's globals before the next file is imported.
vi.unstubAllGlobals();

const titles = new Set<string>();

// Titles are unique within a file, so that a report says which case failed.
beforeEach(({ task }) => {
  const isRepeated = task.result?.retryCount || task.result?.repeatCount;
  if (!isRepeated) expect(titles).not.toContain(task.fullTestName);
  titles.add(task.fullTestName);
});

// Unexpected console output fails the test.
beforeEach(() => {
  for (const level of LEVELS) vi.spyOn(console, level).mockImplementation(() => {});
});

afterEach(() => {
  const printed = LEVELS.flatMap((level) =>
    vi.mocked(console[level]).mock.calls.map((args) => `console.${level}: ${args.join(" ")}`),
  );
  expect(printed).toEqual([]);
});
