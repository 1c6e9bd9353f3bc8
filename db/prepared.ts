import type Database from "better-sqlite3";
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
