import { expect, test, vi } from "vitest";
import { askToPersist, readPersistence } from "../../../../client/admin/offline/persistence.ts";
import { safeStorage } from "../../../../client/lib/storage.ts";

function emptyStorage() {
  const kept = new Map<string, string>();
  return safeStorage(() => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }));
}

test.each([
  ["an older browser can't be asked", {}],
  ["the browser fails", { persist: () => Promise.reject(new Error("no")) }],
])("%s: nothing is promised", async (_case, manager) => {
  const storage = emptyStorage();
  expect(await askToPersist({ storage, manager })).toBe(false);
  expect(readPersistence(storage)).toBe(false);
});

test("the browser is asked once, and what it said is remembered", async () => {
  const storage = emptyStorage();
  expect(readPersistence(storage)).toBeUndefined();
  const persist = vi.fn(async () => true);
  expect(await askToPersist({ storage, manager: { persist } })).toBe(true);
  expect(await askToPersist({ storage, manager: { persist } })).toBe(true);
  expect(persist).toHaveBeenCalledOnce();
  expect(readPersistence(storage)).toBe(true);
});
