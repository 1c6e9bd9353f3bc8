import { useEffect } from "react";
import type { Ownership } from "../../../server/contract/store.ts";
import { hasTrackers } from "../../lib/tracking/has-trackers.ts";
import { noteEarlierOrder } from "../../lib/tracking/note-purchase.ts";
import { useSite } from "../../lib/use-site.ts";

/**
 * Takes the session id out of the address bar: it opens the order, and neither a shared address nor a
 * tracker shall carry it. The order is remembered where it is to be reported later. Only where nothing
 * else says that the order is paid it stays, and no tracker is let in.
 */
export function useHiddenSession(order: Ownership["order"]): void {
  const tracked = hasTrackers(useSite().trackers);
  const needed = order !== null && !order.recognised;
  const sessionId = order?.status === "paid" && !needed ? order.sessionId : undefined;
  useEffect(() => {
    if (needed) return;
    const url = new URL(window.location.href);
    if (!url.searchParams.has("sessionId")) return;
    url.searchParams.delete("sessionId");
    window.history.replaceState(window.history.state, "", url);
  }, [needed]);
  useEffect(() => {
    if (tracked && sessionId) noteEarlierOrder(sessionId);
  }, [tracked, sessionId]);
}
