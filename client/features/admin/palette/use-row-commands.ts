import { useMemo } from "react";
import type { TableRow } from "../../../../server/contract/tables.ts";
import { useActions } from "../desk/desk-data.ts";
import { useOpenAction } from "../desk/open-action.ts";
import { useCommands } from "./commands.ts";

/**
 * Offers to the palette what can be done with the row that a screen shows. What moves money stays with
 * its own buttons, where the amounts stand.
 */
export function useRowCommands(table: string, row: TableRow): void {
  const open = useOpenAction();
  const actions = useActions(table);
  const commands = useMemo(
    () =>
      actions
        .filter(({ movesMoney }) => !movesMoney)
        .map((action) => ({ title: action.title, run: () => open({ table, row, action }) })),
    [actions, open, row, table],
  );
  useCommands(commands);
}
