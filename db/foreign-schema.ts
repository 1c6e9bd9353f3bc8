import Database from "better-sqlite3";
import { migrate, schemaVersion } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";

/** Tables created by ANALYZE and Litestream. */
const TOOL_TABLES = ["sqlite_stat1", "sqlite_stat4", "_litestream_seq", "_litestream_lock"];

type SchemaObject = { type: string; name: string; tableName: string; sql: string };

/** Describes a foreign, missing or changed schema object. A foreign trigger could add admins. */
export function findForeignSchema(sqlite: Database.Database): string | undefined {
  const version = schemaVersion(sqlite);
  if (version > migrations.length) return undefined;
  const left = new Map(listMigrated(version).map((made) => [nameOf(made), made]));
  for (const found of listObjects(sqlite)) {
    const name = nameOf(found);
    const made = left.get(name);
    left.delete(name);
    if (!made) return `${name} was not made by Papercub`;
    if (made.tableName !== found.tableName || made.sql !== found.sql) return `${name} was changed`;
  }
  const [missing] = left.keys();
  return missing && `${missing} is missing`;
}

function listMigrated(version: number): SchemaObject[] {
  const fresh = new Database(":memory:");
  try {
    migrate(fresh, migrations.slice(0, version));
    return listObjects(fresh);
  } finally {
    fresh.close();
  }
}

function listObjects(sqlite: Database.Database): SchemaObject[] {
  return sqlite
    .prepare<[], SchemaObject>(
      "SELECT type, name, tbl_name AS tableName, coalesce(sql, '') AS sql FROM sqlite_schema",
    )
    .all()
    .filter(({ type, name }) => type !== "table" || !TOOL_TABLES.includes(name));
}

function nameOf({ type, name }: SchemaObject): string {
  return `${type} ${JSON.stringify(name)}`;
}
