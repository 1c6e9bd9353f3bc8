import { PanelsTopLeft } from "lucide-react";
import type { TableRow, TableSchema } from "../../../../server/contract/tables.ts";
import { deskWords } from "../../../content/desk.ts";
import { rowLabel } from "../labels.ts";
import { DeskLink } from "./parts.tsx";
import { rowPlace, screenTables } from "./places.ts";
import { RowActions } from "./row-actions.tsx";

type RowMenuProps = { schema: TableSchema; row: TableRow };

/** What stands beside a row in its table's list: the way to its screen, and its actions. */
export function RowMenu({ schema: { name, label }, row }: RowMenuProps) {
  const known = rowLabel({ label }, row);
  const open = deskWords.open(known);
  return (
    <>
      {screenTables.has(name) && (
        <DeskLink
          place={rowPlace({ table: name, id: row.id })}
          label={open}
          className="inline-flex size-8 shrink-0 items-center justify-center rounded-sheet text-ink-2 hover:bg-paper-2 hover:text-ink"
        >
          <PanelsTopLeft aria-hidden="true" className="size-4" />
        </DeskLink>
      )}
      <RowActions table={name} row={row} label={known} />
    </>
  );
}
