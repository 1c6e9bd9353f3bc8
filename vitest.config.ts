import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // better-sqlite3 and Bun's own modules need the Bun runtime, which has no child-process pool.
    pool: "threads",
    // One fewer than there are cores by default, which is half of a small machine.
    maxWorkers: 2,
    include: ["tests/{server,db,client,scripts}/**/*.test.{ts,tsx}"],
    setupFiles: ["tests/support/setup.ts"],
    // One that was left behind would pass for the whole.
    allowOnly: false,
    // No test waits that long; a busy machine does. One that never ends is found all the same.
    testTimeout: 30_000,
    restoreMocks: true,
    unstubGlobals: true,
    // A worker for each file would load the store anew each time, which took half of the whole run.
    isolate: false,
  },
});
