import { describe, expect, test } from "vitest";
import type { Entry, NewEntry } from "../../../../client/admin/offline/entry.ts";
import { coalesce } from "../../../../client/admin/offline/coalesce.ts";

const STAMP = { key: "new-key", at: 2 };
const ROW = { table: "products", row: 7, label: "Pack" };

function kept(write: Partial<NewEntry> & { kind: NewEntry["kind"] }, more: Partial<Entry> = {}) {
  const start = { ...ROW, n: 1, key: "first-key", at: 1, tries: 0, state: "waiting" };
  return { ...start, ...write, ...more } as Entry;
}

const update = (values: Record<string, string>, version = 3) =>
  ({ ...ROW, kind: "update", values, base: { name: "as seen" }, version }) satisfies NewEntry;
const create = { kind: "create", values: { name: "New", badge: "one" } } as const;
const remove = { ...ROW, kind: "delete", version: 3 } satisfies NewEntry;

describe("what may have arrived stays as it was sent", () => {
  const tried = kept({ kind: "update", values: { name: "a" }, base: { name: "o" } }, { tries: 1 });

  test("a change of it is an entry of its own, behind it", () => {
    const after = coalesce([tried], update({ name: "b" }), STAMP);
    expect(after[0]).toBe(tried);
    expect(after[1]).toMatchObject({ n: 0, key: "new-key", values: { name: "b" }, tries: 0 });
  });

  test("a row whose creation was sent is deleted by an entry of its own", () => {
    const sent = kept(create, { tries: 1 });
    expect(coalesce([sent], remove, STAMP)).toMatchObject([{ kind: "create" }, { kind: "delete" }]);
  });
});

describe("what was never sent becomes one", () => {
  test("two changes: of each field the first base counts, and the first version", () => {
    const first = kept({ kind: "update", values: { name: "a" }, base: { name: "o" }, version: 2 });
    const second = { ...update({ name: "b", badge: "x" }), base: { name: "a", badge: "y" } };
    expect(coalesce([first], second, STAMP)).toEqual([
      {
        ...first,
        ...STAMP,
        values: { name: "b", badge: "x" },
        base: { name: "o", badge: "y" },
        version: 2,
      },
    ]);
  });

  test("a new row and its change", () => {
    const after = coalesce([kept(create)], update({ name: "b" }), STAMP);
    expect(after).toMatchObject([{ kind: "create", n: 1, values: { name: "b", badge: "one" } }]);
  });

  test("a new row that is saved again after a refusal holds what was saved last", () => {
    const refused = kept(create, { tries: 1, state: "rejected", problem: { message: "no" } });
    const [again, ...more] = coalesce(
      [refused],
      { ...ROW, kind: "create", values: { name: "b" } },
      STAMP,
    );
    expect(again).toEqual({ ...kept(create), ...STAMP, values: { name: "b" } });
    expect(more).toEqual([]);
  });

  test("a new row and its deletion leave nothing", () => {
    expect(coalesce([kept(create)], remove, STAMP)).toEqual([]);
  });

  test("a change and a deletion, whatever the change waited for", () => {
    const states = ["waiting", "rejected", "conflict", "gone"] as const;
    for (const state of states) {
      const change = kept({ kind: "update", values: {}, base: {} }, { state });
      expect(coalesce([change], remove, STAMP)).toMatchObject([{ kind: "delete", n: 0 }]);
    }
  });
});

test("entries of other rows stay as they are", () => {
  const other = kept({ kind: "update", values: { name: "a" }, base: {} }, { row: 8 });
  const after = coalesce([other], update({ name: "b" }), STAMP);
  expect(after[0]).toBe(other);
  expect(after).toHaveLength(2);
});
