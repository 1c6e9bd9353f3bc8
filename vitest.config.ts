import { existsSync, statfsSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Small files with slow tests. Start them first, so that no worker runs alone at the end. */
const LONG = /\/(?:money-property|short|mails|serve)\.test\.ts$/;

/** Vitest starts with the slowest files of the last run, or the largest on a fresh machine. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line no-array-sort -- Vitest names it so; no array is sorted in place.
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const MEMORY_DISK = "/dev/shm";
/** The largest files of both workers, several times. A container may have only 64 MB. */
const MEMORY_BYTES = 2 ** 31;

/** Puts temporary folders in memory, where syncing a file to the disk takes no time. */
function temporaryFolder(): { TMPDIR?: string } {
  if (!existsSync(MEMORY_DISK)) return {};
  const { bavail, bsize } = statfsSync(MEMORY_DISK);
  return bavail * bsize < MEMORY_BYTES ? {} : { TMPDIR: MEMORY_DISK };
}

/** Imports Markdown files as text, as Bun does. */
const markdown = {
  name: "markdown",
  transform: (code: string, id: string) =>
    id.endsWith(".md") ? `export default ${JSON.stringify(code)};` : undefined,
};

export default defineConfig({
  plugins: [markdown],
  test: {
    env: temporaryFolder(),
    // better-sqlite3 and Bun's own modules need the Bun runtime, which has no child-process pool.
    pool: "threads",
    // One fewer than there are cores by default, which is half of a small machine.
    maxWorkers: 2,
    include: ["tests/{server,db,client,scripts,lab/torture}/**/*.test.{ts,tsx}"],
    setupFiles: ["tests/support/setup.ts"],
    globalSetup: "tests/support/draw-pictures.ts",
    // Fail if a test is marked `only`: the others would be skipped unnoticed.
    allowOnly: false,
    // Generous for a busy machine; still stops a test that hangs.
    testTimeout: 30_000,
    sequence: { sequencer: LongFirst },
    // Longer values in the titles of `test.each` than the default of 40.
    taskTitleValueFormatTruncate: 100,
    restoreMocks: true,
    unstubGlobals: true,
    // Share a worker between files: loading the server per file took half of the run.
    isolate: false,
  },
});
