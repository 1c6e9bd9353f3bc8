import { useEffect } from "react";

/** Where a shortcut works. */
type Place = "Anywhere" | "A table" | "The grid";

export type Shortcut = {
  /** `Mod` is Ctrl, and ⌘ on a Mac. */
  keys: string;
  title: string;
  place: Place;
};

/** All shortcuts, for the handlers and the help. */
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
  commit: { keys: "Tab", title: "Keep what was typed, go to the next cell", place: "The grid" },
  cancel: { keys: "Escape", title: "Leave the cell as it was", place: "The grid" },
  tick: { keys: "Space", title: "Select the row", place: "The grid" },
  copy: { keys: "Mod+C", title: "Copy the range", place: "The grid" },
  paste: { keys: "Mod+V", title: "Paste from a spreadsheet", place: "The grid" },
} as const satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof SHORTCUTS;

export const SHORTCUT_PLACES: readonly Place[] = ["Anywhere", "A table", "The grid"];

type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** The shortcut of a key press. Single keys do not count while the user types. */
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

/** The keys as labelled on this keyboard. */
export function keysText(keys: string, mac: boolean): string {
  return keys.replaceAll("Mod+", mac ? "⌘" : "Ctrl+");
}

/** Whether `Mod` is ⌘. */
export const IS_MAC = /Mac|iP(?:hone|ad)/.test(navigator.platform);

/** Elements in which single keys are input. */
const TYPING = "input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog]";

/** Runs the commands of pressed shortcuts: `own` ones and those in `offered`. */
export function useShortcuts(
  own: Partial<Record<ShortcutName, () => void>>,
  offered: () => readonly { shortcut?: ShortcutName; run: () => void }[],
): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const runs = { ...own };
      for (const { shortcut, run } of offered()) if (shortcut) runs[shortcut] ??= run;
      const names = Object.keys(runs) as ShortcutName[];
      const typing = event.target instanceof Element && event.target.closest(TYPING) !== null;
      const name = shortcutOf(names, event, { mac: IS_MAC, typing });
      if (!name) return;
      event.preventDefault();
      runs[name]?.();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [own, offered]);
}
