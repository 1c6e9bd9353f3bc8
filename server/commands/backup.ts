import { resolve } from "node:path";
import { makeBackup } from "../backups/make-backup.ts";
import type { Config } from "../config.ts";
import { countOf } from "../contract/format.ts";
import { formatRoom } from "../contract/files.ts";
import { restrictToOwner } from "../data/data-dir.ts";
import { CommandError } from "../errors.ts";

/** Runs `backup`. Throws CommandError if no archive was made, or if it lacks stored files. */
export async function backup(config: Config, [given = ""]: string[]): Promise<void> {
  restrictToOwner();
  const file = resolve(given);
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.once(name, () => stop.abort(new CommandError("The backup was interrupted.")));
  }
  const now = new Date();
  const { bytes, files, missing } = await makeBackup(config, { file, now, signal: stop.signal });
  const content = `the database and ${countOf(files, "file")}, ${formatRoom(bytes)}`;
  process.stdout.write(`${file} holds ${content}; it was read back and is complete.\n`);
  if (missing.length === 0) return;
  const left = `${countOf(missing.length, "stored file")} could not be read and are not in it`;
  throw new CommandError(`${left}: ${missing.join(", ")}`);
}
