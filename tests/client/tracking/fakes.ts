import { vi } from "vitest";
import type { TextStorage } from "../../../client/lib/storage.ts";
import type { TrackedPurchase } from "../../../client/tracking/purchase-queue.ts";
import type { Vendor } from "../../../client/tracking/vendors/vendor.ts";

export function aStorage(content: Record<string, string> = {}): TextStorage {
  const kept = new Map(Object.entries(content));
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
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

export function aVendor(changes: Partial<Vendor> = {}) {
  return {
    name: "a vendor",
    category: "marketing",
    traces: /^_v/,
    start: vi.fn(async () => {}),
    purchase: vi.fn(),
    stop: vi.fn(),
    ...changes,
  } satisfies Vendor;
}
