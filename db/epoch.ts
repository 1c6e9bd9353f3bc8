import type Database from "better-sqlite3";
import { migrate } from "./migrate.ts";

const NAME = "epoch";
const BEGINNING_MS = Date.UTC(2026);
/** A store gives out fewer ids than one in this time, averaged over the time between two restores. */
const MS_AN_ID = 10;

/**
 * The number below which everything was given out before the last restore: ids, versions and sequences of
 * changes given out since are above it. 0 for a database that was never restored (decision: epoch).
 */
export function epochOf({ sqlite }: { sqlite: Database.Database }): number {
  const found = sqlite.prepare<[string], string>("SELECT value FROM store_facts WHERE name = ?");
  return Number(found.pluck().get(NAME) ?? 0);
}

/**
 * Begins an epoch in a database that is about to replace another: above all ids of both, and above those
 * of any copy that went on from an earlier restore, which is not known here. `seen` is the highest id of
 * the database that is replaced.
 */
export function beginEpoch(
  sqlite: Database.Database,
  { seen, now }: { seen: number; now: Date },
): void {
  const sinceBeginning = Math.floor((now.getTime() - BEGINNING_MS) / MS_AN_ID);
  const epoch = Math.max(seen, highestId(sqlite), sinceBeginning) + 1;
  // The oldest databases have no place for facts.
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

/** The highest id that a database has given out; versions are never above it. */
export function highestId(sqlite: Database.Database): number {
  return sqlite.prepare<[], number>("SELECT max(seq) FROM sqlite_sequence").pluck().get() ?? 0;
}

function hasFacts(sqlite: Database.Database): boolean {
  const found = sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'store_facts'");
  return found.get() !== undefined;
}
