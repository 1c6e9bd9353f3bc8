import { getTableColumns, getTableName, is } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Db, openDatabase } from "../../db/client.ts";
import { insertRow } from "../../db/record.ts";
import { isSearched } from "../../db/search-index.ts";
import * as buyerSchema from "../../db/buyer-schema.ts";
import * as contentSchema from "../../db/content-schema.ts";
import * as passkeySchema from "../../db/passkey-schema.ts";
import * as schema from "../../db/schema.ts";
import { SORT_KEY_COLUMNS } from "../../db/text-keys.ts";
import * as statsSchema from "../../db/stats-schema.ts";
import * as storeSchema from "../../db/store-schema.ts";
import { migratedDatabase } from "../support/migrated-database.ts";

const AUTHOR = { actor: "test", now: new Date(1000) };
const tables: SQLiteTable[] = Object.values({
  ...schema,
  ...buyerSchema,
  ...contentSchema,
  ...storeSchema,
  ...statsSchema,
  ...passkeySchema,
}).filter((value) => is(value, SQLiteTable));

const NAMED = tables.map((table) => [getTableName(table), table] as const);
const PRODUCT = "name, slug, price, type";

const columnsOf = (table: SQLiteTable): SQLiteColumn[] => Object.values(getTableColumns(table));

function open(): Db {
  const db = openDatabase(migratedDatabase());
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
  SQLiteCustomColumn: "TEXT",
  SQLiteTextJson: "TEXT",
};

describe("the tables that Drizzle sees", () => {
  test("are those that the migrations made", () => {
    const made = open().sqlite.prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT GLOB '*_texts*'",
    );
    expect(tables.map(getTableName).toSorted()).toEqual(made.pluck().all().toSorted());
  });

  test("have an index of texts where a column is searched", () => {
    const indexed = open().sqlite.prepare(
      "SELECT replace(name, '_texts', '') FROM sqlite_schema WHERE name LIKE '%!_texts' ESCAPE '!'",
    );
    const searched = tables.filter((table) => columnsOf(table).some(isSearched));
    expect(searched.map(getTableName).toSorted()).toEqual(indexed.pluck().all().toSorted());
  });

  test.each(NAMED)("%s has the columns, types, key and defaults of the database", (name, table) => {
    // Sort key columns are written together with their texts and are not part of a Drizzle row.
    const sortKeys = Object.values(SORT_KEY_COLUMNS[name] ?? {});
    const inSql = columnsInSql(open(), name).filter((column) => !sortKeys.includes(column.name));
    const keys = getTableConfig(table).primaryKeys.flatMap(({ columns }) => columns);
    const inDrizzle = columnsOf(table).map((column) => ({
      name: column.name,
      type: COLUMN_TYPES[column.columnType],
      isNeeded: column.notNull,
      isKey: column.primary || keys.includes(column),
    }));
    const expected = inSql.map(({ name, type, notnull, pk }) => ({
      name,
      type,
      isNeeded: Boolean(notnull || pk),
      isKey: Boolean(pk),
    }));
    expect(inDrizzle.toSorted(byName)).toEqual(expected.toSorted(byName));
    for (const column of columnsOf(table).filter((each) => each.default !== undefined)) {
      const { dflt_value } = inSql.find((each) => each.name === column.name) ?? {};
      expect(dflt_value, column.name).toBe(sqlLiteral(column.default));
    }
  });

  test("have lists of values that the database has too", () => {
    const db = open();
    const unchecked: string[] = [];
    for (const [name, table] of NAMED) {
      for (const column of columnsOf(table)) {
        const inSql = valuesInSql(db, name, column.name);
        if (column.enumValues && !inSql) unchecked.push(`${name}.${column.name}`);
        else if (inSql) expect(column.enumValues, `${name}.${column.name}`).toEqual(inSql);
      }
    }
    // Tables that may be large: SQLite would have to rebuild them to add a CHECK.
    expect(unchecked).toEqual([
      "order_items.revoke_reason",
      "emails.kind",
      "contact_submissions.status",
    ]);
  });

  function byName(a: { name: string }, b: { name: string }): number {
    return a.name.localeCompare(b.name);
  }

  /** Returns the values of a column's `CHECK (… IN …)` in order, or undefined without one. */
  function valuesInSql(db: Db, table: string, column: string): string[] | undefined {
    const list = new RegExp(`\\b${column} IN \\(('[^)]+')\\)`).exec(sqlOf(db, table))?.[1];
    return list?.split(", ").map((quoted) => quoted.slice(1, -1));
  }

  function sqlLiteral(value: unknown): string {
    if (typeof value === "boolean") return value ? "1" : "0";
    return typeof value === "number" ? String(value) : `'${String(value)}'`;
  }
});

