import { beforeEach, vi } from "vitest";

const LONGEST_PAUSE_MS = 1000;

/**
 * For all tests of a file: what waits up to a second goes on at once, such as the payment SDK before
 * it asks a failing provider again, and a mail server before its greeting.
 */
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
