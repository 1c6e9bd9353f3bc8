import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Config, loadConfig } from "../../server/config.ts";
import { makeBackup } from "../../server/backups/make-backup.ts";
import { pathsOf } from "../../server/data/data-dir.ts";
import { openStore } from "../../server/data/open-store.ts";
import type { Deps } from "../../server/deps.ts";
import { openFiles } from "../../server/integrations/open-files.ts";
import { insertRow } from "../../db/record.ts";
import { orders } from "../../db/schema.ts";
import { addProduct } from "./catalogue.ts";
import { dataFolder } from "./data-folder.ts";
import { migratedDatabase } from "./migrated-database.ts";

type Store = Pick<Deps, "db" | "files" | "secret">;

const AUTHOR = { actor: "test", now: new Date("2026-11-21T10:00:00.000Z") };
export const MADE_AT = new Date("2026-11-21T12:00:00.000Z");

/** Creates a store with one product of two files in a temporary data folder, and closes it. */
export async function backupShop(env: Record<string, string> = {}) {
  const dataDir = dataFolder();
  const config = loadConfig({ DEMO: "1", DATA_DIR: dataDir, ...env });
  mkdirSync(dataDir, { mode: 0o700 });
  writeFileSync(pathsOf(dataDir).database, migratedDatabase());
  const use = <Result>(work: (store: Store) => Result | Promise<Result>) => useStore(config, work);
  await use(({ db, files }) =>
    addProduct(
      { db, saveFile: files.save, now: AUTHOR.now },
      { name: "Pack", contents: ["%PDF-1.7 one", "%PDF-1.7 two"] },
    ),
  );
  const archives = join(dataDir, "..", "archives");
  mkdirSync(archives);
  return {
    dataDir,
    config,
    use,
    archive: (name = "backup.tar") => join(archives, name),
    async backUp(name = "backup.tar") {
      const file = join(archives, name);
      await makeBackup(config, { file, now: MADE_AT });
      return file;
    },
    sell: (number: string) => use((store) => sell(store, number)),
  };
}

/** Opens the store with this configuration, runs `work` and closes the store. */
export async function useStore<Result>(
  config: Config,
  work: (store: Store) => Result | Promise<Result>,
): Promise<Result> {
  const store = { ...(await openStore(config)), files: openFiles(config) };
  try {
    return await work(store);
  } finally {
    store.db.close();
  }
}

export function sell({ db }: Pick<Store, "db">, number: string): void {
  const order = { number, status: "paid", currency: "usd", totalAmount: 1200 } as const;
  db.write((tx) => insertRow(tx, orders, { ...order, paidAt: AUTHOR.now }, AUTHOR));
}

export function soldIn({ db }: Pick<Store, "db">): string[] {
  const sold = db.select({ number: orders.number }).from(orders).orderBy(orders.id).all();
  return sold.map(({ number }) => number);
}

/** Reads all files of a folder by name, without SQLite's WAL files and locks. */
export function contentOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return Object.fromEntries(
    files
      .filter((name) => !/-(wal|shm)$|\.lock$/.test(name))
      .toSorted()
      .map((name) => [name, readFileSync(join(folder, name), "latin1")]),
  );
}
