import { browserStorage, readJson, type TextStorage } from "../../lib/storage.ts";

const KEY = "adminPersisted";

type Asked = {
  storage?: TextStorage;
  /** The browser's; older ones can't be asked. */
  manager?: Partial<Pick<StorageManager, "persist">> | undefined;
};

/** What this browser has said to keeping the admin's data for good; undefined before it was asked. */
export function readPersistence(storage: TextStorage = browserStorage): boolean | undefined {
  const said = readJson(storage, KEY);
  return typeof said === "boolean" ? said : undefined;
}

/**
 * Asks this browser, once for ever, not to erase by itself what the admin keeps; returns what it said.
 * It may ask the owner in turn, so it is asked when there is something to keep.
 */
export async function askToPersist({
  storage = browserStorage,
  manager = navigator.storage,
}: Asked = {}): Promise<boolean> {
  const before = readPersistence(storage);
  if (before !== undefined) return before;
  const said = (await manager?.persist?.().catch(() => false)) ?? false;
  storage.setItem(KEY, JSON.stringify(said));
  return said;
}
