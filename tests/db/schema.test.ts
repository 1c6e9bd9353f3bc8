import { getTableColumns, getTableName, is } from "drizzle-orm";
import { type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Db, openDatabase } from "../../db/client.ts";
import { insertRow } from "../../db/record.ts";
import * as schema from "../../db/schema.ts";

const AUTHOR = { actor: "test", now: new Date(1000) };
const tables: SQLiteTable[] = Object.values(schema).filter((value) => is(value, SQLiteTable));

function open(): Db {
  const db = openDatabase(":memory:");
  onTestFinished(db.close);
  return db;
}

type SqlColumn = {
  name: string;
  type: string;
  notnull: 0 | 1;
  dflt_value: string | null;
  pk: 0 | 1;
};

const columnsInSql = (db: Db, table: string) =>
  db.sqlite.prepare("SELECT * FROM pragma_table_info(?)").all(table) as SqlColumn[];

const sqlOf = (db: Db, name: string) =>
  db.sqlite.prepare("SELECT sql FROM sqlite_schema WHERE name = ?").pluck().get(name) as string;

const COLUMN_TYPES: Record<string, string> = {
  SQLiteInteger: "INTEGER",
  SQLiteTimestamp: "INTEGER",
  SQLiteBoolean: "INTEGER",
  SQLiteText: "TEXT",
  SQLiteTextJson: "TEXT",
};

describe("the tables that Drizzle sees", () => {
  test("are those that the migrations made", () => {
    const made = open()
      .sqlite.prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
      )
      .pluck()
      .all() as string[];
    expect(tables.map(getTableName).toSorted()).toEqual(made.toSorted());
  });

  describe.each(tables.map((table) => [getTableName(table), table] as const))(
    "%s",
    (name, table) => {
      const columns: SQLiteColumn[] = Object.values(getTableColumns(table));

      test("has the same columns, of the same types", () => {
        const inSql = columnsInSql(open(), name).map((column) => [column.name, column.type]);
        const inDrizzle = columns.map((column) => [column.name, COLUMN_TYPES[column.columnType]]);
        expect(inDrizzle.toSorted()).toEqual(inSql.toSorted());
      });

      test("has the same columns that may not be empty, and the same key", () => {
        const inSql = columnsInSql(open(), name);
        const needed = inSql.filter((column) => column.notnull || column.pk);
        expect(
          columns
            .filter((c) => c.notNull)
            .map((c) => c.name)
            .toSorted(),
        ).toEqual(needed.map((column) => column.name).toSorted());
        expect(columns.filter((c) => c.primary).map((c) => c.name)).toEqual(
          inSql.filter((column) => column.pk).map((column) => column.name),
        );
      });

      test("has defaults that the database has too", () => {
        const inSql = new Map(columnsInSql(open(), name).map((c) => [c.name, c.dflt_value]));
        for (const column of columns.filter((c) => c.default !== undefined)) {
          expect(inSql.get(column.name), column.name).toBe(sqlLiteral(column.default));
        }
      });
    },
  );

  /** The values that a column's CHECK allows, in its order; undefined where it has none. */
  function valuesInSql(db: Db, table: string, column: string): string[] | undefined {
    const list = new RegExp(`\\b${column} IN \\(('[^)]+')\\)`).exec(sqlOf(db, table))?.[1];
    return list?.split(", ").map((quoted) => quoted.slice(1, -1));
  }

  test("has lists of values that the database has too", () => {
    const db = open();
    const unchecked: string[] = [];
    for (const [name, table] of tables.map((each) => [getTableName(each), each] as const)) {
      for (const column of Object.values(getTableColumns(table)) as SQLiteColumn[]) {
        const inSql = valuesInSql(db, name, column.name);
        if (column.enumValues && !inSql) unchecked.push(`${name}.${column.name}`);
        else if (inSql) expect(column.enumValues, `${name}.${column.name}`).toEqual(inSql);
      }
    }
    // Added to a table that may be large: SQLite would have to write it anew for a CHECK.
    expect(unchecked).toEqual([
      "order_items.revoke_reason",
      "contact_submissions.status",
      "emails.kind",
    ]);
  });

  function sqlLiteral(value: unknown): string {
    if (typeof value === "boolean") return value ? "1" : "0";
    return typeof value === "number" ? String(value) : `'${String(value)}'`;
  }
});

