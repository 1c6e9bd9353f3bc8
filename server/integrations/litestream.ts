import type { Replica } from "../ports/health.ts";

const TIMEOUT_MS = 2000;

/** Checks that Litestream's metrics endpoint at `url` responds. */
export function litestream(url: string): Replica {
  return {
    async check() {
      try {
        const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
        return ok ? null : `status ${status}`;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
  };
}
