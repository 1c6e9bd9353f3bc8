import { useSyncExternalStore } from "react";

/** For `useSyncExternalStore`: the source never changes. */
export const subscribeToNothing = () => () => {};

/** Returns `read()` in the browser, and `before` on the server and until hydration. */
export function useBrowserValue<Value>(read: () => Value, before: Value): Value {
  return useSyncExternalStore(subscribeToNothing, read, () => before);
}
