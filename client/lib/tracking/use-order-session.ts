import { useSyncExternalStore } from "react";
import { browserStorage } from "./page-stores.ts";
import { findSession } from "./session-address.ts";

const NEVER_CHANGES = () => () => {};

/**
 * The checkout session of an address: its own, or the one that its order number stands for in this
 * browser. `finding` is true on the server and while its page is taken over, which cannot know.
 */
export function useOrderSession({ sessionId, order }: { sessionId?: string; order?: string }): {
  sessionId: string | undefined;
  finding: boolean;
} {
  const inBrowser = useSyncExternalStore(
    NEVER_CHANGES,
    () => true,
    () => false,
  );
  if (sessionId || !order) return { sessionId, finding: false };
  return inBrowser
    ? { sessionId: findSession(browserStorage, order), finding: false }
    : { sessionId: undefined, finding: true };
}
