import { useEffect } from "react";

/** Closes the other `<details>` of a list when one opens, for browsers without `<details name>`. */
export function useOneOpen(): void {
  useEffect(() => {
    const follow = ({ target }: Event) => {
      if (!(target instanceof HTMLDetailsElement)) return;
      closeOthers(target, target.parentElement?.querySelectorAll("details") ?? []);
    };
    // The event does not bubble.
    document.addEventListener("toggle", follow, { capture: true });
    return () => document.removeEventListener("toggle", follow, { capture: true });
  }, []);
}

type Opened = { open: boolean };

export function closeOthers(toggled: Opened, entries: Iterable<Opened>): void {
  if (!toggled.open) return;
  for (const entry of entries) {
    if (entry !== toggled && entry.open) entry.open = false;
  }
}