describe("every table", () => {
  test.each(tables.map(getTableName))("%s is STRICT", (name) => {
    const db = open();
    const [row] = db.sqlite.pragma(`table_list(${name})`) as { strict: number }[];
    expect(row?.strict).toBe(1);
    expect(sqlOf(db, name)).toMatch(/\) STRICT$/);
  });

  test("refuses a text where a number belongs", () => {
    const db = open();
    const wrong = () =>
      db.sqlite.exec(
        "INSERT INTO products (name, slug, price, type, created_at, updated_at) VALUES ('a', 'a', 'cheap', 'digital', 0, 0)",
      );
    expect(wrong).toThrow(/cannot store TEXT value in INTEGER column/);
  });

  test("whose rows the owner sees has id, version and both times", () => {
    const kept = [
      "identities",
      "sessions",
      "one_time_codes",
      "idempotency_keys",
      "rate_limits",
      "job_cursors",
      "store_facts",
    ];
    for (const table of tables.filter((t) => !kept.includes(getTableName(t)))) {
      const names = Object.values(getTableColumns(table)).map((column) => column.name);
      expect(names).toEqual(expect.arrayContaining(["id", "version", "created_at", "updated_at"]));
    }
  });
});

describe("the database itself refuses", () => {
  const REFUSED: [string, string][] = [
    [
      "an order item without an order",
      "INSERT INTO order_items (order_id, product_id, name, price, type, created_at, updated_at) VALUES (99, 1, 'a', 1, 'digital', 0, 0)",
    ],
    [
      "a file of no product",
      "INSERT INTO product_files (product_id, file_id, created_at, updated_at) VALUES (99, 99, 0, 0)",
    ],
    [
      "a version of no file",
      `INSERT INTO file_versions (file_id, sha256, bytes, pages, created_at, updated_at) VALUES (99, '${"a".repeat(64)}', 1, 1, 0, 0)`,
    ],
    [
      "a session of no user",
      "INSERT INTO sessions (token_hash, user_id, created_at, last_used_at, expires_at) VALUES ('a', 99, 0, 0, 0)",
    ],
    [
      "a negative price",
      "INSERT INTO products (name, slug, price, type, created_at, updated_at) VALUES ('a', 'a', -1, 'digital', 0, 0)",
    ],
    [
      "an upper-case currency",
      "INSERT INTO products (name, slug, price, currency, type, created_at, updated_at) VALUES ('a', 'a', 1, 'USD', 'digital', 0, 0)",
    ],
    [
      "a subscription without a period",
      "INSERT INTO products (name, slug, price, type, created_at, updated_at) VALUES ('a', 'a', 1, 'subscription', 0, 0)",
    ],
    [
      "a period without a subscription",
      "INSERT INTO products (name, slug, price, type, billing_period, created_at, updated_at) VALUES ('a', 'a', 1, 'digital', 'month', 0, 0)",
    ],
    [
      "images that are no JSON",
      "INSERT INTO products (name, slug, price, type, images, created_at, updated_at) VALUES ('a', 'a', 1, 'digital', 'x', 0, 0)",
    ],
    [
      "an address in capitals",
      "INSERT INTO users (email, created_at, updated_at) VALUES ('A@example.com', 0, 0)",
    ],
    [
      "an order of an unknown state",
      "INSERT INTO orders (number, status, currency, total_amount, created_at, updated_at) VALUES ('a', 'stolen', 'usd', 1, 0, 0)",
    ],
    [
      "a mail of an unknown state",
      "INSERT INTO emails (unique_key, kind, recipient, message_id, status, next_attempt_at, created_at, updated_at) VALUES ('a', 'b', 'c', 'd', 'lost', 0, 0, 0)",
    ],
  ];
  test.each(REFUSED)("%s", (_name, sql) => {
    expect(() => open().sqlite.exec(sql)).toThrow(/constraint failed/);
  });

  test("to delete what something else needs", () => {
    const db = open();
    db.write((tx) => {
      const { id } = insertRow(tx, schema.users, { email: "a@example.com" }, AUTHOR);
      const order = {
        number: "A",
        status: "open",
        currency: "usd",
        totalAmount: 1,
        userId: id,
      } as const;
      insertRow(tx, schema.orders, order, AUTHOR);
    });
    expect(() => db.sqlite.exec("DELETE FROM users")).toThrow(/FOREIGN KEY constraint failed/);
  });

  test("two live orders of one checkout, and takes a second once the first is over", () => {
    const db = open();
    const add = (number: string, status: "open" | "creating") =>
      db.write((tx) => {
        const order = { number, status, checkoutKey: "k", currency: "usd", totalAmount: 1 };
        return insertRow(tx, schema.orders, order, AUTHOR);
      });
    add("A", "open");
    expect(() => add("B", "creating")).toThrow(/UNIQUE constraint failed/);
    db.sqlite.exec("UPDATE orders SET status = 'expired'");
    expect(add("C", "open").id).toBeGreaterThan(1);
  });
});

test("a deleted row's number is never given to another", () => {
  const db = open();
  const add = (email: string) =>
    db.write((tx) => insertRow(tx, schema.users, { email }, AUTHOR)).id;
  const first = add("a@example.com");
  db.sqlite.exec("DELETE FROM users");
  expect(add("b@example.com")).toBeGreaterThan(first);
});
