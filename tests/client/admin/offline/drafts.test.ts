// Drafts in a browser's IndexedDB, as forms keep them while a person types.
import "fake-indexeddb/auto";
import { expect, onTestFinished, test, vi } from "vitest";
import { adminDatabase, type Draft } from "../../../../client/admin/offline/database.ts";
import {
  createDrafts,
  deviceDraftStore,
  type DraftStore,
} from "../../../../client/admin/offline/drafts.ts";
import { openTabChannel } from "../../../../client/lib/tabs.ts";
import { deviceOutboxStore } from "../../../../client/admin/offline/outbox-store.ts";

const DAY = 86_400_000;
const START = Date.parse("2026-11-22T12:00:00Z");
const ROW = { table: "products", row: 7, label: "Premium Pack", version: 2 };
const half = (name: string, more: Partial<Draft> = {}) => {
  return { ...ROW, typed: { name }, base: { name: "Premium Pack" }, ...more };
};

/** A browser whose tabs share a disk, and know which editings are open. */
function openBrowser() {
  const storage = adminDatabase(crypto.randomUUID());
  onTestFinished(storage.close);
  const store = deviceDraftStore(storage);
  const held = new Set<string>();
  let now = START;
  const openTab = (given: DraftStore = store) => {
    const channel = openTabChannel<"changed">(storage.name);
    const drafts = createDrafts({
      store: given,
      held: {
        hold(key) {
          held.add(key);
          return async () => void held.delete(key);
        },
        list: async () => new Set(held),
      },
      channel,
      now: () => now,
    });
    onTestFinished(drafts.close);
    return drafts;
  };
  return { storage, store, held, openTab, wait: (ms: number) => (now += ms) };
}

const texts = (drafts: readonly Draft[]) => drafts.map(({ typed }) => typed["name"]);

test("where the device refuses, typing goes on and nothing is claimed", async () => {
  const refuse = () => Promise.reject(new Error("refused"));
  const drafts = openBrowser().openTab({ list: refuse, put: refuse, remove: refuse });
  const typing = drafts.begin();
  typing.note(half("Pre"));
  await typing.flush();
  await typing.end();
  await typing.leave();
  await drafts.drop("any");
  expect(drafts.unfinished()).toEqual([]);
  expect(await drafts.listAll()).toEqual([]);
});

test("what is typed is kept half a second after the last key", async () => {
  const { store, openTab } = openBrowser();
  const typing = openTab().begin();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  typing.note(half("Pr"));
  vi.advanceTimersByTime(499);
  typing.note(half("Pre"));
  vi.advanceTimersByTime(499);
  expect(await store.list()).toEqual([]);
  vi.advanceTimersByTime(1);
  await typing.flush();
  expect(await store.list()).toEqual([{ ...half("Pre"), key: typing.key, at: START }]);
});

test("a tab that dies leaves its draft to the next one; while it types no other is offered it", async () => {
  const { held, openTab } = openBrowser();
  const first = openTab();
  const typing = first.begin();
  typing.note(half("Pre"));
  first.flush();
  const second = openTab();
  await vi.waitFor(async () => expect(texts(await second.listAll())).toEqual(["Pre"]));
  await second.refresh();
  expect(second.unfinished()).toEqual([]);
  held.delete(typing.key);
  await second.refresh();
  expect(texts(second.unfinished())).toEqual(["Pre"]);

  const again = second.begin(second.unfinished()[0]?.key);
  again.note(half("Pretty"));
  await again.leave();
  expect(texts(second.unfinished())).toEqual(["Pretty"]);
  await vi.waitFor(() => expect(texts(first.unfinished())).toEqual(["Pretty"]));
});

test("what was saved, given up or typed back leaves no draft", async () => {
  const { store, openTab } = openBrowser();
  const drafts = openTab();
  const saved = drafts.begin();
  saved.note(half("Pre"));
  await saved.flush();
  await saved.end();
  await saved.leave();
  const back = drafts.begin();
  back.note(half("Pre"));
  await back.flush();
  back.note(undefined);
  await back.leave();
  expect(await store.list()).toEqual([]);
});

test("two tabs that type in the same row take nothing from each other", async () => {
  const { openTab, wait } = openBrowser();
  const [one, other] = [openTab(), openTab()];
  const [first, second] = [one.begin(), other.begin()];
  first.note(half("first"));
  await first.flush();
  wait(1000);
  second.note(half("second"));
  await second.leave();
  await first.end();
  await first.leave();
  expect(texts(one.unfinished())).toEqual(["second"]);
});

test("what was left for more than thirty days is dropped", async () => {
  const { store, openTab, wait } = openBrowser();
  const drafts = openTab();
  for (const name of ["old", "young"]) {
    const typing = drafts.begin();
    typing.note(half(name));
    await typing.leave();
    wait(DAY);
  }
  wait(29 * DAY);
  await drafts.refresh();
  expect(texts(drafts.unfinished())).toEqual(["young"]);
  await vi.waitFor(async () => expect(texts(await store.list())).toEqual(["young"]));
});

test("a draft goes in the moment its edit is kept; while that fails it stays", async () => {
  const { storage, store, openTab } = openBrowser();
  const outbox = deviceOutboxStore(storage);
  const typing = openTab().begin();
  typing.note(half("Pre"));
  await typing.flush();
  const scope = { table: "products", row: 7 };
  const fail = () => {
    throw new Error("no room");
  };
  await expect(outbox.change(scope, fail, { draft: typing.key })).rejects.toThrow();
  expect(await store.list()).toHaveLength(1);
  await outbox.change(scope, (entries) => entries, { draft: typing.key });
  expect(await store.list()).toEqual([]);
});

test("the draft of a row that was new is found by the id that the row has got", async () => {
  const { storage, store, openTab } = openBrowser();
  const temporary = -2_000_000_000_000_000;
  const typing = openTab().begin();
  typing.note(half("Pre", { row: temporary, version: 0 }));
  await typing.flush();
  const scope = { table: "products", row: temporary };
  await deviceOutboxStore(storage).change(scope, (entries) => entries, { made: 12 });
  expect((await store.list()).map(({ row }) => row)).toEqual([12]);
});
