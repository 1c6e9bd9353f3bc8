import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMatchRoute } from "@tanstack/react-router";
import { useEffect, useState, useSyncExternalStore } from "react";
import { openTabChannel, postToTabs } from "../../lib/tab-channel.ts";
import { readsOf } from "./queries.ts";
import { useDevice } from "../pending/outbox-context.tsx";
import { useOfflineCopy } from "./offline-context.tsx";

const SEEN_KEY = ["orders-seen"];
const TABLE = "orders";
/** Before every payment. */
const NEVER = new Date(0).toISOString();

/**
 * How many orders were paid since this administrator looked at their table last, in any tab. A checkout
 * that is not paid is no order yet. Counted is from the first time that this browser asks.
 */
export function useNewOrders(): number {
  const client = useQueryClient();
  const { storage } = useDevice();
  const { seenOrders } = useOfflineCopy();
  const isOpen = useMatchRoute()({ to: "/tables/$table", params: { table: TABLE } }) !== false;
  const isLooking = useIsShown() && isOpen;
  const { data: seen } = useQuery({
    queryKey: SEEN_KEY,
    queryFn: async () => (await seenOrders.find()) ?? null,
  });
  const { data: page, isFetching } = useQuery(paidSince(seen));
  // What is asked while they are looked at is seen, also when its answer comes after that.
  const [isSeen, setSeen] = useState(false);
  const newest = page?.data[0]?.["paid_at"] ?? undefined;
  const isFirst = seen === null;
  const mark = isFirst ? page && (newest ?? NEVER) : isLooking || isSeen ? newest : undefined;
  const name = `${storage.name}-orders-seen`;

  useEffect(() => {
    const channel = openTabChannel(name);
    channel.onMessage(() => {
      void client.invalidateQueries({ queryKey: SEEN_KEY });
    });
    return () => channel.close();
  }, [client, name]);

  useEffect(() => {
    if (typeof mark !== "string") return;
    client.setQueryData(SEEN_KEY, mark);
    void seenOrders.mark(mark).then(() => {
      postToTabs(name, mark);
    });
  }, [client, seenOrders, name, mark]);

  useEffect(() => {
    if (isLooking || !isFetching) setSeen(isLooking);
  }, [isLooking, isFetching]);

  return isFirst || isLooking || isSeen ? 0 : (page?.total ?? 0);
}

/** The orders that were paid after a time, the last of them first; without one, of all. */
function paidSince(seen: string | null | undefined) {
  const after: Record<string, string> = typeof seen === "string" ? { paid_at__gt: seen } : {};
  const search = { ...after, sort: "paid_at:desc", limit: "1" };
  return queryOptions({
    queryKey: ["rows", TABLE, search],
    queryFn: ({ client, signal }) => readsOf(client).listRows(TABLE, search, signal),
    enabled: seen !== undefined,
  });
}

function useIsShown(): boolean {
  return useSyncExternalStore(onShown, () => document.visibilityState === "visible");
}

function onShown(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}
