import { describe, expect, test } from "vitest";
import {
  applyOutcome,
  coalesce,
  decide,
  type Entry,
  type NewEntry,
  type Outcome,
  retried,
  temporaryId,
} from "../../../../client/admin/offline/entry.ts";

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

test("new rows of one moment have different ids", () => {
  const now = Date.now();
  const ids = Array.from({ length: 2000 }, () => temporaryId(now));
  expect(new Set(ids).size).toBe(ids.length);
});

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

describe("a manual retry of a creation", () => {
  const rejected = kept(create, { tries: 1, state: "rejected", problem: { message: "Failed" } });
  const newKey = () => "new-key";

  test("keeps its key, because the server may have created the row", () => {
    const { problem: _problem, ...rest } = rejected;
    const sendable = { ...rest, tries: 0, state: "waiting" };
    expect(retried(rejected, undefined, newKey)).toEqual(sendable);
    expect(retried(rejected, { ...create.values }, newKey)).toEqual(sendable);
  });

  test("with corrected values gets a new key", () => {
    const values = { ...create.values, name: "Newer" };
    expect(retried(rejected, values, newKey)).toMatchObject({ key: "new-key", values });
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

const TEMPORARY = -1_700_000_000_000_001;
const newKey = () => "new-key";

function entry(more: object): Entry {
  const start = { n: 1, key: "key", at: 1, tries: 1, state: "waiting", table: "products", row: 7 };
  return { ...start, label: "Pack", ...more } as Entry;
}

const change = (more: object = {}) =>
  entry({
    kind: "update",
    values: { name: "mine" },
    base: { name: "before" },
    version: 3,
    ...more,
  });
const row = (more: object = {}) => ({ id: 7, version: 4, name: "before", badge: "old", ...more });
const changed = (current: ReturnType<typeof row>): Outcome => ({
  kind: "changed",
  theirs: { current, changedBy: "admin:2", changedAt: "2026-11-20T10:00:00.000Z" },
});

describe("nothing leaves the outbox but what the server has", () => {
  test.each<Outcome>([{ kind: "retry", of: "all" }, { kind: "signed-out" }, { kind: "forbidden" }])(
    "$kind keeps it as it is",
    (outcome) => {
      const all = [change(), change({ n: 2, row: 8 })];
      expect(applyOutcome(all, change(), outcome)).toEqual(all);
    },
  );

  test("a refusal keeps its words", () => {
    const problem = { message: "Name is too short", errors: { name: ["Too short"] } };
    const after = applyOutcome([change()], change(), { kind: "rejected", ...problem });
    expect(after).toEqual([change({ state: "rejected", problem })]);
  });

  test("a row that is gone keeps its change, and needs no deletion", () => {
    expect(applyOutcome([change()], change(), { kind: "gone" })).toEqual([
      change({ state: "gone" }),
    ]);
    const removal = entry({ kind: "delete", version: 3 });
    expect(applyOutcome([removal], removal, { kind: "gone" })).toEqual([]);
  });
});

describe("a row that was changed elsewhere", () => {
  test("in the same field, to another value: a person decides", () => {
    const outcome = changed(row({ name: "theirs" }));
    const [after] = applyOutcome([change()], change(), outcome);
    expect(after).toMatchObject({ state: "conflict", key: "key", values: { name: "mine" } });
    expect(after?.theirs).toEqual(outcome.kind === "changed" && outcome.theirs);
  });

  test("in the same field, to the same value: it is done", () => {
    expect(applyOutcome([change()], change(), changed(row({ name: "mine" })))).toEqual([]);
  });

  test("in another field: mine is rebased and marked as merged", () => {
    const [after] = applyOutcome([change()], change(), changed(row({ badge: "new" })));
    expect(after).toEqual(change({ version: 4, tries: 0, merged: true }));
  });

  test("a deletion of it is asked again", () => {
    const removal = entry({ kind: "delete", version: 3 });
    const [after] = applyOutcome([removal], removal, changed(row({ badge: "new" })));
    expect(after).toMatchObject({ kind: "delete", state: "conflict" });
  });

  test("an answer that does not tell the row is a person's", () => {
    const [after] = applyOutcome([change()], change(), { kind: "changed", theirs: {} });
    expect(after).toMatchObject({ state: "conflict", theirs: {} });
  });
});

describe("what waits behind an entry that is done", () => {
  const done: Outcome = { kind: "done", row: row({ name: "mine" }) };

  test("goes on at the row's new version, when nobody else has changed it", () => {
    const next = change({ n: 2, tries: 0, values: { badge: "x" }, base: { badge: "old" } });
    const removal = entry({ n: 3, kind: "delete", version: 3 });
    const after = applyOutcome([change(), next, removal], change(), done);
    expect(after).toEqual([
      { ...next, version: 4 },
      { ...removal, version: 4 },
    ]);
  });

  test("is compared later where it was edited at another version", () => {
    const next = change({ n: 2, version: 2 });
    expect(applyOutcome([change(), next], change(), done)).toEqual([next]);
  });

  test("gets the id of a row that was made", () => {
    const made = entry({ kind: "create", row: TEMPORARY, values: { name: "New" } });
    const next = change({ n: 2, row: TEMPORARY, version: 0 });
    const after = applyOutcome([made, next], made, {
      kind: "done",
      row: row({ id: 9, version: 1 }),
    });
    expect(after).toEqual([{ ...next, row: 9, version: 1 }]);
  });
});

describe("a write that is based on the other person's row", () => {
  const mine = { name: "mine", badge: "b" };
  const current = { id: 7, version: 9, name: "theirs", badge: "o" };
  const conflict = kept(
    { kind: "update", values: mine, base: { name: "o", badge: "o" }, version: 3 },
    { state: "conflict", theirs: { current } },
  );
  const edit = (values: Record<string, string>, base: Record<string, string>) =>
    coalesce([conflict], { ...ROW, kind: "update", values, base, version: 9 }, STAMP);

  test("decides the conflict of its field, and keeps the other edits", () => {
    expect(edit({ name: "new" }, { name: "theirs" })).toMatchObject([
      { state: "waiting", version: 9, values: { ...mine, name: "new" }, base: { name: "theirs" } },
    ]);
  });

  test("in another field leaves the conflict to be decided", () => {
    expect(edit({ badge: "new" }, { badge: "o" })).toMatchObject([
      { state: "waiting", version: 3, values: { ...mine, badge: "new" }, base: { name: "o" } },
    ]);
  });
});

describe("what a person decides", () => {
  const card = change({ state: "conflict", theirs: { current: row({ name: "theirs" }) } });

  test("is written over the row as it was shown", () => {
    expect(decide(card, { name: "third" }, newKey)).toEqual(
      change({
        values: { name: "third" },
        base: { name: "theirs" },
        version: 4,
        key: "new-key",
        tries: 0,
      }),
    );
  });

  test("leaves nothing to do where it is theirs", () => {
    expect(decide(card, {}, newKey)).toBeUndefined();
    expect(decide(card, { name: "theirs" }, newKey)).toBeUndefined();
  });

  test("changes nothing that is no conflict", () => {
    const waiting = change();
    expect(decide(waiting, { name: "x" }, newKey)).toBe(waiting);
  });

  test("is asked for once more where the answer did not tell the row", () => {
    const unknown = change({ state: "conflict", theirs: {} });
    expect(decide(unknown, { name: "x" }, newKey)).toEqual(change({ key: "new-key", tries: 0 }));
  });
});
