import type { Config } from "../config.ts";
import { pathsOf } from "../data/data-dir.ts";
import type { FileStore } from "../ports/files.ts";
import { diskFiles } from "../integrations/disk-files.ts";

/** Where a backup reads stored files; null where they are not in the data directory. */
export type StoredFiles = Pick<FileStore, "has" | "read"> | null;

/** The one place of backups that knows where the store keeps its files (decision: backup-files). */
export function storedFilesOf({
  dataDir,
  bucket,
}: Pick<Config, "dataDir" | "bucket">): StoredFiles {
  return bucket ? null : diskFiles(pathsOf(dataDir));
}
