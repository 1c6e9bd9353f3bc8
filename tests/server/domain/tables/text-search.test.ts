import fc from "fast-check";
import { expect, test } from "vitest";
import type { Db } from "../../../../db/client.ts";
import { beginEpoch } from "../../../../db/epoch.ts";
import { foldText } from "../../../../db/fold-text.ts";
import { deleteRow, eraseRow, updateRow } from "../../../../db/record.ts";
import { orders } from "../../../../db/schema.ts";
import { countRows, listRows } from "../../../../server/domain/tables/list.ts";
import { readListQuery } from "../../../../server/domain/tables/list-query.ts";
import { getTable } from "../../../../server/domain/tables/registry.ts";
import { feedTexts, findCandidates } from "../../../../server/domain/tables/text-search.ts";
import { createTestApp } from "../../../support/create-test-app.ts";
import { watchStatements } from "../../../support/query-plans.ts";
import { addOrder, addOrders } from "../../../support/table-world.ts";

const AUTHOR = { actor: "test", now: new Date() };
const definition = getTable("orders");

function feedAll(db: Db): void {
  while (feedTexts(db));
}

function search(db: Db, text: string) {
  const query = readListQuery(definition, { customer_name: text, sort: "id:asc", limit: "500" });
  const { page } = listRows(db, { table: "orders", query });
  return {
    ids: page.data.map(({ id }) => id),
    total: page.total,
    isIndexed: findCandidates(db, definition, query.filters) !== undefined,
  };
}

const letters = [..."aAbB1 %_'\"\\éÉßİıςΣ\u212A\u0301\u0327\u{1F600}\0\n"];
const text = fc.array(fc.constantFrom(...letters), { maxLength: 8 }).map((all) => all.join(""));
const step = fc.oneof(
  fc.record({ act: fc.constant("insert" as const), text, nth: fc.nat(9) }),
  fc.record({ act: fc.constantFrom("update" as const), text, nth: fc.nat(9) }),
  fc.record({ act: fc.constantFrom("delete" as const, "erase" as const), text, nth: fc.nat(9) }),
  fc.record({ act: fc.constantFrom("feed" as const), text, nth: fc.nat(9) }),
);

/** Part of a stored name, because a random text hardly ever matches a row. */
const part = fc.record({
  nth: fc.nat(24),
  from: fc.nat(4),
  length: fc.integer({ min: 3, max: 6 }),
});

test("after a restore, rows from before it and rows with its high ids are found by the index", () => {
  const { db, clock } = createTestApp();
  const before = addOrder({ db }, "A", { customerName: "Anna Before" });
  feedAll(db);
  beginEpoch(db.sqlite, { seen: 0, now: clock.now() });
  const after = addOrder({ db }, "B", { customerName: "Anna After" });
  db.write((tx) => updateRow(tx, orders, before, { customerName: "Anna Later" }, AUTHOR));
  feedAll(db);
  expect(search(db, "anna")).toEqual({ ids: [before, after], total: 2, isIndexed: true });
  expect(search(db, "before").ids).toEqual([]);
  expect(search(db, "after").ids).toEqual([after]);
});

