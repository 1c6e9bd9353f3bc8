import { useSyncExternalStore } from "react";

const NARROW = window.matchMedia("(width < 48rem)");

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => NARROW.matches);
}

function subscribe(onChange: () => void): () => void {
  NARROW.addEventListener("change", onChange);
  return () => NARROW.removeEventListener("change", onChange);
}
