import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => {};

/** A constant that only the browser knows; `before` on the server and until the page is hydrated. */
export function useBrowserValue<Value>(read: () => Value, before: Value): Value {
  return useSyncExternalStore(subscribeToNothing, read, () => before);
}
