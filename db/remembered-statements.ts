import type Database from "better-sqlite3";

/** Far more than the store's own; lists of varying length make a few more. */
const MOST_STATEMENTS = 500;

/**
 * From here on the connection compiles each SQL text once: the query builder asks for its statement
 * anew at every call, and compiling takes longer than most of them run.
 */
export function rememberStatements(sqlite: Database.Database): void {
  const compile = sqlite.prepare.bind(sqlite);
  const statements = new Map<string, Database.Statement>();

  function prepare(source: string): Database.Statement {
    const known = statements.get(source);
    // Its last user may have asked for bare values.
    if (known) return known.reader ? known.raw(false) : known;
    const statement = compile(source);
    statements.set(source, statement);
    const [oldest] = statements.keys();
    if (statements.size > MOST_STATEMENTS && oldest !== undefined) statements.delete(oldest);
    return statement;
  }

  Object.assign(sqlite, { prepare });
}
