import { schemaVersion } from "../../../db/migrate.ts";
import { migrations } from "../../../db/migrations/index.ts";
import packageJson from "../../../package.json" with { type: "json" };
import {
  bad,
  CHECK_NAMES,
  type CheckName,
  type Finding,
  type Health,
  type Line,
  lineOf,
  ok,
} from "../../contract/health.ts";
import type { Deps } from "../../deps.ts";
import { clockFinding } from "./clock.ts";
import { deliveryFinding, mailFinding } from "./mails.ts";
import { inboxFinding, paymentsFinding, secretFinding, webhooksFinding } from "./payments.ts";
import { productsFinding } from "./products.ts";
import { readReplica, replicaFinding } from "./replica.ts";
import { backupFinding, databaseFinding, diskFinding, filesFinding } from "./storage.ts";

/** As long as an answer is given again: a page that is open asks now and then. */
const KEPT_MS = 5000;

const kept = new WeakMap<Deps["watch"], { endsAt: number; health: Promise<Health> }>();

/** All that the store looks after, line by line; the figures are a few seconds old at most. */
export function getHealth(deps: Deps): Promise<Health> {
  const now = performance.now();
  const known = kept.get(deps.watch);
  if (known && known.endsAt > now) return known.health;
  const health = readHealth(deps);
  kept.set(deps.watch, { endsAt: now + KEPT_MS, health });
  return health;
}

async function readHealth(deps: Deps): Promise<Health> {
  const checks = await listChecks(deps);
  return { checkedAt: deps.clock.now().toISOString(), version: versionOf(deps), checks };
}

/** The same as they are at this moment. */
export async function listChecks(deps: Deps): Promise<Line<CheckName>[]> {
  const [use, files, backup] = await Promise.all([
    deps.disk.measure(),
    filesFinding(deps),
    backupFinding(deps),
    readReplica(deps),
  ]);
  const findings: Record<CheckName, Finding> = {
    payments: paymentsFinding(deps),
    products: productsFinding(deps),
    webhooks: webhooksFinding(deps),
    webhook_secret: secretFinding(deps),
    inbox: inboxFinding(deps),
    delivery: deliveryFinding(deps),
    mail: mailFinding(deps),
    files,
    database: databaseFinding(deps),
    disk: diskFinding(use),
    backup,
    replica: replicaFinding(deps),
    clock: clockFinding(deps),
    version: versionFinding(deps),
  };
  return CHECK_NAMES.map((name) => lineOf(name, findings[name]));
}

function versionOf({ db }: Pick<Deps, "db">): Health["version"] {
  return { program: packageJson.version, schema: schemaVersion(db.sqlite), bun: Bun.version };
}

function versionFinding(deps: Pick<Deps, "db">): Finding {
  const { program, schema, bun } = versionOf(deps);
  const text = `Papercub ${program}, schema ${schema}, Bun ${bun}.`;
  if (schema === migrations.length) return ok(text);
  return bad(
    `${text} This program knows schema ${migrations.length}: a newer one has changed the database beside it.`,
    "Start the newer program, and end this one.",
  );
}
