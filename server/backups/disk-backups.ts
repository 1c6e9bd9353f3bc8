import { existsSync } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { asDiskError } from "../data/disk-room.ts";
import { dropOldReplaced, dropUnfinished, readTimeName, timeName } from "../data/data-swap.ts";
import { dropAbandonedParts } from "../data/durable-file.ts";
import type { Clock } from "../ports/clock.ts";
import type { Backups, KeptBackup } from "../ports/files.ts";
import { selfCall } from "../process/own-program.ts";
import { readManifest } from "./archive.ts";

const NAME = /^papercub-([\dTZ-]+?Z)(-by-hand)?\.tar$/;
const MAX_TEXT_CHARACTERS = 500;

type DiskBackupOptions = {
  dataDir: string;
  folder: string;
  clock: Clock;
  /** Writes an archive. Resolves with an error text on failure, otherwise with undefined. */
  write: (file: string) => Promise<string | undefined>;
};

/** Stores backups as archives named `papercub-{time}.tar` in `folder`. */
export function diskBackups({ dataDir, folder, clock, write }: DiskBackupOptions): Backups {
  /** Number of missing files by archive name; cached, because archives do not change. */
  const missingOf = new Map<string, number>();
  let failure: { at: Date; text: string } | null = null;
  let underWay: Promise<boolean> | undefined;

  async function find(name: string): Promise<KeptBackup | undefined> {
    const [, time = "", byHand] = NAME.exec(name) ?? [];
    const at = readTimeName(time);
    if (!at) return undefined;
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) return undefined;
    const missing = missingOf.get(name) ?? (await readManifest(path))?.missing.length;
    if (missing === undefined) return undefined;
    missingOf.set(name, missing);
    return { name, path, at, bytes: found.size, isByHand: byHand !== undefined, missing };
  }

  async function make(isByHand: boolean): Promise<boolean> {
    const at = clock.now();
    const file = join(folder, `papercub-${timeName(at)}${isByHand ? "-by-hand" : ""}.tar`);
    const text = await mkdir(folder, { recursive: true, mode: 0o700 }).then(
      () => write(file),
      (error: unknown) => messageOf(asDiskError(error, folder)),
    );
    // The writer also reports an error if stored files are missing, but the archive is usable.
    const isMade = existsSync(file);
    failure = isMade || text === undefined ? null : { at, text };
    return isMade;
  }

  return {
    async list() {
      const names = await readdir(folder).catch(() => []);
      const found = await Promise.all(names.map(find));
      return found
        .filter((each) => each !== undefined)
        .toSorted((one, other) => other.at.getTime() - one.at.getTime());
    },
    find,
    make({ isByHand }) {
      underWay ??= make(isByHand).finally(() => (underWay = undefined));
      return underWay;
    },
    state: () => ({ isUnderWay: underWay !== undefined, failure }),
    async remove(name) {
      missingOf.delete(name);
      await rm(join(folder, name), { force: true });
    },
    async tidy({ replacedBefore }) {
      await dropAbandonedParts(folder);
      await dropUnfinished(dataDir);
      await dropOldReplaced(dataDir, replacedBefore);
    },
  };
}

/**
 * Makes an archive with the command `backup` in a child process of low priority, because copying
 * blocks its thread. `ended` resolves with the error text or undefined. `signal` kills the process.
 */
export function childBackup(file: string, signal: AbortSignal) {
  const child = Bun.spawn(selfCall(["backup", file]), {
    env: process.env,
    stdio: ["ignore", "ignore", "pipe"],
    signal,
  });
  try {
    // Threads that the process starts later inherit the priority.
    setPriority(child.pid, constants.priority.PRIORITY_LOW);
  } catch {
    // The process has exited, or a sandbox forbids changing its priority.
  }
  const end = async (): Promise<string | undefined> => {
    const [stderr, code] = await Promise.all([new Response(child.stderr).text(), child.exited]);
    if (code === 0) return undefined;
    const text = stderr.trim().slice(-MAX_TEXT_CHARACTERS);
    return text === "" ? `The backup process ended with ${child.signalCode ?? code}.` : text;
  };
  return { pid: child.pid, ended: end() };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
