import { beforeEach, vi } from "vitest";

const LONGEST_PAUSE_MS = 1000;

/** Skips timers of up to 1 s, such as retries of the payment SDK, in all tests of a file. */
export function skipPauses(): void {
  beforeEach(() => {
    const real = globalThis.setTimeout;
    vi.spyOn(globalThis, "setTimeout").mockImplementation(((
      work: (...given: unknown[]) => void,
      ms = 0,
      ...given: unknown[]
    ) => real(work, ms <= LONGEST_PAUSE_MS ? 0 : ms, ...given)) as typeof setTimeout);
  });
}
