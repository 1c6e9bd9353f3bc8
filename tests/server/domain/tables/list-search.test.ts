import fc from "fast-check";
import { expect, test } from "vitest";
import type { Db } from "../../../../db/client.ts";
import { beginEpoch } from "../../../../db/epoch.ts";
import { foldText } from "../../../../db/text-keys.ts";
import { deleteRow, eraseRow, updateRow } from "../../../../db/record.ts";
import { orders } from "../../../../db/schema.ts";
import { listRows } from "../../../../server/domain/tables/read-jobs.ts";
import { readListQuery } from "../../../../server/domain/tables/list-query.ts";
import { getTable } from "../../../../server/domain/tables/registry.ts";
import { createTestApp } from "../../../support/create-test-app.ts";
import { addOrder } from "../../../support/table-world.ts";

const AUTHOR = { actor: "test", now: new Date() };
const definition = getTable("orders");

function search(db: Db, text: string): number[] {
  const query = readListQuery(definition, { customer_name: text, sort: "id:asc", limit: "500" });
  const { page } = listRows(db, { table: "orders", query });
  expect(page.total).toBe(page.data.length);
  return page.data.map(({ id }) => id);
}

const letters = [..."aAbB1 %_'\"\\éÉßİıςΣ\u212A\u0301\u0327\u{1F600}\n"];
const text = fc.array(fc.constantFrom(...letters), { maxLength: 8 }).map((all) => all.join(""));
const step = fc.record({
  act: fc.constantFrom("insert", "insert", "update", "delete", "erase"),
  text,
  nth: fc.nat(9),
});
/** Substring of a stored name, because random text rarely matches a row. */
const part = fc.record({
  nth: fc.nat(24),
  from: fc.nat(4),
  length: fc.integer({ min: 3, max: 6 }),
});

test("a search finds the rows that contain a text, after any changes", () => {
  const { db } = createTestApp();
  let added = 0;
  let found = 0;
  const searches = fc.record({ texts: fc.array(text), parts: fc.array(part, { minLength: 5 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), searches, (steps, { texts, parts }) => {
      for (const { act, text: customerName, nth } of steps) {
        const id = db.sqlite
          .prepare<[number], number>("SELECT id FROM orders ORDER BY id DESC LIMIT 1 OFFSET ?")
          .pluck()
          .get(nth);
        if (act === "insert" || id === undefined) addOrder({ db }, `N${++added}`, { customerName });
        else {
          db.write((tx) => {
            if (act === "update") updateRow(tx, orders, id, { customerName }, AUTHOR);
            else if (act === "delete") deleteRow(tx, orders, id, AUTHOR);
            else eraseRow(tx, orders, id, AUTHOR);
          });
        }
      }
      const slices = parts.map(({ nth, from, length }) => {
        const name = steps[nth % steps.length]?.text ?? "";
        const start = from % Math.max(1, name.length - 2);
        return name.slice(start, start + length).toWellFormed();
      });
      const rows = db.select({ id: orders.id, name: orders.customerName }).from(orders).all();
      for (const needle of [...texts, ...slices].filter((each) => each.trim() !== "")) {
        const contains = (name: string | null) => foldText(name ?? "").includes(foldText(needle));
        const expected = rows.filter(({ name }) => contains(name)).map(({ id }) => id);
        expect([needle, search(db, needle)]).toEqual([needle, expected]);
        if (expected.length > 0) found++;
      }
    }),
    { numRuns: 60 },
  );
  expect(found).toBeGreaterThan(20);
});

test("rows with the high ids after a restore are found", () => {
  const { db, clock } = createTestApp();
  const before = addOrder({ db }, "A", { customerName: "Anna Before" });
  beginEpoch(db.sqlite, { seen: 0, now: clock.now() });
  const after = addOrder({ db }, "B", { customerName: "Anna After" });
  db.write((tx) => updateRow(tx, orders, before, { customerName: "Anna Later" }, AUTHOR));
  expect([search(db, "anna"), search(db, "before")]).toEqual([[before, after], []]);
});
