import type { Health } from "../../contract/health.ts";
import type { Deps } from "../../deps.ts";
import type { Watch } from "../../ports/health.ts";
import { type CheckLine, checkLine, CHECKS, type CheckName } from "./kinds.ts";
import { versionOf } from "./version.ts";

const CACHED_MS = 5000;

/** In the order of the table. */
export const CHECK_NAMES = Object.keys(CHECKS) as CheckName[];

const cache = new WeakMap<Watch, { endsAt: number; health: Promise<Health> }>();

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

/** Runs all health checks. The result is cached for five seconds. */
export function getHealth(deps: Deps): Promise<Health> {
  const now = performance.now();
  const cached = cache.get(deps.watch);
  if (cached && cached.endsAt > now) return cached.health;
  const health = readHealth(deps);
  cache.set(deps.watch, { endsAt: now + CACHED_MS, health });
  return health;
}

async function readHealth(deps: Deps): Promise<Health> {
  const checks = await listChecks(deps);
  return { checkedAt: deps.clock.now().toISOString(), version: versionOf(deps), checks };
}

export function listChecks(deps: Deps): Promise<CheckLine[]> {
  const run = async (name: CheckName) => checkLine(name, await CHECKS[name].find(deps));
  return Promise.all(CHECK_NAMES.map(run));
}
