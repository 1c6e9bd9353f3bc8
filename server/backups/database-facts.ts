import type { Reader } from "../../db/client.ts";
import { schemaVersion } from "../../db/migrate.ts";
import type { Mode } from "../contract/site.ts";
import { findMode } from "../data/data-mode.ts";

/** A stored file that rows of a database name. */
export type NamedFile = { sha256: string; bytes: number };

/** Tables that name stored files. */
const NAMING = ["file_versions", "uploads"];

/** What a backup has to know of a database, also of one that an older program has made. */
export type DatabaseFacts = {
  schema: number;
  mode: Mode | undefined;
  files: NamedFile[];
  paidOrders: number;
};

export function readFacts(db: Pick<Reader, "select" | "sqlite">): DatabaseFacts {
  const { sqlite } = db;
  const paid = sqlite.prepare<[], number>("SELECT count(*) FROM orders WHERE status = 'paid'");
  return {
    schema: schemaVersion(sqlite),
    mode: hasTable(db, "store_facts") ? findMode(db) : undefined,
    files: listNamed(db),
    paidOrders: paid.pluck().get() ?? 0,
  };
}

/** Whether rows still name a stored file. */
export function isNamed(db: Pick<Reader, "sqlite">, sha256: string): boolean {
  return naming(db).some((table) =>
    db.sqlite.prepare(`SELECT 1 FROM ${table} WHERE sha256 = ?`).get(sha256),
  );
}

function listNamed(db: Pick<Reader, "sqlite">): NamedFile[] {
  const named = naming(db).map((table) => `SELECT sha256, bytes FROM ${table}`);
  return db.sqlite
    .prepare<[], NamedFile>(
      `SELECT sha256, max(bytes) AS bytes FROM (${named.join(" UNION ALL ")})
       GROUP BY sha256 ORDER BY sha256`,
    )
    .all();
}

function naming(db: Pick<Reader, "sqlite">): string[] {
  return NAMING.filter((table) => hasTable(db, table));
}

function hasTable({ sqlite }: Pick<Reader, "sqlite">, name: string): boolean {
  const found = sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
  return found.get(name) !== undefined;
}
