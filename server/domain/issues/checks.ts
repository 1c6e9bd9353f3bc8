import type { Health } from "../../contract/health.ts";
import type { Deps } from "../../deps.ts";
import type { Watch } from "../../ports/health.ts";
import { memo } from "../../process/memo.ts";
import { type CheckLine, checkLine, CHECKS, type CheckName } from "./kinds.ts";
import { versionOf } from "./version.ts";

const CACHED_MS = 5000;

/** In the order of the table. */
export const CHECK_NAMES = Object.keys(CHECKS) as CheckName[];

/** Returns the initial state of the observations for the health checks. */
export function createWatch(now: Date): Watch {
  return {
    startedAt: now,
    clock: null,
    provider: { answeredAt: null, silentSince: null },
    refusedProducts: new Map(),
    refusedConsent: null,
    refusedWebhook: null,
    reconciled: { listedAt: null, taken: 0, isKeyRefused: false },
    mail: { sentAt: null, failed: null, isInDoubt: true, retriedAt: null },
    outages: { reported: new Set(), greenSince: new Map() },
  };
}

/** Returns a function that runs all health checks. Their result is cached for five seconds. */
export function healthReader(deps: Deps): () => Promise<Health> {
  const health = memo<Promise<Health>>({ ms: CACHED_MS });
  const read = async () => {
    const checks = await listChecks(deps);
    return { checkedAt: deps.clock.now().toISOString(), version: versionOf(deps), checks };
  };
  return () => health.get("", read);
}

export function listChecks(deps: Deps): Promise<CheckLine[]> {
  const run = async (name: CheckName) => checkLine(name, await CHECKS[name].find(deps));
  return Promise.all(CHECK_NAMES.map(run));
}
