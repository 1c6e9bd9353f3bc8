/** Where a shortcut works: a single key never while something is typed. */
type Place = "Anywhere" | "A table" | "The grid";

export type Shortcut = {
  /** What is pressed; `Mod` is Ctrl, and ⌘ on a Mac. */
  keys: string;
  title: string;
  place: Place;
};

/** All of them: the handlers compare with these, and the help lists them. */
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

type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** Which of these shortcuts a press is; single keys are none while something is typed. */
export function shortcutOf<Name extends ShortcutName>(
  names: readonly Name[],
  press: Press,
  { mac, typing }: { mac: boolean; typing: boolean },
): Name | undefined {
  return names.find((name) => {
    const { keys } = SHORTCUTS[name];
    if (keys.startsWith("Mod+")) return isModPress(keys.slice("Mod+".length), press, mac);
    return !typing && !press.ctrlKey && !press.metaKey && !press.altKey && isKey(keys, press);
  });
}

function isModPress(key: string, press: Press, mac: boolean): boolean {
  const mod = mac ? press.metaKey && !press.ctrlKey : press.ctrlKey && !press.metaKey;
  return mod && !press.altKey && !press.shiftKey && isKey(key, press);
}

function isKey(key: string, press: Press): boolean {
  return press.key.toLowerCase() === key.toLowerCase();
}

/** The keys as they stand on the keyboard at hand. */
export function keysText(keys: string, mac: boolean): string {
  return keys.replaceAll("Mod+", mac ? "⌘" : "Ctrl+");
}