test("a search finds what the rows hold, however far the index has come", () => {
  const { db } = createTestApp();
  let added = 0;
  let indexed = 0;
  let found = 0;
  const searches = fc.record({ texts: fc.array(text), parts: fc.array(part, { minLength: 5 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), searches, (steps, { texts, parts }) => {
      const slices = parts.map(({ nth, from, length }) => {
        const name = steps[nth % steps.length]?.text ?? "";
        const start = from % Math.max(1, name.length - 2);
        return name.slice(start, start + length).toWellFormed();
      });
      const needles = [...texts, ...slices];
      for (const { act, text: name, nth } of steps) {
        const id = db.sqlite
          .prepare<[number], number>("SELECT id FROM orders ORDER BY id DESC LIMIT 1 OFFSET ?")
          .pluck()
          .get(nth);
        if (act === "feed") feedTexts(db);
        else if (act === "insert" || id === undefined) {
          addOrder({ db }, `N${++added}`, { customerName: name });
        } else {
          db.write((tx) => {
            if (act === "update") updateRow(tx, orders, id, { customerName: name }, AUTHOR);
            else if (act === "delete") deleteRow(tx, orders, id, AUTHOR);
            else eraseRow(tx, orders, id, AUTHOR);
          });
        }
      }
      const rows = db.sqlite
        .prepare<[], [number, string | null]>("SELECT id, customer_name FROM orders ORDER BY id")
        .raw()
        .all();
      for (const needle of needles.filter((each) => each.trim() !== "")) {
        const { ids, total, isIndexed } = search(db, needle);
        // SQLite's LIKE ends a text at its first NUL.
        const held = (name: string) => (isPlain(needle) ? (name.split("\0")[0] ?? "") : name);
        const expected = rows.filter(([, name]) =>
          foldText(held(name ?? "")).includes(foldText(needle)),
        );
        expect({ needle, ids }).toEqual({ needle, ids: expected.map(([id]) => id) });
        expect(total).toBe(ids.length);
        if (isIndexed) indexed++;
        if (isIndexed && ids.length > 0) found++;
      }
    }),
    { numRuns: 60 },
  );
  expect(indexed).toBeGreaterThan(20);
  expect(found).toBeGreaterThan(20);
});

const isPlain = (needle: string) => !/[^ -~]/.test(foldText(needle));

test("rows that were there before the index are scanned for, and are filled in", () => {
  const { db } = createTestApp();
  addOrders({ db }, 250, (nth) => ({ customerName: `Ada Number-${nth}.` }));
  expect(search(db, "NUMBER-77.")).toMatchObject({ total: 1, isIndexed: false });
  feedTexts(db);
  expect(search(db, "NUMBER-77.")).toMatchObject({ total: 1, isIndexed: false });
  feedAll(db);
  expect(search(db, "NUMBER-77.")).toMatchObject({ total: 1, isIndexed: true });
  expect(search(db, "no such")).toMatchObject({ total: 0, isIndexed: true });
  expect(search(db, "77")).toMatchObject({ total: 2, isIndexed: false });
  const sizes = db.sqlite.prepare("SELECT total_changes()").pluck();
  const before = sizes.get();
  expect(feedTexts(db)).toBe(false);
  expect(sizes.get()).toBe(before);
});

test("past thousands of changed rows, and of found ones, the rows are scanned", () => {
  const { db } = createTestApp();
  feedAll(db);
  addOrders({ db }, 5001, (nth) => ({ customerName: `Ada ${nth}.` }));
  expect(search(db, "ada 4999.")).toMatchObject({ total: 1, isIndexed: false });
  feedAll(db);
  expect(search(db, "ada 4999.")).toMatchObject({ total: 1, isIndexed: true });
  expect(search(db, "ada")).toMatchObject({ total: 5001, isIndexed: false });
});

test("kept totals follow every insert and removal", () => {
  const { db } = createTestApp();
  const total = () => countRows(db, { table: "orders", filters: [] });
  const ids = ["A", "B", "C"].map((number) => addOrder({ db }, number));
  expect(total()).toBe(3);
  db.write((tx) => deleteRow(tx, orders, ids[0] ?? 0, AUTHOR));
  db.write((tx) => eraseRow(tx, orders, ids[1] ?? 0, AUTHOR));
  expect(total()).toBe(1);
  expect(() =>
    db.write((tx) => {
      deleteRow(tx, orders, ids[2] ?? 0, AUTHOR);
      throw new Error("taken back");
    }),
  ).toThrow("taken back");
  expect(total()).toBe(1);
});

test("what was changed since the index was fed is read from there on, not row by row", () => {
  const watched = watchStatements();
  const { db } = createTestApp();
  feedAll(db);
  findCandidates(db, definition, [{ column: "number", operator: "contains", value: "n2x" }]);
  const changed = watched.stop().filter((source) => /SELECT .*row_id FROM changes/.test(source));
  const plans = changed.map((source) =>
    db.sqlite.prepare(`EXPLAIN QUERY PLAN ${source}`).all("orders", 1, 1),
  );
  expect(plans).toEqual([[expect.objectContaining({ detail: expect.stringContaining("id>?") })]]);
});
