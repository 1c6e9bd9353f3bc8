export type TextStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/**
 * Wraps a storage so that it never throws. Values that cannot be stored are kept in memory. `open`
 * is a function, because reading `window.localStorage` may throw.
 */
export function safeStorage(open: () => TextStorage): TextStorage {
  const inMemory = new Map<string, string>();
  const attempt = <Value>(run: (storage: TextStorage) => Value): Value | undefined => {
    try {
      return run(open());
    } catch {
      return undefined;
    }
  };
  return {
    getItem: (key) => inMemory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    setItem(key, value) {
      const isStored = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      });
      if (!isStored) inMemory.set(key, value);
    },
    removeItem(key) {
      inMemory.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
  };
}

/** Parses the stored JSON; undefined when it is missing or invalid. */
export function readJson(storage: TextStorage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** A set of strings, stored as JSON. */
export function storedSet(storage: TextStorage, key: string) {
  const list = (): string[] => {
    const stored = readJson(storage, key);
    return Array.isArray(stored) ? stored.filter((text) => typeof text === "string") : [];
  };
  const without = (text: string) => list().filter((other) => other !== text);
  const store = (texts: string[]) => storage.setItem(key, JSON.stringify(texts));
  return {
    has: (text: string) => list().includes(text),
    add: (text: string) => store([...without(text), text]),
    remove: (text: string) => store(without(text)),
  };
}

/** localStorage and sessionStorage, accessed lazily because the server has neither. */
export const browserStorage = safeStorage(() => window.localStorage);
export const tabStorage = safeStorage(() => window.sessionStorage);
