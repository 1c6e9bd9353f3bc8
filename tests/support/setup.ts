import { afterEach, beforeEach, expect, vi } from "vitest";

const LEVELS = ["log", "info", "warn", "error", "debug"] as const;

// Files share a worker: the last test's globals would stay while the next file is imported.
vi.unstubAllGlobals();

// Output that no test asked for is a failure: a warning in a test run is a warning in production.
beforeEach(() => {
  for (const level of LEVELS) vi.spyOn(console, level).mockImplementation(() => {});
});

afterEach(() => {
  const printed = LEVELS.flatMap((level) =>
    vi.mocked(console[level]).mock.calls.map((args) => `console.${level}: ${args.join(" ")}`),
  );
  expect(printed).toEqual([]);
});
