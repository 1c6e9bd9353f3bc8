/** Creates a list of event listeners. `add` returns a function that removes the listener. */
export function createListeners<Args extends unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>();
  return {
    add(listener: (...args: Args) => void): () => void {
      // Wrap the listener, so that adding it twice also calls it twice.
      const entry = (...args: Args) => listener(...args);
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
    notify(...args: Args): void {
      for (const listener of listeners) listener(...args);
    },
  };
}

/** Creates an observable value for `useSyncExternalStore(store.subscribe, store.get)`. */
export function createStore<Value>(initial: Value) {
  const { add, notify } = createListeners();
  let value = initial;
  return {
    get: () => value,
    /** Notifies the listeners unless the value is identical (`Object.is`). */
    set(next: Value): void {
      if (Object.is(value, next)) return;
      value = next;
      notify();
    },
    subscribe: add,
  };
}
