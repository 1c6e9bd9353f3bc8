import type { Config } from "../config.ts";
import { pathsOf } from "../data-dir.ts";
import { diskFiles } from "../integrations/disk-files.ts";
import type { NamedFile } from "./database-facts.ts";

/** Where a backup reads stored files; null where they are not in the data directory. */
export type StoredFiles = {
  /** Whether a file is stored whole, by its length. */
  has: (file: NamedFile) => Promise<boolean>;
  read: (sha256: string) => AsyncIterable<Uint8Array>;
} | null;

/** The one place of backups that knows where the store keeps its files (decision: backup-files). */
export function storedFilesOf({ dataDir }: Pick<Config, "dataDir">): StoredFiles {
  const { path, read } = diskFiles(pathsOf(dataDir));
  const has = (file: NamedFile) =>
    path(file).then(
      () => true,
      () => false,
    );
  return { has, read };
}
