import { PanelsTopLeft } from "lucide-react";
import type { TableRow, TableSchema } from "../../../server/contract/tables.ts";
import { deskWords } from "../../content/admin-orders.ts";
import { rowLabel } from "../app/labels.ts";
import { allowedActions } from "./order-queries.ts";
import { ScreenLink } from "./panels.tsx";
import { rowPath, screenTables } from "./screen-paths.ts";
import { ActionMenu } from "./row-actions.tsx";

type GridRowActionsProps = { schema: TableSchema; row: TableRow };

/** What stands beside a row in its table's list: the way to its screen, and its actions. */
export function GridRowActions({ schema, row }: GridRowActionsProps) {
  const { name } = schema;
  const actions = allowedActions(schema.actions, row);
  const known = rowLabel(schema, row);
  const open = deskWords.open(known);
  return (
    <>
      {screenTables.has(name) && (
        <ScreenLink
          path={rowPath({ table: name, id: row.id })}
          label={open}
          className="inline-flex size-8 shrink-0 items-center justify-center rounded-sheet text-ink-2 hover:bg-paper-2 hover:text-ink"
        >
          <PanelsTopLeft aria-hidden="true" className="size-4" />
        </ScreenLink>
      )}
      {actions.length > 0 && (
        <ActionMenu
          label={deskWords.actions.menu(known)}
          entries={actions.map((action) => ({
            title: action.title,
            job: { table: name, row, action },
          }))}
        />
      )}
    </>
  );
}
