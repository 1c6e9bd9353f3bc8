import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findPrintables } from "../../db/seed/printables.ts";
import { seedCatalogue } from "../../db/seed/seed.ts";
import { PRINTABLES } from "../process/own-program.ts";
import { type Config, ConfigError } from "../config.ts";
import { restrictToOwner } from "../data/data-dir.ts";
import { openStore } from "../data/open-store.ts";
import type { Deps } from "../deps.ts";
import { openBucket, openFiles, tryBucket } from "../integrations/open-files.ts";

/** Runs `seed`: adds the demo catalogue. */
export async function seed(config: Config): Promise<void> {
  restrictToOwner();
  const fault = await tryBucket(config);
  const { db } = await openStore(config);
  await openBucket({ config, fault });
  await fillCatalogue({ db, files: openFiles(config) });
  db.close();
}

/** Stores the demo's printables and products. Throws a ConfigError when `folder` has no printables. */
export async function fillCatalogue(
  { db, files }: Pick<Deps, "db" | "files">,
  folder = PRINTABLES,
): Promise<void> {
  const printables = await findPrintables(folder);
  if (!printables) throw new ConfigError([`${folder}: no printables here; run "bun run build"`]);
  await seedCatalogue({
    db,
    printables,
    readPrintable: ({ file }) => readFile(join(folder, file)),
    saveFile: files.save,
    now: new Date(),
  });
  process.stdout.write(`Stored the printables: ${printables.length} PDFs\n`);
}
