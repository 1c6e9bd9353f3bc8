import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { openReader, type Reader } from "../../db/client.ts";
import { copyDatabase } from "../../db/snapshot.ts";
import type { Config } from "../config.ts";
import { pathsOf } from "../data/data-dir.ts";
import { lockDataDir } from "../data/data-lock.ts";
import { CommandError } from "../errors.ts";
import { dropAbandonedParts, makeDurably, withPart } from "../data/durable-file.ts";
import { WrongContent } from "./content.ts";
import { readFacts } from "./database-facts.ts";
import { asDiskError } from "../data/disk-error.ts";
import { gather } from "./gather.ts";
import { bytesOf, isFileEntry, type Manifest } from "./manifest.ts";
import { readArchive } from "./read-archive.ts";
import { databaseBytes, findNoRoom } from "../data/disk-room.ts";
import { writeArchive } from "./write-archive.ts";

const LOCK_WAIT_MS = 2000;

type Wanted = { file: string; now: Date; signal?: AbortSignal };

/** What stands in an archive that was made, and which stored files could not be put there. */
export type MadeBackup = { bytes: number; files: number; missing: string[] };

/**
 * Makes an archive of the whole store at `file`, also beside a store that serves: database, secret and
 * stored files, as of one moment. It is read back and proved before it has its name, and on the disk then.
 * Stored files that can't be read are left out and named (decision: backup-whole). Throws a CommandError in
 * words for a person, or the signal's reason; nothing is left of it then.
 */
export async function makeBackup(config: Config, wanted: Wanted): Promise<MadeBackup> {
  const { file, now, signal } = wanted;
  const { database } = pathsOf(config.dataDir);
  if (!existsSync(database)) throw new CommandError(`${config.dataDir} holds no store.`);
  if (existsSync(file)) throw new CommandError(`${file} is there already: name another file.`);
  const folder = dirname(file);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new CommandError(`${folder} is no folder: make it, or name another file.`);
  }
  const lock = await lockDataDir(config.dataDir, { use: "shared", waitMs: LOCK_WAIT_MS });
  const live = openReader(database);
  try {
    await dropAbandonedParts(folder);
    await requireRoom(folder, { database, live });
    return await withPart(folder, async (copy) => {
      copyDatabase(live.sqlite, copy);
      const manifest = await writeWhole({ config, live, copy, file, now, signal });
      const files = manifest.entries.filter(isFileEntry).length;
      return { bytes: bytesOf(manifest), files, missing: manifest.missing };
    });
  } catch (error) {
    throw asDiskError(error, folder);
  } finally {
    live.close();
    lock.release();
  }
}

/** For a copy of the database, and for the archive with that copy and the files. */
async function requireRoom(
  folder: string,
  { database, live }: { database: string; live: Reader },
): Promise<void> {
  const files = readFacts(live).files.reduce((sum, { bytes }) => sum + bytes, 0);
  const noRoom = await findNoRoom(folder, 2 * databaseBytes(database) + files);
  if (noRoom) throw new CommandError(`There is no room for a backup: ${noRoom}.`);
}

type Parts = Omit<Parameters<typeof gather>[0], "damaged"> & {
  file: string;
  signal: AbortSignal | undefined;
};

/** Writes the archive and proves it, as often as a stored file turns out to be damaged. */
async function writeWhole({ file, signal, ...given }: Parts): Promise<Manifest> {
  const damaged = new Set<string>();
  for (;;) {
    signal?.throwIfAborted();
    const { manifest, open } = await gather({ ...given, damaged });
    try {
      await makeDurably(file, async (part) => {
        await writeArchive(part, { manifest, open, signal });
        await readArchive(part);
      });
      return manifest;
    } catch (error) {
      if (!(error instanceof WrongContent && isFileEntry(error.entry))) throw error;
      damaged.add(error.entry.sha256);
    }
  }
}
