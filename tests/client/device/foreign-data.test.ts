// Cleanup of other administrators' data on a shared device, in IndexedDB.
import "fake-indexeddb/auto";
import { beforeEach, expect, test, vi } from "vitest";
import {
  adminDatabase,
  type AdminStorage,
  noteSeen,
} from "../../../client/admin/offline/database.ts";
import type { Entry } from "../../../client/admin/offline/entry.ts";
import { clearForeignData } from "../../../client/device/foreign-data.ts";

const DAY = 86_400_000;
const NOW = Date.parse("2026-11-22T12:00:00Z");
const EDIT = { table: "products", row: 7, label: "Pack", version: 2, kind: "delete" } as const;
const ENTRY: Entry = { ...EDIT, n: 1, key: "k", at: NOW, tries: 0, state: "waiting" };
const HALF = { table: "products", row: 7, label: "Pack", version: 2, typed: {}, base: {} };

beforeEach(async () => {
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? "");
});

/** Stores one cached query, one unsent edit and one draft of an earlier administrator. */
async function left(userKey: string, at = NOW): Promise<AdminStorage> {
  const storage = adminDatabase(userKey);
  await storage.use(async (db) => {
    const copy = { key: '["needs"]', value: "ann@example.com", readAt: at, isPartial: false };
    await db.put("queries", copy);
    await db.put("outbox", { ...ENTRY, at });
    await db.put("drafts", { ...HALF, key: "d", at });
  });
  await noteSeen(storage, at);
  storage.close();
  return storage;
}

const counts = (storage: AdminStorage) =>
  storage.use((db) =>
    Promise.all((["queries", "outbox", "drafts"] as const).map((name) => db.count(name))),
  );
const names = async () => (await indexedDB.databases()).map(({ name }) => name).toSorted();

test("what another read goes, what another has not sent stays closed and is counted", async () => {
  const [mine, other] = [await left("me"), await left("other")];
  expect(await clearForeignData("me", NOW)).toEqual({ edits: 1, drafts: 1 });
  expect(await counts(mine)).toEqual([1, 1, 1]);
  expect(await counts(other)).toEqual([0, 1, 1]);
});

test("at a logout what every user read goes, also beside an open tab", async () => {
  const storage = await left("me");
  await storage.use(async () => {});
  expect(await clearForeignData(undefined, NOW)).toEqual({ edits: 1, drafts: 1 });
  expect(await counts(storage)).toEqual([0, 1, 1]);
});

test("what its user left for thirty days is dropped", async () => {
  await left("long", NOW - 31 * DAY);
  const back = await left("back", NOW - 31 * DAY);
  await noteSeen(back, NOW - 29 * DAY);
  back.close();
  expect(await clearForeignData("me", NOW)).toEqual({ edits: 1, drafts: 1 });
  expect(await names()).toEqual(["admin-back"]);
});

test("an edit that is younger than its user's last visit counts as a visit", async () => {
  const storage = await left("me", NOW - 31 * DAY);
  await storage.use((db) => db.put("outbox", { ...ENTRY, at: NOW - DAY }));
  storage.close();
  expect(await clearForeignData(undefined, NOW)).toMatchObject({ edits: 1 });
});

test("databases of others than the admin are left alone, and none is made", async () => {
  const opening = indexedDB.open("library", 1);
  await new Promise((resolve) => opening.addEventListener("success", resolve));
  opening.result.close();
  expect(await clearForeignData("me", NOW)).toEqual({ edits: 0, drafts: 0 });
  expect(await names()).toEqual(["library"]);
});

test("a database that another tab has erased meanwhile is not made again", async () => {
  const known = [{ name: "admin-erased", version: 1 }];
  const listed = vi.spyOn(indexedDB, "databases").mockResolvedValue(known);
  expect(await clearForeignData("mine")).toEqual({ edits: 0, drafts: 0 });
  listed.mockRestore();
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect(names).not.toContain("admin-erased");
});
