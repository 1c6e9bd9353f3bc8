import { useMatchRoute } from "@tanstack/react-router";
import { useEffect, useSyncExternalStore } from "react";
import { newOrderWords as words } from "../../content/admin-device.ts";
import { onEvents } from "../../lib/events.ts";
import { browserStorage } from "../../lib/storage.ts";
import { createListeners } from "../../lib/observable.ts";
import { useRows } from "./queries.ts";

const TABLE = "orders";
const KEY = "adminOrdersSeen";
/** Timestamp before any payment. */
const NEVER = new Date(0).toISOString();

const seenListeners = createListeners();

/** Badge with the number of new orders, inside the link to the orders. */
export function NewOrders() {
  const orders = useNewOrders();
  if (orders === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-teal-2 px-2 py-px font-semibold text-teal tabular-nums">
      <span aria-hidden="true">{words.count(orders)}</span>
      <span className="sr-only">{words.said(orders)}</span>
    </span>
  );
}

/** Counts orders paid here since the orders table was last viewed in this browser, in any tab. */
function useNewOrders(): number {
  const isOpen = useMatchRoute()({ to: "/tables/$table", params: { table: TABLE } }) !== false;
  const isLooking = useSyncExternalStore(onShown, isShown) && isOpen;
  const seenAt = useSyncExternalStore(onSeen, () => browserStorage.getItem(KEY));
  const since: Record<string, string> = seenAt === null ? {} : { paid_at__gt: seenAt };
  const search = { ...since, source__eq: "own", sort: "paid_at:desc", limit: "1" };
  const { data: page, isPlaceholderData } = useRows(TABLE, search);
  const newest = page && !isPlaceholderData ? (page.data[0]?.["paid_at"] ?? NEVER) : undefined;
  const isFirst = seenAt === null;
  useEffect(() => {
    if (typeof newest !== "string" || !(isFirst || (isLooking && newest !== NEVER))) return;
    browserStorage.setItem(KEY, newest);
    seenListeners.notify();
  }, [isFirst, isLooking, newest]);
  return isFirst || isLooking || isPlaceholderData ? 0 : (page?.total ?? 0);
}

/** Forgets when the orders table was last viewed. */
export function forgetSeenOrders(): void {
  browserStorage.removeItem(KEY);
}

function isShown(): boolean {
  return document.visibilityState === "visible";
}

function onShown(listener: () => void): () => void {
  return onEvents(listener, [document, "visibilitychange"]);
}

/** Subscribes to changes in this tab and, via the storage event, in other tabs. */
function onSeen(listener: () => void): () => void {
  const ends = [onEvents(listener, [window, "storage"]), seenListeners.add(listener)];
  return () => ends.forEach((end) => end());
}