test.each(NAMED)("the table %s is STRICT", (name) => {
  const db = open();
  const [row] = db.sqlite.pragma(`table_list(${name})`) as { strict: number }[];
  expect(row?.strict).toBe(1);
});

const NOT_FOR_THE_OWNER =
  "identities sessions one_time_codes uploads idempotency_keys rate_limits job_cursors store_facts sample_downloads " +
  "refund_entries renewals sales_days sales_months stale_days visits visit_months passkey_challenges " +
  "unreported_sales";
test.each(NAMED.filter(([name]) => !NOT_FOR_THE_OWNER.split(" ").includes(name)))(
  "the table %s, whose rows the owner sees, has id, version and both times",
  (_name, table) => {
    const names = columnsOf(table).map((column) => column.name);
    expect(names).toEqual(expect.arrayContaining(["id", "version", "created_at", "updated_at"]));
  },
);

describe("the database itself refuses", () => {
  const REFUSED: [what: string, table: string, columns: string, values: string][] = [
    [
      "an order item without an order",
      "order_items",
      "order_id, product_id, name, price, type",
      "99, 1, 'a', 1, 'digital'",
    ],
    ["a negative price", "products", PRODUCT, "'a', 'a', -1, 'digital'"],
    ["an upper-case currency", "products", `${PRODUCT}, currency`, "'a', 'a', 1, 'digital', 'USD'"],
    ["a subscription without a period", "products", PRODUCT, "'a', 'a', 1, 'subscription'"],
    ["images that are no JSON", "products", `${PRODUCT}, images`, "'a', 'a', 1, 'digital', 'x'"],
    ["an address in capitals", "users", "email", "'A@example.com'"],
  ];
  test.each(REFUSED)("%s", (_what, table, columns, values) => {
    const insert = `INSERT INTO ${table} (${columns}, created_at, updated_at) VALUES (${values}, 0, 0)`;
    expect(() => open().sqlite.exec(insert)).toThrow(/constraint failed|cannot store TEXT value/);
  });

  const ORDER = { currency: "usd", totalAmount: 1 };

  test("to delete what something else needs", () => {
    const db = open();
    db.write((tx) => {
      const { id: userId } = insertRow(tx, schema.users, { email: "a@example.com" }, AUTHOR);
      insertRow(tx, schema.orders, { ...ORDER, number: "A", status: "open", userId }, AUTHOR);
    });
    expect(() => db.sqlite.exec("DELETE FROM users")).toThrow(/FOREIGN KEY constraint failed/);
  });

  test.each([
    ["of one press", { requestKey: "k" }],
    ["that the provider knows as one", { refundId: "re_1" }],
  ])("two refunds %s", (_what, key) => {
    const db = open();
    const add = () =>
      db.write((tx) => {
        const refund = { orderId: 1, amount: 1, status: "pending" as const };
        insertRow(tx, schema.refunds, { ...refund, ...key }, AUTHOR);
      });
    db.write((tx) =>
      insertRow(tx, schema.orders, { ...ORDER, number: "A", status: "paid" }, AUTHOR),
    );
    add();
    expect(add).toThrow(/UNIQUE constraint failed/);
  });

  test("two live orders of one checkout, and takes a second once the first is over", () => {
    const db = open();
    const add = (number: string, status: "open" | "creating") => {
      const order = { ...ORDER, number, status, checkoutKey: "k" };
      return db.write((tx) => insertRow(tx, schema.orders, order, AUTHOR));
    };
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
