import { useSyncExternalStore } from "react";
import { onEvents } from "../../lib/on-events.ts";

const NARROW = window.matchMedia("(width < 48rem)");

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => NARROW.matches);
}

function subscribe(onChange: () => void): () => void {
  return onEvents(onChange, [NARROW, "change"]);
}
