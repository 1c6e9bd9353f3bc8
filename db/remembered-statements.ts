import type Database from "better-sqlite3";

/** Far more than the store's own; lists of varying length make a few more. */
const MOST_STATEMENTS = 500;

/**
 * The same connection, which compiles each SQL text once: the query builder asks for its statement
 * anew at every call, and compiling takes longer than most of them run.
 */
export function rememberStatements(sqlite: Database.Database): Database.Database {
  const statements = new Map<string, Database.Statement>();

  function prepare(source: string): Database.Statement {
    const known = statements.get(source);
    // Whoever had it last may have asked for bare values.
    if (known) return known.reader ? known.raw(false) : known;
    const statement = sqlite.prepare(source);
    statements.set(source, statement);
    const [oldest] = statements.keys();
    if (statements.size > MOST_STATEMENTS && oldest !== undefined) statements.delete(oldest);
    return statement;
  }

  return new Proxy(sqlite, {
    get(target, name) {
      if (name === "prepare") return prepare;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
