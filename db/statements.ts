import type Database from "better-sqlite3";
import { type SQL, sql } from "drizzle-orm";
import type { Reader } from "./client.ts";

/** Cache limit, far above the number of statements that the store uses. */
const MOST_STATEMENTS = 500;

const caches = new WeakMap<Database.Database, Map<unknown, unknown>>();

function cached<Value>(sqlite: Database.Database, key: unknown, create: () => Value): Value {
  const cache = caches.get(sqlite) ?? new Map<unknown, unknown>();
  caches.set(sqlite, cache);
  const known = cache.get(key);
  if (known !== undefined) return known as Value;
  const created = create();
  cache.set(key, created);
  const [oldest] = cache.keys();
  if (cache.size > MOST_STATEMENTS) cache.delete(oldest);
  return created;
}

/** Caches compiled statements by SQL text: compiling takes longer than most statements run. */
export function cacheStatements(sqlite: Database.Database): void {
  const compile = sqlite.prepare.bind(sqlite);
  function prepare(source: string): Database.Statement {
    const statement = cached(sqlite, source, () => compile(source));
    // A previous caller may have switched the statement to raw rows.
    return statement.reader ? statement.raw(false) : statement;
  }
  Object.assign(sqlite, { prepare });
}

export function prepared<Query>(
  build: (db: Pick<Reader, "select">) => Query,
): (db: Pick<Reader, "select" | "sqlite">) => Query {
  return (db) => cached(db.sqlite, build, () => build(db));
}

/** Number placeholder. Without the cast, SQLite replans each run for partially indexed columns. */
export function givenNumber(name: string): SQL {
  return sql`cast(${sql.placeholder(name)} as integer)`;
}

export function givenText(name: string): SQL {
  return sql`cast(${sql.placeholder(name)} as text)`;
}
