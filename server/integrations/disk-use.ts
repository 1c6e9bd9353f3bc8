import { readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Disk } from "../ports/health.ts";
import { memo } from "../process/memo.ts";

/** Cache lifetime of the total file size, because measuring thousands of files is slow. */
const FILES_KNOWN_MS = 600_000;

/** Measures free disk space, and the size of the database and the stored files. */
export function diskUse({ database, files }: { database: string; files: string }): Disk {
  const sizes = memo<Promise<number>>({ ms: FILES_KNOWN_MS });
  return {
    async measure() {
      const [room, databaseBytes, log, filesBytes] = await Promise.all([
        statfs(join(database, "..")),
        sizeOf(database),
        sizeOf(`${database}-wal`),
        sizes.get(files, () => bytesBelow(files)),
      ]);
      return {
        // `bavail` excludes blocks reserved for root.
        free: room.bavail * room.bsize,
        total: room.blocks * room.bsize,
        freeFiles: room.files > 0 ? room.ffree : null,
        database: databaseBytes,
        log,
        files: filesBytes,
      };
    },
  };
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => sizeOf(join(parentPath, name))),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
