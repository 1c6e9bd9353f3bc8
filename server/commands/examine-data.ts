import { existsSync } from "node:fs";
import { access, constants, stat } from "node:fs/promises";
import { openReader, type Reader } from "../../db/client.ts";
import { findForeignSchema } from "../../db/foreign-schema.ts";
import { schemaVersion } from "../../db/migrate.ts";
import { migrations } from "../../db/migrations/index.ts";
import type { Line } from "../contract/health.ts";
import { type Finding, finding, lineOf } from "../contract/health-words.ts";
import type { Mode } from "../contract/site.ts";
import { scrub } from "../process/redact.ts";
import { findKeptSecret, pathsOf } from "../data/data-dir.ts";
import { lockDataDir } from "../data/data-lock.ts";
import { findMode, MODE_WORDS } from "../data/data-mode.ts";

const OTHERS = 0o077;
const LOCK_WAIT_MS = 2000;
const MAX_FAULTS = 3;

/** Settings to check; undefined where they could not be read. */
type KnownSettings = { dataDir: string; appSecret: string | undefined; mode: Mode | undefined };

/** Checks a data folder and its database, read-only. */
export async function examineData(settings: KnownSettings): Promise<Line[]> {
  const { database, lock } = pathsOf(settings.dataDir);
  const folder = await folderFinding(settings).catch(faultOf);
  if (folder.level === "bad" || !existsSync(database)) {
    const none = finding("unknown", "integrity.none");
    return [lineOf("data", folder), lineOf("integrity", none), lineOf("schema", none)];
  }
  // The lock file exists only after a store has served from this folder.
  const held = existsSync(lock)
    ? await lockDataDir(settings.dataDir, { use: "shared", waitMs: LOCK_WAIT_MS })
    : undefined;
  let db: ReturnType<typeof openReader> | undefined;
  try {
    db = openReader(database);
    const integrity = integrityFinding(db);
    if (integrity.level !== "ok") {
      const none = finding("unknown", "integrity.none");
      return [lineOf("data", folder), lineOf("integrity", integrity), lineOf("schema", none)];
    }
    return [
      lineOf("data", modeFinding(db, settings) ?? folder),
      lineOf("integrity", integrity),
      lineOf("schema", schemaFinding(db)),
    ];
  } finally {
    db?.close();
    held?.release();
  }
}

export function faultOf(error: unknown): Finding {
  const [text = ""] = scrub(error instanceof Error ? error.message : String(error)).split("\n");
  return finding("bad", "fault", { text });
}

async function folderFinding({ dataDir, appSecret }: KnownSettings): Promise<Finding> {
  const { database, secret } = pathsOf(dataDir);
  const folder = await stat(dataDir).catch(() => undefined);
  if (!folder) return finding("unknown", "data.absent", { dataDir });
  const mayWrite = await access(dataDir, constants.W_OK | constants.X_OK).then(
    () => folder.isDirectory(),
    () => false,
  );
  if (!mayWrite) return finding("bad", "data.unwritable", { dataDir });
  const hasSecret = appSecret !== undefined || (await findKeptSecret(secret)) !== undefined;
  if (!hasSecret && existsSync(database)) return finding("bad", "data.no_secret", { path: secret });
  const readable: string[] = [];
  for (const path of [database, `${database}-wal`, secret]) {
    const file = await stat(path).catch(() => undefined);
    if (file && (file.mode & OTHERS) !== 0) readable.push(path);
  }
  return readable.length > 0
    ? finding("warn", "data.readable", { paths: readable.join(", ") })
    : finding("ok", "data.ok", { dataDir });
}

function modeFinding(db: Reader, { dataDir, mode }: KnownSettings): Finding | undefined {
  // Older schemas have no table for the mode.
  const kept = schemaVersion(db.sqlite) === migrations.length ? findMode(db) : undefined;
  if (kept === undefined || mode === undefined || kept === mode) return undefined;
  const { name: holds, setting } = MODE_WORDS[kept];
  const given = MODE_WORDS[mode].name;
  return finding("bad", "data.other_mode", { dataDir, holds, setting, given });
}

function integrityFinding({ sqlite }: Reader): Finding {
  try {
    const faults = sqlite.prepare<[], string>("PRAGMA integrity_check").pluck().all();
    if (faults.length === 1 && faults[0] === "ok") return finding("ok", "integrity.ok");
    return finding("bad", "integrity.damaged", { fault: faults.slice(0, MAX_FAULTS).join("; ") });
  } catch (error) {
    const fault = scrub(error instanceof Error ? error.message : String(error));
    return finding("bad", "integrity.damaged", { fault });
  }
}

function schemaFinding({ sqlite }: Reader): Finding {
  const [schema, known] = [schemaVersion(sqlite), migrations.length];
  if (schema > known) return finding("bad", "schema.newer", { schema, known });
  const foreign = findForeignSchema(sqlite);
  if (foreign) return finding("bad", "schema.foreign", { foreign });
  return finding("ok", "schema.ok", { schema, known });
}
