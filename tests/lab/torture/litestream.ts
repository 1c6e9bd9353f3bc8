import { existsSync, globSync, statSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { SqliteError } from "better-sqlite3";
import { openReader } from "../../../db/client.ts";
import { findDamage } from "../../../db/snapshot.ts";
import { killAtExit } from "../../support/store-process.ts";
import { until } from "../../support/until.ts";

const BINARY = Bun.resolveSync("@flydotio/litestream-linux-x64/litestream", import.meta.dirname);
/** Litestream's monitor and sync intervals; both can pass before a commit is copied. */
const PAUSE = "200ms";
const SNAPSHOT_LIMIT_MS = 20_000;

export type Replica = {
  database: string;
  /** Replica folder, which simulates the storage of another machine. */
  replica: string;
  /** Port of Litestream's metrics. */
  port: number;
};

/** Starts Litestream as docs/litestream.yml sets it up, but with a folder instead of a bucket. */
export async function startLitestream(replica: Replica) {
  const config = `${replica.replica}.yml`;
  await writeFile(config, configOf(replica));
  const child = Bun.spawn([BINARY, "replicate", "-config", config], {
    stdio: ["ignore", "ignore", "ignore"],
  });
  killAtExit(child);
  const end = async () => {
    child.kill("SIGKILL");
    await child.exited;
  };
  return {
    /** Sends SIGKILL; throws when Litestream has already exited. */
    async kill() {
      await end();
      if (child.signalCode !== "SIGKILL") throw new Error("Litestream ended before it was killed.");
    },
    [Symbol.asyncDispose]: end,
  };
}

const snapshotsIn = ({ replica }: Replica) =>
  globSync(`${replica}/generations/*/snapshots/00000000.snapshot.lz4`);

/** Waits until the replica contains a first snapshot of the whole database. */
export async function firstSnapshot(replica: Replica): Promise<void> {
  const isThere = () => snapshotsIn(replica).length > 0;
  await until(isThere, { what: "Litestream makes a snapshot", limitMs: SNAPSHOT_LIMIT_MS });
}

/**
 * Restores the database from the newest complete generation; returns the number of incomplete ones.
 * Skips `papercub restore`, unlike docs/replica.md, because no open tab holds ids of lost rows.
 */
export async function restoreDatabase(replica: Replica): Promise<number> {
  const { database } = replica;
  const ageOf = (path: string) => -statSync(path).mtimeMs;
  const newest = snapshotsIn(replica).toSorted((one, other) => ageOf(one) - ageOf(other));
  for (const [incomplete, snapshot] of newest.entries()) {
    await restore(replica, basename(dirname(dirname(snapshot))));
    if (isWhole(database)) return incomplete;
    for (const end of ["", "-wal", "-shm"]) await rm(database + end, { force: true });
  }
  throw new Error(`None of ${newest.length} generations in ${replica.replica} is whole.`);
}

async function restore({ database, replica }: Replica, generation: string): Promise<void> {
  const words = ["restore", "-o", database, "-generation", generation, `file://${replica}`];
  const child = Bun.spawn([BINARY, ...words], { stdio: ["ignore", "ignore", "pipe"] });
  const errors = new Response(child.stderr).text();
  if ((await child.exited) !== 0 || !existsSync(database)) {
    throw new Error(`Litestream could not restore the database: ${await errors}`);
  }
}

function isWhole(database: string): boolean {
  const { sqlite, close } = openReader(database);
  try {
    return findDamage(sqlite) === undefined;
  } catch (error) {
    if (error instanceof SqliteError && error.code === "SQLITE_CORRUPT") return false;
    throw error;
  } finally {
    close();
  }
}

const configOf = ({ database, replica, port }: Replica) => `
addr: 127.0.0.1:${port}
dbs:
  - path: ${database}
    monitor-interval: ${PAUSE}
    replicas:
      - type: file
        path: ${replica}
        sync-interval: ${PAUSE}
`;
