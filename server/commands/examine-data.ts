import { existsSync } from "node:fs";
import { access, constants, stat } from "node:fs/promises";
import { openReader, type Reader } from "../../db/client.ts";
import { findForeignSchema } from "../../db/foreign-schema.ts";
import { schemaVersion } from "../../db/migrate.ts";
import { migrations } from "../../db/migrations/index.ts";
import type { Line } from "../contract/health.ts";
import type { Mode } from "../contract/site.ts";
import { bad, type Finding, ok, requestedLine, unknown, warn } from "../domain/issues/finding.ts";
import { scrub } from "../process/redact.ts";
import { findKeptSecret, pathsOf } from "../data/data-dir.ts";
import { lockDataDir } from "../data/data-lock.ts";
import { findMode, MODE_WORDS } from "../data/data-mode.ts";

const OTHERS = 0o077;
const LOCK_WAIT_MS = 2000;
const MAX_FAULTS = 3;
const NO_DATABASE = unknown("There is no database to check.");

/** Settings to check; undefined where they could not be read. */
type KnownSettings = { dataDir: string; appSecret: string | undefined; mode: Mode | undefined };

/** Checks a data folder and its database, read-only. */
export async function examineData(settings: KnownSettings): Promise<Line[]> {
  const { database, lock } = pathsOf(settings.dataDir);
  const folder = await folderFinding(settings).catch(faultOf);
  if (folder.state === "bad" || !existsSync(database)) {
    return linesOf({ folder });
  }
  // The lock file exists only after a store has served from this folder.
  const held = existsSync(lock)
    ? await lockDataDir(settings.dataDir, { use: "shared", waitMs: LOCK_WAIT_MS })
    : undefined;
  let db: ReturnType<typeof openReader> | undefined;
  try {
    db = openReader(database);
    const integrity = integrityFinding(db);
    if (integrity.state !== "ok") return linesOf({ folder, integrity });
    return linesOf({
      folder: modeFinding(db, settings) ?? folder,
      integrity,
      schema: schemaFinding(db),
    });
  } finally {
    db?.close();
    held?.release();
  }
}

type DataFindings = { folder: Finding; integrity?: Finding; schema?: Finding };

function linesOf({ folder, integrity = NO_DATABASE, schema = NO_DATABASE }: DataFindings): Line[] {
  return [
    requestedLine("data", folder),
    requestedLine("integrity", integrity),
    requestedLine("schema", schema),
  ];
}

export function faultOf(error: unknown): Finding {
  const [text = ""] = scrub(error instanceof Error ? error.message : String(error)).split("\n");
  return bad(text, "Fix this, then run the check again.");
}

async function folderFinding({ dataDir, appSecret }: KnownSettings): Promise<Finding> {
  const { database, secret } = pathsOf(dataDir);
  const folder = await stat(dataDir).catch(() => undefined);
  if (!folder) return absentFolder(dataDir);
  const mayWrite = await access(dataDir, constants.W_OK | constants.X_OK).then(
    () => folder.isDirectory(),
    () => false,
  );
  if (!mayWrite) {
    return bad(
      `This user can't write to ${dataDir}.`,
      "Change its owner to the user of the store, or run this command as that user.",
    );
  }
  const hasSecret = appSecret !== undefined || (await findKeptSecret(secret)) !== undefined;
  if (!hasSecret && existsSync(database)) {
    return bad(
      `${secret} is missing, and APP_SECRET isn't set: all links that were sent would stop working.`,
      "Copy it from a backup, or set APP_SECRET to its value.",
    );
  }
  const readable: string[] = [];
  for (const path of [database, `${database}-wal`, secret]) {
    const file = await stat(path).catch(() => undefined);
    if (file && (file.mode & OTHERS) !== 0) readable.push(path);
  }
  return readable.length > 0
    ? warn(
        `Other users of this machine can read ${readable.join(", ")}.`,
        "The next start changes this; or run chmod 600 on them now.",
      )
    : ok(`${dataDir} can be written, and only its own user can read it.`);
}

export function absentFolder(dataDir: string): Finding {
  return unknown(`${dataDir} doesn't exist: the first start creates it.`);
}

function modeFinding(db: Reader, { dataDir, mode }: KnownSettings): Finding | undefined {
  // Older schemas have no table for the mode.
  const kept = schemaVersion(db.sqlite) === migrations.length ? findMode(db) : undefined;
  if (kept === undefined || mode === undefined || kept === mode) return undefined;
  const { name, setting } = MODE_WORDS[kept];
  return bad(
    `${dataDir} holds the data of ${name}, and the settings are those of ${MODE_WORDS[mode].name}.`,
    `Start it with ${setting}, or set DATA_DIR to another folder.`,
  );
}

function integrityFinding({ sqlite }: Reader): Finding {
  try {
    const faults = sqlite.prepare<[], string>("PRAGMA integrity_check").pluck().all();
    if (faults.length === 1 && faults[0] === "ok") return ok("SQLite reports no errors.");
    return damaged(faults.slice(0, MAX_FAULTS).join("; "));
  } catch (error) {
    return damaged(scrub(error instanceof Error ? error.message : String(error)));
  }
}

function damaged(fault: string): Finding {
  return bad(
    `It is damaged: ${fault}.`,
    "Stop the store, keep a copy of the folder, and restore the newest backup.",
  );
}

function schemaFinding({ sqlite }: Reader): Finding {
  const [schema, known] = [schemaVersion(sqlite), migrations.length];
  if (schema > known) {
    return bad(
      `The database has schema ${schema}, this program knows ${known}.`,
      "Start the newer program, or restore a backup made by this one.",
    );
  }
  const foreign = findForeignSchema(sqlite);
  if (foreign) {
    return bad(
      `The database's schema was changed by another program: ${foreign}.`,
      "Find out who changed it and why, and restore an earlier backup.",
    );
  }
  return ok(
    schema === known
      ? `The database has schema ${schema}, like this program.`
      : `The database has schema ${schema}; the next start copies it and migrates it to ${known}.`,
  );
}
