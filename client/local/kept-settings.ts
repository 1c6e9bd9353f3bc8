import type { AdminStorage } from "./database.ts";

const PRIVATE = "private";

/** What the owner has chosen for this device. */
export function keptSettings(storage: AdminStorage) {
  let isPrivateKept: Promise<boolean> | undefined;
  return {
    /** Whether personal details may stand on the disk; false until it was asked for. */
    keepsPrivate: (): Promise<boolean> =>
      (isPrivateKept ??= storage.use(async (db) => (await db.get("settings", PRIVATE)) === true)),

    async keepPrivate(isKept: boolean): Promise<void> {
      await storage.use((db) => db.put("settings", isKept, PRIVATE));
      isPrivateKept = Promise.resolve(isKept);
    },
  };
}
