import { openReader, type Reader } from "../../db/client.ts";
import { findForeignSchema } from "../../db/foreign-schema.ts";
import { schemaVersion } from "../../db/migrate.ts";
import { findDamage } from "../../db/snapshot.ts";
import type { Mode } from "../contract/site.ts";
import { findMode } from "../data/data-mode.ts";
import type { StoredFile } from "../ports/files.ts";

const FILE_TABLES = ["file_versions", "uploads"];

/** Facts about a database that backup and restore need; its schema may be older. */
export type DatabaseFacts = {
  schema: number;
  mode: Mode | undefined;
  files: StoredFile[];
  paidOrders: number;
};

export function readFacts(db: Pick<Reader, "select" | "sqlite">): DatabaseFacts {
  const { sqlite } = db;
  const hasTable = (name: string) =>
    sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name);
  const paid = sqlite.prepare<[], number>("SELECT count(*) FROM orders WHERE status = 'paid'");
  const named = FILE_TABLES.filter(hasTable).map((table) => `SELECT sha256, bytes FROM ${table}`);
  return {
    schema: schemaVersion(sqlite),
    mode: hasTable("store_facts") ? findMode(db) : undefined,
    files: sqlite
      .prepare<[], StoredFile>(
        `SELECT sha256, max(bytes) AS bytes FROM (${named.join(" UNION ALL ")})
         GROUP BY sha256 ORDER BY sha256`,
      )
      .all(),
    paidOrders: paid.pluck().get() ?? 0,
  };
}

type CheckedDatabase = { facts: DatabaseFacts } | { damage: string } | { foreign: string };

/** Checks a database file for damage, broken references and schema changes not made by Papercub. */
export function checkDatabase(path: string): CheckedDatabase {
  const db = openReader(path);
  try {
    const damage = findDamage(db.sqlite);
    if (damage) return { damage };
    const foreign = findForeignSchema(db.sqlite);
    return foreign ? { foreign } : { facts: readFacts(db) };
  } catch (error) {
    return { damage: error instanceof Error ? error.message : String(error) };
  } finally {
    db.close();
  }
}
