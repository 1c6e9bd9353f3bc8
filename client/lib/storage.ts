/** The part of `Storage` that is used here. */
export type TextStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/**
 * Storage that never throws: where the browser refuses it, what is kept lives as long as the page.
 * `open` gives the browser's own; reading `window.localStorage` alone may throw.
 */
export function safeStorage(open: () => TextStorage): TextStorage {
  const kept = new Map<string, string>();
  const attempt = <Value>(run: (storage: TextStorage) => Value, refused: () => Value): Value => {
    try {
      return run(open());
    } catch {
      return refused();
    }
  };
  return {
    getItem: (key) =>
      kept.get(key) ??
      attempt(
        (storage) => storage.getItem(key),
        () => null,
      ),
    setItem: (key, value) =>
      attempt(
        (storage) => storage.setItem(key, value),
        () => void kept.set(key, value),
      ),
    removeItem(key) {
      kept.delete(key);
      attempt(
        (storage) => storage.removeItem(key),
        () => {},
      );
    },
  };
}

/** The JSON that is kept under a key; undefined when there is none or it cannot be read. */
export function readJson(storage: TextStorage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** The texts that are kept under a key, each once; none where what is kept cannot be read. */
export function keptSet(storage: TextStorage, key: string) {
  const list = (): string[] => {
    const kept = readJson(storage, key);
    return Array.isArray(kept) ? kept.filter((text) => typeof text === "string") : [];
  };
  const without = (text: string) => list().filter((other) => other !== text);
  const keep = (texts: string[]) => storage.setItem(key, JSON.stringify(texts));
  return {
    has: (text: string) => list().includes(text),
    add: (text: string) => keep([...without(text), text]),
    remove: (text: string) => keep(without(text)),
  };
}

/** What this browser keeps, and what this tab keeps. Opened with their first use: never on a server. */
export const browserStorage = safeStorage(() => window.localStorage);
export const tabStorage = safeStorage(() => window.sessionStorage);
