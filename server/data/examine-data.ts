import { existsSync } from "node:fs";
import { access, constants, stat } from "node:fs/promises";
import { openReader, type Reader } from "../../db/client.ts";
import { findForeignSchema } from "../../db/foreign-schema.ts";
import { schemaVersion } from "../../db/migrate.ts";
import { migrations } from "../../db/migrations/index.ts";
import { bad, type Finding, type Line, lineOf, ok, unknown, warn } from "../contract/health.ts";
import type { Mode } from "../contract/site.ts";
import { findKeptSecret, pathsOf } from "./data-dir.ts";
import { lockDataDir } from "./data-lock.ts";
import { findMode, MODE_WORDS } from "./data-mode.ts";
import { scrub } from "../process/redact.ts";

const OTHERS = 0o077;
const LOCK_WAIT_MS = 2000;
/** SQLite names every fault: the first ones are enough to know. */
const MOST_FAULTS = 3;

/** What is known of the settings: some of them may be bad. */
type Known = { dataDir: string; appSecret: string | undefined; mode: Mode | undefined };

/**
 * Looks at a data folder and its database, changes nothing there, and makes nothing that is missing. Then
 * `use` gets the database, for reading alone; undefined where there is none, or where it can't be read.
 */
export async function examineData<Result>(
  known: Known,
  use: (db: Reader | undefined) => Promise<Result>,
): Promise<{ lines: Line[]; result: Result }> {
  const { database, lock } = pathsOf(known.dataDir);
  const folder = await folderFinding(known).catch(faultOf);
  if (folder.state === "bad" || !existsSync(database)) {
    const none = unknown("There is no database that can be looked at.");
    return {
      lines: [lineOf("data", folder), lineOf("integrity", none), lineOf("schema", none)],
      result: await use(undefined),
    };
  }
  // A restore may be about to change it. Where no store has ever served there is no lock.
  const held = existsSync(lock)
    ? await lockDataDir(known.dataDir, { use: "shared", waitMs: LOCK_WAIT_MS })
    : undefined;
  let db: ReturnType<typeof openReader> | undefined;
  try {
    db = openReader(database);
    const integrity = integrityFinding(db);
    const isSound = integrity.state === "ok";
    const lines = [
      lineOf("data", isSound ? (modeFinding(db, known) ?? folder) : folder),
      lineOf("integrity", integrity),
      lineOf(
        "schema",
        isSound ? schemaFinding(db) : unknown("A database that is damaged has none."),
      ),
    ];
    return { lines, result: await use(isSound ? db : undefined) };
  } finally {
    db?.close();
    held?.release();
  }
}

/** What a fault says of itself, as a line that is bad. */
export function faultOf(error: unknown): Finding {
  const [text] = scrub(error instanceof Error ? error.message : String(error)).split("\n");
  return bad(text ?? "", "Mend what it says, and ask again.");
}

async function folderFinding({ dataDir, appSecret }: Known): Promise<Finding> {
  const { database, secret } = pathsOf(dataDir);
  const folder = await stat(dataDir).catch(() => undefined);
  if (!folder) return unknown(`${dataDir} is not there: the first start makes it.`);
  const mayWrite = await access(dataDir, constants.W_OK | constants.X_OK).then(
    () => folder.isDirectory(),
    () => false,
  );
  if (!mayWrite) {
    return bad(
      `${dataDir} is no folder in which this user may write.`,
      "Give it to the user that the store runs as, or run this as that user.",
    );
  }
  const hasSecret = appSecret !== undefined || (await findKeptSecret(secret)) !== undefined;
  if (!hasSecret && existsSync(database)) {
    return bad(
      `${secret} is missing, and APP_SECRET is not set: every link that was given out would end.`,
      "Put it back from a backup, or set APP_SECRET to what it was.",
    );
  }
  const open: string[] = [];
  for (const path of [database, `${database}-wal`, secret]) {
    const found = await stat(path).catch(() => undefined);
    if (found && (found.mode & OTHERS) !== 0) open.push(path);
  }
  if (open.length > 0) {
    return warn(
      `Other users of this machine can read ${open.join(", ")}.`,
      "The next start takes that away; or chmod 600 them now.",
    );
  }
  return ok(`${dataDir} can be written, and its files are for its own user alone.`);
}

function modeFinding(db: Reader, { dataDir, mode }: Known): Finding | undefined {
  // Older data has no table of that name.
  const kept = schemaVersion(db.sqlite) === migrations.length ? findMode(db) : undefined;
  if (kept === undefined || mode === undefined || kept === mode) return undefined;
  const { name, setting } = MODE_WORDS[kept];
  return bad(
    `${dataDir} holds the data of ${name}, and the settings are those of ${MODE_WORDS[mode].name}.`,
    `Start it with ${setting}, or name another folder in DATA_DIR.`,
  );
}

function integrityFinding({ sqlite }: Reader): Finding {
  try {
    const faults = sqlite.prepare<[], string>("PRAGMA integrity_check").pluck().all();
    if (faults.length === 1 && faults[0] === "ok") return ok("SQLite finds no fault in it.");
    return damaged(faults.slice(0, MOST_FAULTS).join("; "));
  } catch (error) {
    return damaged(faultOf(error).text);
  }
}

function damaged(fault: string): Finding {
  return bad(
    `It is damaged: ${fault}.`,
    "Stop the store, keep a copy of the folder, and restore the newest backup.",
  );
}

function schemaFinding({ sqlite }: Reader): Finding {
  const found = schemaVersion(sqlite);
  const knows = migrations.length;
  if (found > knows) {
    return bad(
      `The database has schema ${found}, this program knows ${knows}.`,
      "Start the newer program, or restore a backup made by this one.",
    );
  }
  const foreign = findForeignSchema(sqlite);
  if (foreign) {
    return bad(
      `The database's schema was changed by another program: ${foreign}.`,
      "Find out who changed it and what the change does, and restore an earlier backup.",
    );
  }
  if (found === knows) return ok(`The database has schema ${found}, which is this program's.`);
  return ok(
    `The database has schema ${found}; the next start brings it to ${knows}, and copies it before.`,
  );
}
