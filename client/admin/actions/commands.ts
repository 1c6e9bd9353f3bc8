import { useEffect, useId, useMemo, useSyncExternalStore } from "react";
import type { TableRow } from "../../../server/contract/tables.ts";
import { isComposing } from "../../lib/composing.ts";
import { createStore } from "../../lib/observable.ts";
import { useOpenAction } from "./actions.tsx";
import { allowedActions, useActions } from "./order-queries.ts";

/** Scope of a shortcut, as shown in the help. */
type Place = "Anywhere" | "A table" | "The grid";

export type Shortcut = {
  /** Key combination; `Mod` is ⌘ on a Mac and Ctrl elsewhere. */
  keys: string;
  title: string;
  place: Place;
};

/** All keyboard shortcuts, used by the key handlers and the help dialog. */
export const SHORTCUTS = {
  palette: { keys: "Mod+K", title: "Find anything, do anything", place: "Anywhere" },
  help: { keys: "?", title: "Show these shortcuts", place: "Anywhere" },
  add: { keys: "N", title: "Add a row", place: "A table" },
  filters: { keys: "F", title: "Show or hide the filters", place: "A table" },
  columns: { keys: "C", title: "Choose columns", place: "A table" },
  views: { keys: "V", title: "Open a saved view", place: "A table" },
  reload: { keys: "R", title: "Load the list again", place: "A table" },
  move: { keys: "Arrow keys", title: "Move from cell to cell", place: "The grid" },
  ends: { keys: "Mod+Home, Mod+End", title: "First and last cell", place: "The grid" },
  range: { keys: "Shift+Arrow keys", title: "Select a range", place: "The grid" },
  widen: { keys: "Shift+←, Shift+→", title: "In the head: change the width", place: "The grid" },
  edit: { keys: "Enter, F2", title: "Edit the cell in place", place: "The grid" },
  follow: { keys: "Mod+Enter", title: "Open the row that the cell names", place: "The grid" },
  commit: { keys: "Tab", title: "Keep what was typed, go to the next cell", place: "The grid" },
  cancel: { keys: "Escape", title: "Leave the cell as it was", place: "The grid" },
  tick: { keys: "Space", title: "Select the row", place: "The grid" },
  copy: { keys: "Mod+C", title: "Copy the range", place: "The grid" },
  paste: { keys: "Mod+V", title: "Paste from a spreadsheet", place: "The grid" },
} as const satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof SHORTCUTS;

export const SHORTCUT_PLACES: readonly Place[] = ["Anywhere", "A table", "The grid"];

type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** Returns the shortcut of a key event; ignores single-key shortcuts while the user types. */
export function shortcutOf<Name extends ShortcutName>(
  names: readonly Name[],
  press: KeyPress,
  { mac, typing }: { mac: boolean; typing: boolean },
): Name | undefined {
  return names.find((name) => {
    const { keys } = SHORTCUTS[name];
    if (keys.startsWith("Mod+")) return isModPress(keys.slice("Mod+".length), press, mac);
    return !typing && !press.ctrlKey && !press.metaKey && !press.altKey && isKey(keys, press);
  });
}

function isModPress(key: string, press: KeyPress, mac: boolean): boolean {
  const mod = mac ? press.metaKey && !press.ctrlKey : press.ctrlKey && !press.metaKey;
  return mod && !press.altKey && !press.shiftKey && isKey(key, press);
}

function isKey(key: string, press: KeyPress): boolean {
  return press.key.toLowerCase() === key.toLowerCase();
}

/** Formats a key combination for the user's platform. */
export function keysText(keys: string, mac: boolean): string {
  return keys.replaceAll("Mod+", mac ? "⌘" : "Ctrl+");
}

/** Whether `Mod` is ⌘. */
export const IS_MAC = /Mac|iP(?:hone|ad)/.test(navigator.platform);

/** Elements that disable single-key shortcuts while focused. */
const TYPING = "input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog]";

/** Command of a mounted screen, listed in the palette and run by its shortcut. */
export type Command = { title: string; run: () => void; shortcut?: ShortcutName };

const byScreenPart = new Map<string, readonly Command[]>();
const offered = createStore<readonly Command[]>([]);

/** Registers commands while the calling component is mounted. */
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

type TableCommands = {
  /** Undefined when rows cannot be added. */
  onAdd: (() => void) | undefined;
  onFilters: () => void;
};

/** Registers the add and filter commands of a table. */
export function useTableCommands({ onAdd, onFilters }: TableCommands): void {
  const commands = useMemo(() => {
    const { add, filters } = SHORTCUTS;
    const all: Command[] = [{ title: filters.title, shortcut: "filters", run: onFilters }];
    return onAdd ? [{ title: add.title, shortcut: "add", run: onAdd } as const, ...all] : all;
  }, [onAdd, onFilters]);
  useCommands(commands);
}

/**
 * Registers a row's actions as commands. Excludes actions that move money: use their buttons next
 * to the amounts. `label`, the row's name, is appended to the command titles.
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

/** Runs commands of mounted screens, or functions in `own`, on their keyboard shortcuts. */
export function useShortcuts(own: Partial<Record<ShortcutName, () => void>>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isComposing(event)) return;
      const runs = { ...own };
      for (const { shortcut, run } of offered.get()) if (shortcut) runs[shortcut] ??= run;
      const names = Object.keys(runs) as ShortcutName[];
      const typing = event.target instanceof Element && event.target.closest(TYPING) !== null;
      const name = shortcutOf(names, event, { mac: IS_MAC, typing });
      if (!name) return;
      event.preventDefault();
      runs[name]?.();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [own]);
}
