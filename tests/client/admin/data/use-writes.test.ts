import { QueryClient } from "@tanstack/react-query";
import { expect, onTestFinished, test, vi } from "vitest";
import { createWrites, type RowWrite } from "../../../../client/admin/data/use-writes.tsx";
import type { Outcome } from "../../../../client/admin/offline/entry.ts";
import { memoryOutboxStore } from "../../../../client/admin/offline/memory-store.ts";
import { createOutbox } from "../../../../client/admin/offline/outbox.ts";
import { outboxWords } from "../../../../client/content/admin-outbox.ts";

const WRITE: RowWrite = { kind: "delete", table: "users", row: 7, label: "Ann", version: 1 };

function open(outcome: Outcome, isStored = true) {
  const store = memoryOutboxStore();
  const outbox = createOutbox({
    store,
    send: async () => outcome,
    withLock: (run) => run(),
    channel: { post() {}, onMessage() {}, close() {} },
  });
  onTestFinished(outbox.close);
  const show = vi.fn();
  const writes = createWrites({
    client: new QueryClient(),
    show,
    ask: async () => true,
    withPasskey: (call) => call(),
    outbox,
    isStored,
    user: 1,
  });
  return { writes, store, show };
}

const REJECTED: Outcome = { kind: "rejected", message: "No." };
const OFFLINE: Outcome = { kind: "retry", of: "all" };

test("a failed change without a form is reported and discarded", async () => {
  const { writes, store, show } = open(REJECTED);
  await writes.saveWithoutForm(WRITE, "Deleted.");
  expect(show.mock.calls).toEqual([[{ text: "No.", failed: true }]]);
  await vi.waitFor(async () => expect(await store.list()).toEqual([]));
});

test("a failed write of a form stays, so that the form can be saved again", async () => {
  const { writes, store, show } = open(REJECTED);
  await expect(writes.saveRow(WRITE, "Deleted.")).rejects.toThrow("No.");
  expect(show).not.toHaveBeenCalled();
  expect(await store.list()).toMatchObject([{ state: "rejected" }]);
});

test.each([
  ["on the device", true, outboxWords.queued],
  ["in this tab only", false, outboxWords.queuedInTab],
])("a message says that a write waits %s", async (_, isStored, textOf) => {
  const { writes, store, show } = open(OFFLINE, isStored);
  await writes.saveWithoutForm(WRITE, "Deleted.");
  expect(show.mock.calls).toEqual([[{ text: textOf("Ann"), kind: "queued" }]]);
  expect(await store.list()).toMatchObject([{ state: "waiting" }]);
});
