// The outcome that a form gets for its write, and the state of a failed write.
import { expect, onTestFinished, test, vi } from "vitest";
import {
  type Entry,
  type NewEntry,
  type Outcome,
  temporaryId,
} from "../../../../client/admin/offline/entry.ts";
import { memoryOutboxStore } from "../../../../client/admin/offline/memory-store.ts";
import { createOutbox } from "../../../../client/admin/offline/outbox.ts";

const FAULT: Outcome = { kind: "retry", of: "entry", message: "The disk is full." };
const WITHIN = { withinMs: 1_000 };

function openOutbox(outcomes: Outcome[]) {
  const sent: Entry[] = [];
  const store = memoryOutboxStore();
  const channel = { post() {}, onMessage() {}, close() {} };
  const outbox = createOutbox({
    store,
    channel,
    // Like a lock, runs later than it is called.
    withLock: async (run) => Promise.resolve().then(run),
    send: async (entry) => {
      sent.push(entry);
      return outcomes.shift() ?? { kind: "done", row: { id: 7, version: 1 } };
    },
  });
  onTestFinished(outbox.close);
  return { outbox, sent, list: store.list };
}

const addition = (row: number, name = "Ann"): NewEntry => ({
  kind: "create",
  table: "users",
  row,
  label: name,
  values: { name },
});

test("a new row saved again unchanged keeps its key, and a changed one gets a new key", async () => {
  const { outbox, sent } = openOutbox([FAULT, FAULT, FAULT]);
  const row = temporaryId();
  for (const name of ["Ann", "Ann", "Anna"]) await outbox.write(addition(row, name), WITHIN);
  const [entry] = outbox.entries();
  await outbox.retry(entry?.n ?? 0);
  await vi.waitFor(() => expect(sent).toHaveLength(4));
  const [first, second, third, fourth] = sent.map(({ key }) => key);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  expect(fourth).toBe(third);
});
