import type { AdminStorage } from "./database.ts";

const SEEN = "ordersSeen";

/** Up to which payment this user has looked at the orders, by its time as ISO 8601. */
export function seenOrders(storage: AdminStorage) {
  // For a browser that keeps nothing.
  let known: string | undefined;
  return {
    /** Undefined when they were never looked at here. */
    async find(): Promise<string | undefined> {
      const kept = await storage.use((db) => db.get("settings", SEEN)).catch(() => undefined);
      return typeof kept === "string" ? kept : known;
    },

    async mark(paidAt: string): Promise<void> {
      known = paidAt;
      await storage.use((db) => db.put("settings", paidAt, SEEN)).catch(() => {});
    },
  };
}
export type SeenOrders = ReturnType<typeof seenOrders>;
