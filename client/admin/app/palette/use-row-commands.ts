import { useMemo } from "react";
import type { TableRow } from "../../../../server/contract/tables.ts";
import { allowedActions, useActions } from "../../desk/order-queries.ts";
import { useOpenAction } from "../../desk/action-dialog.tsx";
import { useCommands } from "./commands.ts";

/**
 * Offers to the palette what can be done with a row: the one that a screen shows, or the one that the
 * keyboard is at. `label` tells which it is where a screen shows others as well. What moves money stays with
 * its own buttons, where the amounts stand.
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
