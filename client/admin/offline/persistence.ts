import { browserStorage, readJson, type TextStorage } from "../../lib/storage.ts";

const KEY = "adminPersisted";

type PersistOptions = {
  storage?: TextStorage;
  manager?: Partial<Pick<StorageManager, "persist">> | undefined;
};

/** Whether this browser granted persistent storage; undefined before it was asked. */
export function readPersistence(storage: TextStorage = browserStorage): boolean | undefined {
  const said = readJson(storage, KEY);
  return typeof said === "boolean" ? said : undefined;
}

/**
 * Asks the browser once for persistent storage; returns its answer. The browser may ask the owner, so
 * call it when there is something to store.
 */
export async function askToPersist({
  storage = browserStorage,
  manager = navigator.storage,
}: PersistOptions = {}): Promise<boolean> {
  const before = readPersistence(storage);
  if (before !== undefined) return before;
  const said = (await manager?.persist?.().catch(() => false)) ?? false;
  storage.setItem(KEY, JSON.stringify(said));
  return said;
}
