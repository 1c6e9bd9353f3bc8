import { useEffect } from "react";
import { offeredNow } from "./commands.ts";
import { type ShortcutName, shortcutOf } from "./shortcuts.ts";

/** Whether ⌘ stands for Ctrl here. */
export const IS_MAC = /Mac|iP(?:hone|ad)/.test(navigator.platform);

/** What only types, or is asked something: single keys mean nothing else there. */
const TYPING = "input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog]";

/** Runs what the pressed keys stand for: these, and what the screen that is open offers. */
export function useShortcuts(own: Partial<Record<ShortcutName, () => void>>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const runs = { ...own };
      for (const { shortcut, run } of offeredNow()) if (shortcut) runs[shortcut] ??= run;
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
