import { existsSync, globSync, statSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { SqliteError } from "better-sqlite3";
import { openReader } from "../../db/client.ts";
import { findDamage } from "../../db/snapshot.ts";
import { freePort } from "./store-process.ts";
import { until } from "./until.ts";

const BINARY = Bun.resolveSync("@flydotio/litestream-linux-x64/litestream", import.meta.dirname);
/** Both pauses lie between a commit and its copy. */
const PAUSE = "200ms";
const SNAPSHOT_LIMIT_MS = 20_000;

export type Replica = {
  /** The database file that is copied away. */
  database: string;
  /** The folder that stands for another machine; one for all lives of the database. */
  replica: string;
};

/** Litestream at work, as docs/litestream.yml sets it up, but with a folder instead of a bucket. */
export async function startLitestream({ database, replica }: Replica) {
  const port = await freePort();
  const config = `${replica}.yml`;
  await writeFile(config, configOf({ database, replica, port }));
  const child = Bun.spawn([BINARY, "replicate", "-config", config], {
    stdio: ["ignore", "ignore", "ignore"],
  });
  const leave = () => child.kill("SIGKILL");
  process.once("exit", leave);
  void child.exited.then(() => process.off("exit", leave));
  return {
    /** Where a store beside it finds how far the copy is. */
    metricsUrl: `http://127.0.0.1:${port}/metrics`,
    /** SIGKILL; throws when it had ended by itself. */
    async kill() {
      child.kill("SIGKILL");
      await child.exited;
      if (child.signalCode !== "SIGKILL") throw new Error("Litestream ended before it was killed.");
    },
  };
}

/** Resolves when a first copy of the whole database stands in the replica. */
export async function firstSnapshot({ replica }: Replica): Promise<void> {
  const isThere = () => globSync(`${replica}/generations/*/snapshots/*.lz4`).length > 0;
  await until(isThere, { what: "Litestream makes a snapshot", limitMs: SNAPSHOT_LIMIT_MS });
}

/**
 * Restores the database from its replica after a machine lost everything, from the newest complete
 * generation. Unlike docs/replica.md it puts the database in place directly, because no window
 * holds older ids. Resolves with the number of incomplete generations. Throws when all are
 * incomplete.
 */
export async function restoreDatabase({ database, replica }: Replica): Promise<number> {
  const generations = newestFirst(replica);
  for (const [damaged, generation] of generations.entries()) {
    await restore({ database, replica }, generation);
    if (isWhole(database)) return damaged;
    for (const end of ["", "-wal", "-shm"]) await rm(database + end, { force: true });
  }
  throw new Error(`None of ${generations.length} generations in ${replica} is whole.`);
}

/** The names of all that have a snapshot. */
function newestFirst(replica: string): string[] {
  const begun = globSync(`${replica}/generations/*/snapshots/00000000.snapshot.lz4`);
  const atOf = (path: string) => statSync(path).mtimeMs;
  const sorted = begun.toSorted((one, other) => atOf(other) - atOf(one));
  return sorted.map((path) => basename(dirname(dirname(path))));
}

async function restore({ database, replica }: Replica, generation: string): Promise<void> {
  const words = ["restore", "-o", database, "-generation", generation, `file://${replica}`];
  const child = Bun.spawn([BINARY, ...words], { stdio: ["ignore", "ignore", "pipe"] });
  const complained = new Response(child.stderr).text();
  if ((await child.exited) !== 0 || !existsSync(database)) {
    throw new Error(`Litestream could not restore the database: ${await complained}`);
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

const configOf = ({ database, replica, port }: Replica & { port: number }) => `
addr: 127.0.0.1:${port}
dbs:
  - path: ${database}
    monitor-interval: ${PAUSE}
    replicas:
      - type: file
        path: ${replica}
        sync-interval: ${PAUSE}
`;
