// Form drafts in IndexedDB, saved while a person types.
import "fake-indexeddb/auto";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { adminDatabase, type Draft } from "../../../../client/admin/offline/database.ts";
import { openDrafts } from "../../../../client/admin/offline/drafts.ts";
import { deviceOutboxStore } from "../../../../client/admin/offline/outbox-store.ts";

const DAY = 86_400_000;
const START = Date.parse("2026-11-22T12:00:00Z");
const ROW = { table: "products", row: 7, label: "Premium Pack", version: 2 };
const half = (name: string, more: Partial<Draft> = {}) => {
  return { ...ROW, typed: { name }, base: { name: "Premium Pack" }, ...more };
};

beforeEach(() => {
  for (const name of ["window", "document"]) vi.stubGlobal(name, new EventTarget());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: START });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

/** Opens a browser whose tabs share one database. */
function openBrowser() {
  const storage = adminDatabase(crypto.randomUUID());
  onTestFinished(storage.close);
  const openTab = () => {
    const drafts = openDrafts(storage);
    onTestFinished(drafts.close);
    return drafts;
  };
  const list = () => storage.use((db) => db.getAll("drafts"));
  return { storage, openTab, list };
}

const texts = (drafts: readonly Draft[]) => drafts.map(({ typed }) => typed["name"]);

test("where the device refuses, typing goes on and nothing is claimed", async () => {
  const { storage, openTab } = openBrowser();
  await storage.erase();
  const drafts = openTab();
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
  const { list, openTab } = openBrowser();
  const typing = openTab().begin();
  typing.note(half("Pr"));
  vi.advanceTimersByTime(499);
  typing.note(half("Pre"));
  vi.advanceTimersByTime(499);
  expect(await list()).toEqual([]);
  vi.advanceTimersByTime(1);
  await typing.flush();
  expect(await list()).toMatchObject([{ ...half("Pre"), key: typing.key }]);
});

test("a draft is offered to other tabs once its form is left, and continued under its key", async () => {
  const { openTab } = openBrowser();
  const [first, second] = [openTab(), openTab()];
  const typing = first.begin();
  typing.note(half("Pre"));
  await typing.flush();
  expect(texts(await second.listAll())).toEqual(["Pre"]);
  await second.refresh();
  expect(second.unfinished()).toEqual([]);
  await typing.leave();
  await vi.waitFor(() => expect(texts(second.unfinished())).toEqual(["Pre"]));
  const again = second.begin(second.unfinished()[0]?.key);
  again.note(half("Pretty"));
  await again.leave();
  await vi.waitFor(() => expect(texts(first.unfinished())).toEqual(["Pretty"]));
});

test("what was saved, given up or typed back leaves no draft", async () => {
  const { list, openTab } = openBrowser();
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
  expect(await list()).toEqual([]);
});

test("two tabs that type in the same row take nothing from each other", async () => {
  const { openTab } = openBrowser();
  const [one, other] = [openTab(), openTab()];
  const [first, second] = [one.begin(), other.begin()];
  first.note(half("first"));
  await first.flush();
  second.note(half("second"));
  await second.leave();
  await first.end();
  await first.leave();
  expect(texts(one.unfinished())).toEqual(["second"]);
});

test("what was left for more than thirty days is dropped", async () => {
  const { list, openTab } = openBrowser();
  const drafts = openTab();
  for (const name of ["old", "young"]) {
    const typing = drafts.begin();
    typing.note(half(name));
    await typing.leave();
    vi.setSystemTime(Date.now() + DAY);
  }
  vi.setSystemTime(Date.now() + 29 * DAY);
  await drafts.refresh();
  expect(texts(drafts.unfinished())).toEqual(["young"]);
  await vi.waitFor(async () => expect(texts(await list())).toEqual(["young"]));
});

test("a draft goes in the moment its edit is kept; while that fails it stays", async () => {
  const { storage, list, openTab } = openBrowser();
  const outbox = deviceOutboxStore(storage);
  const typing = openTab().begin();
  typing.note(half("Pre"));
  await typing.flush();
  const scope = { table: "products", row: 7 };
  const fail = () => {
    throw new Error("no room");
  };
  await expect(outbox.change(scope, fail, { draft: typing.key })).rejects.toThrow();
  expect(await list()).toHaveLength(1);
  await outbox.change(scope, (entries) => entries, { draft: typing.key });
  expect(await list()).toEqual([]);
});

test("the draft of a row that was new is found by the id that the row has got", async () => {
  const { storage, openTab } = openBrowser();
  const drafts = openTab();
  const temporary = -2_000_000_000_000_000;
  drafts.begin().note(half("Pre", { row: temporary, version: 0 }));
  const scope = { table: "products", row: temporary };
  await deviceOutboxStore(storage).change(scope, (entries) => entries, { made: 12 });
  expect((await drafts.listAll()).map(({ row }) => row)).toEqual([12]);
});
