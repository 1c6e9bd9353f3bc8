import { useQueryClient } from "@tanstack/react-query";
import { PencilLine } from "lucide-react";
import type { TableRow, TableSchema } from "../../../server/contract/tables.ts";
import { draftWords as words } from "../../content/admin-outbox.ts";
import { readableMessage } from "../../lib/readable-error.ts";
import type { Draft } from "../offline/database.ts";
import { ToolButton } from "../app/controls.tsx";
import { rowsQuery } from "../data/queries.ts";
import { hourOrTimeOf } from "../desk/times.ts";
import { singularOf } from "../app/labels.ts";
import { useDevice, usePendingEdits, useUnfinished } from "../pending/outbox-context.tsx";
import { useToasts } from "../app/toasts.tsx";

type UnfinishedLinesProps = {
  schema: TableSchema;
  /** `row` is undefined for a new one. */
  onOpen: (draft: Draft, row: TableRow | undefined) => void;
};

/** The forms of a table that were left half typed, so that they are found at all. */
export function UnfinishedLines({ schema, onOpen }: UnfinishedLinesProps) {
  const { drafts } = useDevice();
  const { show } = useToasts();
  const findRow = useFindRow(schema.name);
  const unfinished = useUnfinished(schema.name);
  if (unfinished.length === 0) return null;

  async function open(draft: Draft, label: string): Promise<void> {
    if (draft.version === undefined) return onOpen(draft, undefined);
    try {
      const row = await findRow(draft.row);
      if (row) onOpen(draft, row);
      else show({ text: words.gone(label), failed: true });
    } catch (error) {
      show({ text: readableMessage(error), failed: true });
    }
  }

  return (
    <ul aria-label={words.name} className="px-4 pb-2 text-xs text-ink-2">
      {unfinished.map((draft) => {
        const label = draft.label || words.newRow(singularOf(schema));
        const time = hourOrTimeOf(new Date(draft.at).toISOString());
        return (
          <li key={draft.key} className="flex items-center gap-1.5">
            <PencilLine aria-hidden="true" className="size-3.5 shrink-0" />
            <span className="min-w-0 wrap-anywhere">{words.unfinished(label, time)}</span>
            <ToolButton
              look="plain"
              aria-label={words.openOf(label)}
              onClick={() => void open(draft, label)}
            >
              {words.open}
            </ToolButton>
            <ToolButton
              look="plain"
              aria-label={words.dropOf(label)}
              onClick={() => void drafts.drop(draft.key)}
            >
              {words.drop}
            </ToolButton>
          </li>
        );
      })}
    </ul>
  );
}

/** Finds a row wherever it stands in its table, with what waits for it on this device. */
function useFindRow(table: string) {
  const client = useQueryClient();
  const { added, withEdits } = usePendingEdits(table);
  return async (id: number): Promise<TableRow | undefined> => {
    const own = added.find((row) => row.id === id);
    if (own) return own;
    const page = await client.fetchQuery(rowsQuery(table, { id: String(id), limit: "1" }));
    const [row] = page.data;
    return row && withEdits(row);
  };
}
