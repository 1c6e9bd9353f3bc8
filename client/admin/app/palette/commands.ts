import { useEffect, useId, useSyncExternalStore } from "react";
import type { ShortcutName } from "./shortcuts.ts";

/** Something that can be done on the screen that is open: the palette lists it, its keys run it. */
export type Command = { title: string; run: () => void; shortcut?: ShortcutName };

/** What the screens that are open offer, each part of them under a name of its own. */
const offered = new Map<string, readonly Command[]>();
const listeners = new Set<() => void>();
let all: readonly Command[] = [];

function publish(): void {
  all = [...offered.values()].flat();
  for (const listener of listeners) listener();
}

/** Offers these while the caller is shown. */
export function useCommands(commands: readonly Command[]): void {
  const id = useId();
  useEffect(() => {
    offered.set(id, commands);
    publish();
    return () => {
      offered.delete(id);
      publish();
    };
  }, [id, commands]);
}

/** All that is offered now. */
export function useOffered(): readonly Command[] {
  return useSyncExternalStore(subscribe, offeredNow);
}

/** The same for a handler, at the moment it is asked. */
export function offeredNow(): readonly Command[] {
  return all;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const openers = new Set<() => void>();

/** Opens the palette, from a button that is elsewhere. */
export function openPalette(): void {
  for (const open of openers) open();
}

export function useOpener(open: () => void): void {
  useEffect(() => {
    openers.add(open);
    return () => void openers.delete(open);
  }, [open]);
}
