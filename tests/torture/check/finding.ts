import type { Database } from "better-sqlite3";

/**
 * lost: something acknowledged or paid for is not there · doubled: it is there twice · unpaid: it
 * is there without a payment · orphan: a row that belongs to nothing · damaged: the file itself.
 */
export type Finding = {
  kind: "lost" | "doubled" | "unpaid" | "orphan" | "damaged";
  what: string;
};

/** How many findings of each kind there are, as a line of figures says it. */
export function countFindings(findings: Finding[]): string {
  const count = (kind: Finding["kind"]) => findings.filter((found) => found.kind === kind).length;
  return (
    `lost ${count("lost")}, doubled ${count("doubled")}, unpaid ${count("unpaid")}, ` +
    `orphans ${count("orphan")}, damaged ${count("damaged")}`
  );
}

/** A finding as it is printed. */
export function describe({ kind, what }: Finding): string {
  return `${kind}: ${what}`;
}

/** What SQLite itself says of the file; empty when it is whole. */
export function damages(sqlite: Database): Finding[] {
  return integrity(sqlite)
    .filter((line) => line !== "ok")
    .map((what): Finding => ({ kind: "damaged", what }));
}

function integrity(sqlite: Database): string[] {
  try {
    return sqlite.prepare<[], string>("PRAGMA integrity_check").pluck().all();
  } catch (error) {
    // A file so broken that it cannot even be looked through.
    return [String(error)];
  }
}

const WITHOUT_OWNER: Record<string, string> = {
  "item without order": "SELECT id FROM order_items WHERE order_id NOT IN (SELECT id FROM orders)",
  "item without product":
    "SELECT id FROM order_items WHERE product_id NOT IN (SELECT id FROM products)",
  "mail without order":
    "SELECT id FROM emails WHERE kind = 'delivery' AND (order_id IS NULL OR order_id NOT IN (SELECT id FROM orders))",
  "order without items": "SELECT id FROM orders WHERE id NOT IN (SELECT order_id FROM order_items)",
  "order without a note of its making": noteMissing("orders"),
  "item without a note of its making": noteMissing("order_items"),
  "mail without a note of its making": noteMissing("emails"),
};

/** Every row's making stands in `changes`: one without was written outside of its transaction. */
function noteMissing(table: string): string {
  return `SELECT id FROM ${table} WHERE NOT EXISTS (SELECT 1 FROM changes
    WHERE table_name = '${table}' AND row_id = ${table}.id AND action = 'insert')`;
}

/** Rows that belong to nothing, by SQLite's own foreign keys and by the shop's rules. */
export function orphans(sqlite: Database): Finding[] {
  const broken = sqlite
    .prepare<[], { table: string; rowid: number; parent: string }>("PRAGMA foreign_key_check")
    .all()
    .map(({ table, rowid, parent }) => `${table} ${rowid} refers to no row of ${parent}`);
  const alone = Object.entries(WITHOUT_OWNER).flatMap(([what, query]) =>
    sqlite
      .prepare<[], number>(query)
      .pluck()
      .all()
      .map((id) => `${what}: ${id}`),
  );
  return [...broken, ...alone].map((what): Finding => ({ kind: "orphan", what }));
}
