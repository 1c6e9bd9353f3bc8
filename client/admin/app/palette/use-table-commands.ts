import { useMemo } from "react";
import { type Command, useCommands } from "./commands.ts";
import { SHORTCUTS } from "./shortcuts.ts";

type TableCommands = {
  /** Undefined where rows can't be added. */
  onAdd: (() => void) | undefined;
  onFilters: () => void;
};

/** Offers what a table's own buttons do to the palette and the keyboard. */
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
