import type { AdminStorage } from "./database.ts";

const PRIVATE = "private";

/** What the owner has chosen for this device. */
export function deviceSettings(storage: AdminStorage) {
  return {
    /**
     * Whether personal details may stand on the disk; false until it was asked for. It is read each time:
     * another tab may have taken it back.
     */
    storesPrivate: (): Promise<boolean> =>
      storage.use(async (db) => (await db.get("settings", PRIVATE)) === true),

    storePrivate: (isKept: boolean): Promise<void> =>
      storage.use(async (db) => void (await db.put("settings", isKept, PRIVATE))),
  };
}
