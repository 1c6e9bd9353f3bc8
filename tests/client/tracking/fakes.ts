import type { TextStorage } from "../../../client/lib/storage.ts";
import type { TrackedPurchase } from "../../../client/tracking/purchase-queue.ts";

export function aStorage(content: Record<string, string> = {}): TextStorage {
  const entries = new Map(Object.entries(content));
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

export function aTrackedPurchase(changes: Partial<TrackedPurchase> = {}): TrackedPurchase {
  return {
    orderId: "K7QM-3XRT",
    value: 49,
    currency: "USD",
    items: [
      { id: "1", name: "Premium Pack", price: 37, quantity: 1 },
      { id: "3", name: "Dinosaur Busy Book", price: 12, quantity: 1 },
    ],
    ...changes,
  };
}
