import { useEffect } from "react";
import type { Ownership } from "../../../server/contract/store.ts";
import { hasTrackers } from "../../lib/tracking/has-trackers.ts";
import { noteEarlierOrder } from "../../lib/tracking/note-purchase.ts";
import { useSite } from "../../lib/use-site.ts";

/**
 * Takes the session id out of the address bar: it opens the order, and neither a shared address nor a
 * tracker shall carry it. The order is remembered where it is to be reported later.
 */
export function useHiddenSession(order: Ownership["order"]): void {
  const tracked = hasTrackers(useSite().trackers);
  const sessionId = order?.status === "paid" ? order.sessionId : undefined;
  useEffect(() => {
    const url = new URL(window.location.href);
    if (!url.searchParams.has("sessionId")) return;
    url.searchParams.delete("sessionId");
    window.history.replaceState(window.history.state, "", url);
  }, []);
  useEffect(() => {
    if (tracked && sessionId) noteEarlierOrder(sessionId);
  }, [tracked, sessionId]);
}
