import "fake-indexeddb/auto";
import type { DBSchema } from "idb";
import { expect, test, vi } from "vitest";
import { abortTransactions, createDatabase, DeviceError } from "../../../client/device/idb.ts";

type Stores = DBSchema & { rows: { key: string; value: number } };

const open = () => createDatabase<Stores>("test", [(db) => void db.createObjectStore("rows")]);

test("open transactions of a page in the back/forward cache do not block other pages", async () => {
  const [left, other] = [open(), open()];
  let writes = 0;
  const endless = left.use(async (db) => {
    const { store, done } = db.transaction("rows", "readwrite");
    const write = async (): Promise<void> => {
      await store.put(1, "key");
      writes += 1;
      await write();
    };
    await Promise.all([write(), done]);
  });
  const ended = expect(endless).rejects.toBeInstanceOf(DeviceError);
  await vi.waitFor(() => expect(writes).toBeGreaterThan(0));
  abortTransactions();
  await ended;
  expect(await other.use((db) => db.get("rows", "key"))).toBeUndefined();
});
