import { existsSync } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { asDiskError } from "../data/disk-error.ts";
import { readManifest } from "./read-archive.ts";
import { dropOldReplaced, dropUnfinished } from "../data/data-swap.ts";
import type { Clock } from "../ports/clock.ts";
import type { Backups, KeptBackup } from "../ports/files.ts";
import { readTimeName, timeName } from "../data/time-name.ts";
import { dropAbandonedParts } from "../data/durable-file.ts";

const NAME = /^papercub-([\dTZ-]+?Z)(-by-hand)?\.tar$/;

type Options = {
  dataDir: string;
  /** Where in it. */
  folder: string;
  clock: Clock;
  /** Writes an archive; resolves with why that has failed, in words for a person. */
  write: (file: string) => Promise<string | undefined>;
};

/** Archives of the whole store in a folder of its data directory, `papercub-{time}.tar`. */
export function diskBackups({ dataDir, folder, clock, write }: Options): Backups {
  /** What archives say of themselves, which never changes. */
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
    // Something else that bears such a name.
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
    // One that has failed may have been made all the same, with less than everything.
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
