import { afterEach, beforeEach, expect, vi } from "vitest";

const LEVELS = ["log", "info", "warn", "error", "debug"] as const;

// Test files share a worker, so remove the last test's globals before the next file is imported.
vi.unstubAllGlobals();

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
