import type Database from "better-sqlite3";
import { migrate } from "./migrate.ts";

const NAME = "epoch";
const BEGINNING_MS = Date.UTC(2026);
/** Assumed minimum average time between two new ids, in milliseconds. */
const MS_AN_ID = 10;

/** Returns the epoch; 0 if never restored. Ids and versions since the last restore are higher. */
export function epochOf({ sqlite }: { sqlite: Database.Database }): number {
  const found = sqlite.prepare<[string], string>("SELECT value FROM store_facts WHERE name = ?");
  return Number(found.pluck().get(NAME) ?? 0);
}

/**
 * Starts an epoch above all ids of both databases (`seen`: highest old id) and of earlier restores.
 */
export function beginEpoch(
  sqlite: Database.Database,
  { seen, now }: { seen: number; now: Date },
): void {
  const sinceBeginning = Math.floor((now.getTime() - BEGINNING_MS) / MS_AN_ID);
  const epoch = Math.max(seen, highestId(sqlite), sinceBeginning) + 1;
  // Early schemas lack the `store_facts` table.
  if (!hasFacts(sqlite)) migrate(sqlite);
  sqlite
    .transaction(() => {
      sqlite.exec("DELETE FROM sqlite_sequence");
      sqlite
        .prepare(
          `INSERT INTO sqlite_sequence (name, seq) SELECT name, ? FROM sqlite_schema
           WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'`,
        )
        .run(epoch);
      sqlite.prepare("REPLACE INTO store_facts (name, value) VALUES (?, ?)").run(NAME, `${epoch}`);
    })
    .immediate();
}

export function highestId(sqlite: Database.Database): number {
  return sqlite.prepare<[], number>("SELECT max(seq) FROM sqlite_sequence").pluck().get() ?? 0;
}

function hasFacts(sqlite: Database.Database): boolean {
  const found = sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'store_facts'");
  return found.get() !== undefined;
}
