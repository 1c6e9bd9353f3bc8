// Sends the queue of one device: which entries may be sent, in which order, and when it stops.
import "fake-indexeddb/auto";
import { describe, expect, onTestFinished, test } from "vitest";
import { adminDatabase } from "../../../../client/admin/offline/database.ts";
import { drain } from "../../../../client/admin/offline/drain.ts";
import {
  type Entry,
  type NewEntry,
  type Outcome,
  temporaryId,
} from "../../../../client/admin/offline/entry.ts";
import { memoryOutboxStore } from "../../../../client/admin/offline/memory-store.ts";
import { createOutbox } from "../../../../client/admin/offline/outbox.ts";
import {
  deviceOutboxStore,
  type OutboxStore,
} from "../../../../client/admin/offline/outbox-store.ts";

const DONE: Outcome = { kind: "done", row: { id: 7, version: 2 } };
const FAULT: Outcome = { kind: "retry", of: "entry", message: "Broken." };
const BUSY: Outcome = { kind: "retry", of: "all", message: "Later." };
const OFFLINE: Outcome = { kind: "retry", of: "all" };
const REJECTED: Outcome = { kind: "rejected", message: "No." };
const NEW_ROW = temporaryId();
/** Call limit above the needs of all tests; stops an endless queue. */
const MOST_CALLS = 9;

const place = { table: "products", label: "" };
const edit = (row: number, value: string | number): NewEntry => {
  const values = { name: value };
  return { kind: "update", ...place, row, values, base: { name: "as seen" }, version: 1 };
};
const creation: NewEntry = { kind: "create", ...place, row: NEW_ROW, values: { name: "new" } };
const upload: NewEntry = {
  kind: "upload",
  upload: "media",
  url: "/uploads/a.png",
  table: "uploads",
  row: temporaryId(),
  label: "",
};

/** Stores each write as an entry of its own, as after an attempt that may have arrived. */
async function storeAll(store: OutboxStore, writes: NewEntry[]): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const [at, write] of writes.entries()) {
    const added = { ...write, n: 0, key: `key ${at}`, at, tries: 0, state: "waiting" } as Entry;
    entries.push((await store.change(write, (all) => [...all, added])).at(-1)!);
  }
  return entries;
}

const labelOf = (entry: Entry) =>
  `${entry.kind} ${"values" in entry ? String(entry.values["name"]) : ""}`.trim();

type Queue = { writes: NewEntry[]; outcomes: Outcome[]; closesAfter?: number };

/** Sends a queue whose calls have these outcomes, then "done"; returns the entries sent in order. */
async function sendAll({ writes, outcomes, closesAfter = MOST_CALLS }: Queue) {
  const store = memoryOutboxStore();
  await storeAll(store, writes);
  const sent: Entry[] = [];
  const drained = await drain({
    store,
    send: async (entry) => {
      sent.push(entry);
      return outcomes.shift() ?? DONE;
    },
    faults: new Map(),
    onSettled() {},
    isClosed: () => sent.length >= closesAfter,
  });
  return { sent: sent.map(labelOf), left: await store.list(), drained };
}

test.each([
  ["failed", FAULT],
  ["was rejected", REJECTED],
  ["conflicts", { kind: "changed", theirs: {} } satisfies Outcome],
  ["is of a row that is gone", { kind: "gone" } satisfies Outcome],
])("a later edit of a row is not sent while the one before it %s", async (_, outcome) => {
  const writes = [edit(7, "first"), edit(7, "second"), edit(8, "other row")];
  const { sent, left } = await sendAll({ writes, outcomes: [outcome] });
  expect(sent).toEqual(["update first", "update other row"]);
  expect(left.map(labelOf)).toEqual(["update first", "update second"]);
});

test.each([
  ["a new row", creation, edit(NEW_ROW, "changed"), "create new"],
  ["a new row that another row refers to", creation, edit(8, NEW_ROW), "create new"],
  ["a file that a row uses", upload, edit(8, "/uploads/a.png"), "upload"],
])("an edit waits for %s", async (_, first, second, sentFirst) => {
  const failed = await sendAll({ writes: [first, second], outcomes: [FAULT] });
  expect(failed.sent).toEqual([sentFirst]);
  expect(failed.left).toHaveLength(2);
  const { sent, left } = await sendAll({ writes: [first, second], outcomes: [] });
  expect(sent).toHaveLength(2);
  expect(left).toEqual([]);
});

test("a reference to a new row is sent with the id from the server", async () => {
  const { sent } = await sendAll({ writes: [creation, edit(8, NEW_ROW)], outcomes: [] });
  expect(sent).toEqual(["create new", "update 7"]);
});

test.each([
  ["without a connection", OFFLINE, "offline"],
  ["while the store is busy", BUSY, "offline"],
  ["without a session", { kind: "signed-out" } satisfies Outcome, "signed-out"],
  ["without the rights", { kind: "forbidden" } satisfies Outcome, "forbidden"],
])("%s one entry is tried, and the others can still be edited", async (_, outcome, end) => {
  const writes = [edit(7, "first"), edit(8, "second")];
  const { sent, left, drained } = await sendAll({ writes, outcomes: [outcome] });
  expect(sent).toEqual(["update first"]);
  expect(drained.end).toBe(end);
  expect(left.map(({ tries }) => tries)).toEqual([1, 0]);
});

test("a tab that closes sends nothing more", async () => {
  const writes = [edit(7, "first"), edit(8, "second"), edit(9, "third")];
  const { sent, left } = await sendAll({ writes, outcomes: [], closesAfter: 1 });
  expect(sent).toEqual(["update first"]);
  expect(left.map(labelOf)).toEqual(["update second", "update third"]);
});

describe.each([
  ["the device", () => deviceOutboxStore(adminDatabase(crypto.randomUUID()))],
  ["memory", memoryOutboxStore],
])("in %s", (_, openStore) => {
  test.each<[string, (entry: Entry) => Entry[]]>([
    ["edited", (entry) => [{ ...entry, key: "new key" }]],
    ["held by its form", (entry) => [{ ...entry, state: "rejected" }]],
    ["discarded", () => []],
  ])("an entry that was %s after it was listed is not sent as it was", async (_, change) => {
    const store = openStore();
    const listed = await storeAll(store, [edit(7, "first"), edit(8, "second")]);
    await store.change(listed[0]!, (all) => all.flatMap(change));
    const before = await store.list();
    const begun = listed.map((entry) => ({ ...entry, tries: 1 }));
    expect(await store.begin(begun)).toEqual(begun.slice(1));
    expect(await store.list()).toEqual([...before.slice(0, -1), begun[1]]);
  });
});

test("a form does not hold an entry that another tab is sending again", async () => {
  const device = memoryOutboxStore();
  const store: OutboxStore = {
    ...device,
    async change(scope, edit, extra) {
      const after = await device.change(scope, edit, extra);
      // The other tab lists the queue as soon as the failure is stored.
      if (extra?.isRelaxed) await device.begin(after.map((entry) => ({ ...entry, tries: 2 })));
      return after;
    },
  };
  const outbox = createOutbox({
    store,
    send: async () => FAULT,
    withLock: (run) => run(),
    channel: { post() {}, onMessage() {}, close() {} },
  });
  onTestFinished(outbox.close);
  const { outcome } = await outbox.write(edit(7, "first"), { withinMs: 10_000 });
  expect(outcome).toBeUndefined();
  expect(await store.list()).toMatchObject([{ state: "waiting", tries: 2 }]);
});
