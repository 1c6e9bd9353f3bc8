import { existsSync, statfsSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Short files of long tests: begun last, one of them would keep one worker busy alone. */
const LONG = /\/(?:money-property|short|mails|serve)\.test\.ts$/;

/** Vitest begins with the longest of the last run, and on a fresh machine with the largest files. */
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

export default defineConfig({
  test: {
    env: temporaryFolder(),
    // better-sqlite3 and Bun's own modules need the Bun runtime, which has no child-process pool.
    pool: "threads",
    // One fewer than there are cores by default, which is half of a small machine.
    maxWorkers: 2,
    include: ["tests/{server,db,client,scripts,lab/torture}/**/*.test.{ts,tsx}"],
    setupFiles: ["tests/support/setup.ts"],
    // One that was left behind would pass for the whole.
    allowOnly: false,
    // No test waits that long; a busy machine does. One that never ends is found all the same.
    testTimeout: 30_000,
    sequence: { sequencer: LongFirst },
    restoreMocks: true,
    unstubGlobals: true,
    // A worker for each file would load the store anew each time, which took half of the whole run.
    isolate: false,
  },
});
