import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // better-sqlite3 and Bun's own modules need the Bun runtime, which has no child-process pool.
    pool: "threads",
    // One fewer than there are cores by default, which is half of a small machine.
    maxWorkers: 2,
    include: ["tests/{server,db,client,scripts}/**/*.test.{ts,tsx}"],
    setupFiles: ["tests/support/setup.ts"],
    restoreMocks: true,
  },
});
