import { schemaVersion } from "../../../db/migrate.ts";
import { migrations } from "../../../db/migrations/index.ts";
import packageJson from "../../../package.json" with { type: "json" };
import { CHECK_NAMES, type CheckName, type Health, type Line } from "../../contract/health.ts";
import { type Finding, finding, lineOf } from "../../contract/health-words.ts";
import type { Deps } from "../../deps.ts";
import type { Replica, Watch } from "../../ports/health.ts";
import { contentFinding } from "./content.ts";
import { deliveryFinding, mailFinding } from "./mails.ts";
import { clockFinding, inboxFinding, paymentsFinding, webhooksFinding } from "./payments.ts";
import { productsFinding } from "./products.ts";
import { backupFinding, databaseFinding, diskFinding, filesFinding } from "./storage.ts";

const CACHED_MS = 5000;

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

export async function listChecks(deps: Deps): Promise<Line<CheckName>[]> {
  const [use, files, backup, replica] = await Promise.all([
    deps.disk.measure(),
    filesFinding(deps),
    backupFinding(deps),
    replicaFinding(deps.replica),
  ]);
  const findings: Record<CheckName, Finding> = {
    payments: paymentsFinding(deps),
    products: productsFinding(deps),
    webhooks: webhooksFinding(deps),
    inbox: inboxFinding(deps),
    delivery: deliveryFinding(deps),
    mail: mailFinding(deps),
    files,
    database: databaseFinding(deps),
    disk: diskFinding(use),
    backup,
    replica,
    clock: clockFinding(deps),
    content: contentFinding(deps),
    version: versionFinding(deps),
  };
  return CHECK_NAMES.map((name) => lineOf(name, findings[name]));
}

export async function replicaFinding(replica: Replica | null): Promise<Finding> {
  if (!replica) return finding("unknown", "replica.off");
  const fault = await replica.check();
  return fault === null ? finding("ok", "replica.ok") : finding("bad", "replica.silent", { fault });
}

function versionOf({ db }: Pick<Deps, "db">): Health["version"] {
  return { program: packageJson.version, schema: schemaVersion(db.sqlite), bun: Bun.version };
}

function versionFinding(deps: Pick<Deps, "db">): Finding {
  const version = versionOf(deps);
  const known = migrations.length;
  return version.schema === known
    ? finding("ok", "version", version)
    : finding("bad", "version.old", { ...version, known });
}
