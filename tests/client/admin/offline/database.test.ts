// An administrator's IndexedDB database: open, upgrade, storage errors, erase.
import "fake-indexeddb/auto";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  adminDatabase,
  type AdminStorage,
  STEPS,
} from "../../../../client/admin/offline/database.ts";
import type { NewEntry } from "../../../../client/admin/offline/entry.ts";
import type { DeviceReason } from "../../../../client/device/idb.ts";
import { createOutbox } from "../../../../client/admin/offline/outbox.ts";
import { deviceOutboxStore } from "../../../../client/admin/offline/outbox-store.ts";

const NEXT: typeof STEPS = [...STEPS, (db) => void db.createObjectStore("later" as never)];
const WRITE: NewEntry = {
  table: "products",
  row: 7,
  label: "Pack",
  kind: "update",
  values: { name: "Mine" },
  base: { name: "Pack" },
  version: 2,
};

/** Opens a tab of a build with these database upgrade steps; its outbox sends nothing. */
function openTab(userKey: string, steps = STEPS) {
  const storage = adminDatabase(userKey, steps);
  const channel = { post() {}, onMessage() {}, close() {} };
  const outbox = createOutbox({
    store: deviceOutboxStore(storage),
    send: async () => ({ kind: "signed-out" }),
    withLock: async () => {},
    channel,
  });
  onTestFinished(() => {
    outbox.close();
    storage.close();
  });
  const edit = () => outbox.write(WRITE, { withinMs: 0 });
  return { storage, outbox, edit };
}

const userKey = () => crypto.randomUUID();
const values = (storage: AdminStorage) =>
  storage.use(async (db) =>
    (await db.getAll("outbox")).map((entry) => "values" in entry && entry.values),
  );
const refused = (reason: DeviceReason) => expect.objectContaining({ name: "DeviceError", reason });
/** Opens a connection that ignores `versionchange` events, so it blocks upgrades. */
function openDeaf(name: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(name);
  return new Promise((resolve) => {
    opening.addEventListener("success", () => resolve(opening.result));
  });
}

/** Creates a version 1 database with the stores that the first build created. */
function openFirstVersion(name: string) {
  const opening = indexedDB.open(name, 1);
  opening.addEventListener("upgradeneeded", () => {
    const db = opening.result;
    const outbox = db.createObjectStore("outbox", { keyPath: "n", autoIncrement: true });
    outbox.createIndex("row", ["table", "row"]);
    for (const store of ["files", "made", "settings"]) db.createObjectStore(store);
    for (const store of ["answers", "answerFacts", "drafts"]) {
      db.createObjectStore(store, { keyPath: "key" });
    }
    db.createObjectStore("tables", { keyPath: "table" });
  });
  const opened = new Promise((resolve) => opening.addEventListener("success", resolve));
  opening.addEventListener("success", () => {
    opening.result.addEventListener("versionchange", () => opening.result.close());
  });
  return {
    async put(values: Record<string, unknown>, key?: number) {
      await opened;
      const transaction = opening.result.transaction(Object.keys(values), "readwrite");
      for (const [store, value] of Object.entries(values)) {
        transaction.objectStore(store).put(value, key);
      }
      await new Promise((resolve) => transaction.addEventListener("complete", resolve));
    },
  };
}

test("a later build finds the edits of the one before, whose open tab lets go", async () => {
  const user = userKey();
  const old = openTab(user);
  await old.edit();
  const next = openTab(user, NEXT);
  expect(await values(next.storage)).toEqual([{ name: "Mine" }]);
  await next.outbox.start();
  expect(next.outbox.entries()).toMatchObject([{ values: { name: "Mine" }, state: "waiting" }]);
});

test("a database of the first version keeps the owner's work, and loses what can be fetched", async () => {
  const user = userKey();
  const old = openFirstVersion(`admin-${user}`);
  const draft = { key: "d", table: "products", row: 7, typed: { name: "Pre" } };
  const entry = { ...WRITE, key: "k", at: 1, tries: 1, state: "waiting" };
  await old.put({ outbox: entry, drafts: draft });
  await old.put({ files: new Blob(["PDF"]), made: 12, settings: true }, -5);
  await old.put({ answers: { key: "/a", value: "buyer@example.com" } });
  const { storage } = openTab(user);
  expect(await values(storage)).toEqual([{ name: "Mine" }]);
  const left = await storage.use(async (db) => ({
    stores: [...db.objectStoreNames],
    draft: await db.get("drafts", "d"),
    made: await db.get("made", -5),
    file: (await db.get("files", -5))?.size,
    setting: await db.get("settings", -5 as never),
    row: await db.getAllFromIndex("outbox", "row", ["products", 7]),
  }));
  expect(left).toMatchObject({ draft, made: 12, file: 3, setting: true, row: [{ key: "k" }] });
  expect(left.stores).toEqual(["drafts", "files", "made", "outbox", "queries", "settings"]);
});

test("the older tab says that a newer one is there, and what it had kept is sent by that", async () => {
  const user = userKey();
  const old = openTab(user);
  await old.edit();
  const next = openTab(user, NEXT);
  await next.storage.use(async () => {});
  await expect(old.edit()).rejects.toEqual(refused("newer"));
  await old.outbox.sendNow();
  expect(old.outbox.trouble()).toBe("newer");
  expect(await values(next.storage)).toEqual([{ name: "Mine" }]);
});

test("an older tab that does not let go is named; once it is closed everything is there", async () => {
  const user = userKey();
  const old = openTab(user);
  await old.edit();
  old.storage.close();
  const deaf = await openDeaf(old.storage.name);
  const next = openTab(user, NEXT);
  await expect(next.edit()).rejects.toEqual(refused("blocked"));
  deaf.close();
  await vi.waitFor(async () => expect(await values(next.storage)).toEqual([{ name: "Mine" }]));
  // Succeeds only because the late connection was closed: an open one would block the deletion.
  await next.storage.erase();
  const left = await indexedDB.databases();
  expect(left.map(({ name }) => name)).not.toContain(next.storage.name);
});

test("where there is no room the write is refused, and what was kept stays", async () => {
  const { storage, outbox, edit } = openTab(userKey());
  await edit();
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("no room", "QuotaExceededError");
  });
  await expect(edit()).rejects.toEqual(refused("full"));
  put.mockRestore();
  expect(await values(storage)).toEqual([{ name: "Mine" }]);
  await outbox.start();
  expect(outbox.entries()).toHaveLength(1);
  expect(outbox.trouble()).toBeUndefined();
});

test("a browser that refuses storage says so at each write", async () => {
  vi.spyOn(indexedDB, "open").mockImplementation(() => {
    throw new DOMException("not here", "SecurityError");
  });
  const { edit } = openTab(userKey());
  await expect(edit()).rejects.toEqual(refused("refused"));
});

test("what is erased is gone, and no tab writes into it again", async () => {
  const user = userKey();
  const [one, other] = [openTab(user), openTab(user)];
  await one.edit();
  await other.edit();
  await one.storage.erase();
  await expect(one.edit()).rejects.toEqual(refused("refused"));
  await expect(other.edit()).rejects.toEqual(refused("refused"));
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect(names).not.toContain(one.storage.name);
});

test("a tab that is asleep keeps nothing of what is erased", async () => {
  const { storage, edit } = openTab(userKey());
  await edit();
  const deaf = await openDeaf(storage.name);
  await storage.erase();
  const counted = deaf.transaction("outbox").objectStore("outbox").count();
  await new Promise((resolve) => counted.addEventListener("success", resolve));
  expect(counted.result).toBe(0);
  deaf.close();
});
