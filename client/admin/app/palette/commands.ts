import { useEffect, useId, useMemo, useSyncExternalStore } from "react";
import type { TableRow } from "../../../../server/contract/tables.ts";
import { createListeners, createStore } from "../../../lib/store.ts";
import { useOpenAction } from "../../desk/actions.tsx";
import { allowedActions, useActions } from "../../desk/order-queries.ts";
import { SHORTCUTS, type ShortcutName } from "./shortcuts.ts";

/** A command of the open screens: listed by the palette, run by its shortcut. */
export type Command = { title: string; run: () => void; shortcut?: ShortcutName };

const byScreenPart = new Map<string, readonly Command[]>();
const offered = createStore<readonly Command[]>([]);

/** Offers commands while the caller is mounted. */
export function useCommands(commands: readonly Command[]): void {
  const id = useId();
  useEffect(() => {
    const publish = () => offered.set([...byScreenPart.values()].flat());
    byScreenPart.set(id, commands);
    publish();
    return () => {
      byScreenPart.delete(id);
      publish();
    };
  }, [id, commands]);
}

export function useOffered(): readonly Command[] {
  return useSyncExternalStore(offered.subscribe, offered.get);
}

/** The offered commands, for event handlers. */
export const offeredNow = offered.get;

const openers = createListeners();

/** Opens the palette from elsewhere. */
export const openPalette = () => openers.notify();

export function useOpener(open: () => void): void {
  useEffect(() => openers.add(open), [open]);
}

type TableCommands = {
  /** Undefined when rows cannot be added. */
  onAdd: (() => void) | undefined;
  onFilters: () => void;
};

/** Offers the commands of a table's buttons. */
export function useTableCommands(wanted: TableCommands): void {
  const { onAdd, onFilters } = wanted;
  const commands = useMemo(() => {
    const all: Command[] = [
      { title: SHORTCUTS.filters.title, shortcut: "filters", run: onFilters },
    ];
    if (onAdd) all.unshift({ title: SHORTCUTS.add.title, shortcut: "add", run: onAdd });
    return all;
  }, [onAdd, onFilters]);
  useCommands(commands);
}

/**
 * Offers the actions of a row: the row of the screen, or the one at the keyboard cursor, which `label`
 * names. Actions that move money stay with their own buttons, next to the amounts.
 */
export function useRowCommands(table: string, row: TableRow | undefined, label?: string): void {
  const open = useOpenAction();
  const actions = useActions(table);
  const commands = useMemo(() => {
    if (!row) return [];
    const offered = allowedActions(actions, row).filter(({ movesMoney }) => !movesMoney);
    return offered.map((action) => ({
      title: label === undefined ? action.title : `${action.title}: ${label}`,
      run: () => open({ table, row, action }),
    }));
  }, [actions, label, open, row, table]);
  useCommands(commands);
}
