type Opened = { open: boolean };

/**
 * Closes every other entry when one was opened. Browsers do it themselves for entries that share a
 * `name`; older ones need this, and for the others nothing is left to do.
 */
export function closeOthers(toggled: Opened, entries: Iterable<Opened>): void {
  if (!toggled.open) return;
  for (const entry of entries) {
    if (entry !== toggled && entry.open) entry.open = false;
  }
}
