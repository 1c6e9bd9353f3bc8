import type Database from "better-sqlite3";
import { type SQL, sql } from "drizzle-orm";
import type { Reader } from "./client.ts";

/**
 * A query that is built and compiled once for each connection, and run from then on: for the
 * questions that every order asks. Inside a transaction it sees that transaction.
 */
export function prepared<Query>(
  build: (db: Pick<Reader, "select">) => Query,
): (db: Pick<Reader, "select" | "sqlite">) => Query {
  const queries = new WeakMap<Database.Database, Query>();
  return (db) => {
    const query = queries.get(db.sqlite) ?? build(db);
    queries.set(db.sqlite, query);
    return query;
  };
}

/**
 * A number or a text that a prepared query is given under this name. It is cast, for SQLite plans a
 * statement anew at every run where a condition compares with a bare value that it might look into
 * (decision: own-statements).
 */
export function givenNumber(name: string): SQL {
  return sql`cast(${sql.placeholder(name)} as integer)`;
}

export function givenText(name: string): SQL {
  return sql`cast(${sql.placeholder(name)} as text)`;
}
