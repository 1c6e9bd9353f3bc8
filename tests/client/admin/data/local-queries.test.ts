// Lists of fully cached tables, identical to the server's.
import fc from "fast-check";
import { expect, test } from "vitest";
import { listRows } from "../../../../client/admin/data/local-table.ts";
import { kindOf } from "../../../../server/contract/list-query.ts";
import {
  MOST_ROWS_A_PAGE,
  type TableField,
  type TablePage,
  type TableSchema,
} from "../../../../server/contract/tables.ts";
import { createTestApp } from "../../../support/create-test-app.ts";
import { signInAdmin } from "../../../support/table-calls.ts";
import { addOrders } from "../../../support/table-world.ts";

const RUNS = 300;
const NAMES = [
  "100%",
  "a_b",
  String.raw`back\slash`,
  "ÉLODIE Çelik",
  "élodie",
  "e\u0301lodie",
  "Zebra",
  "apple",
  "Łukasz",
  "ß",
  "İ",
  "😀",
  "�",
  "",
  null,
];
const NONE: ReadonlySet<string> = new Set();

async function openTables() {
  const t = createTestApp();
  addOrders(t, 60, (nth) => ({
    totalAmount: (nth % 7) * 100,
    email: nth % 4 === 0 ? null : `Buyer-${nth % 9}@example.com`,
    customerName: NAMES[nth % NAMES.length] ?? null,
    paidAt: nth % 3 === 0 ? null : new Date(Date.UTC(2026, nth % 5, 1)),
    status: nth % 2 === 0 ? "paid" : "open",
  }));
  const owner = signInAdmin(t);
  const schemas = (await (await owner.get("/api/admin/schemas")).json()) as TableSchema[];
  const read = async (table: string, search: Record<string, string>) => {
    const answer = await owner.get(`/api/tables/${table}?${new URLSearchParams(search)}`);
    return answer.status === 200 ? ((await answer.json()) as TablePage) : undefined;
  };
  const tables = await Promise.all(
    schemas.map(async (schema) => {
      const whole = await read(schema.name, { limit: String(MOST_ROWS_A_PAGE) });
      return { schema, rows: whole?.data ?? [] };
    }),
  );
  return { tables, read };
}

const VALUES = {
  text: [
    "Buyer-3@example.com",
    "buyer",
    "%",
    "_",
    "ÉL",
    "SS",
    "ß",
    "i",
    "😀",
    "paid",
    "open,paid",
    "N1",
  ],
  integer: ["0", "1", "3", "100", "-5", "100,200", "1,2,,3"],
  boolean: ["true", "false"],
  time: ["2026-02-01", "2026-03-01T00:00:00Z", "2026-03-01 00:00"],
  list: ["a", "png"],
};
const ODD_VALUES = ["1.5", "x", "  ", ","];

/** Generates a filter of a column as its name and value, occasionally an invalid one. */
const filterOf = ([name, field]: [string, TableField]) => {
  const words = field.operators.map((operator) => `__${operator}`);
  const word = fc.constantFrom("", ...words, ...words, ...words, "__like");
  return word.chain((word) => {
    const values = word === "__isnull" ? VALUES.boolean : VALUES[kindOf(field)];
    const value = fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...values) },
      { weight: 1, arbitrary: fc.constantFrom(...ODD_VALUES) },
    );
    return fc.tuple(fc.constant(name + word), value);
  });
};

test("random queries of all tables are answered as the server answers them", async () => {
  const { tables, read } = await openTables();
  const filled = tables.filter(({ rows }) => rows.length > 0);
  expect(filled.map(({ schema }) => schema.name)).toContain("orders");
  const query = fc.constantFrom(...filled).chain((table) =>
    fc.record({
      table: fc.constant(table),
      filters: fc.array(
        fc.constantFrom(...Object.entries(table.schema.properties)).chain(filterOf),
        { maxLength: 2 },
      ),
      sort: fc.array(
        fc.tuple(
          fc.constantFrom(...Object.keys(table.schema.properties)),
          fc.constantFrom("asc", "desc"),
        ),
        { maxLength: 3 },
      ),
      page: fc.constantFrom("1", "1", "1", "2", "3", "0"),
      limit: fc.constantFrom("5", "50", "500", "500", "501"),
    }),
  );
  const answered: number[] = [];
  await fc.assert(
    fc.asyncProperty(query, async ({ table: { schema, rows }, filters, sort, page, limit }) => {
      const search = {
        page,
        limit,
        sort: sort.map((term) => term.join(":")).join(","),
        ...Object.fromEntries(filters),
      };
      const here = listRows({ schema, rows, search, absent: NONE });
      expect(here).toEqual(await read(schema.name, search));
      if (here) answered.push(here.total);
    }),
    { numRuns: RUNS },
  );
  // Both sides also agree on refused queries, so check that enough queries are valid and find rows.
  expect(answered.length).toBeGreaterThan(RUNS / 4);
  expect(answered.filter((total) => total > 0).length).toBeGreaterThan(RUNS / 8);
});

test("a column that is not kept can be neither searched nor sorted by", async () => {
  const { tables } = await openTables();
  const orders = tables.find(({ schema }) => schema.name === "orders")!;
  const absent = new Set(["email"]);
  for (const query of ["email=buyer", "sort=email:asc", "sort=id:asc,email:asc"]) {
    const search = Object.fromEntries(new URLSearchParams(query));
    expect(listRows({ ...orders, search, absent })).toBeUndefined();
  }
  expect(listRows({ ...orders, search: { status__eq: "paid" }, absent })?.total).toBe(30);
});
