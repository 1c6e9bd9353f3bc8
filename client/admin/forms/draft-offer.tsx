import { PencilLine } from "lucide-react";
import type { TableRow, TableSchema } from "../../../server/contract/tables.ts";
import { draftWords as words } from "../../content/admin-outbox.ts";
import type { Draft } from "../offline/database.ts";
import { ToolButton } from "../app/controls.tsx";
import { hourOrTimeOf } from "../desk/times.ts";
import { useDevice, useUnfinished } from "../pending/outbox-context.tsx";

type DraftOfferProps = {
  schema: TableSchema;
  /** The row that the form is of; none of a new one. */
  row: TableRow | undefined;
  /** What the form shows already. */
  taken: Draft | undefined;
  onTakeBack: (draft: Draft) => void;
};

/** Says what was left half typed in this form, and gives it back. */
export function DraftOffer({ schema, row, taken, onTakeBack }: DraftOfferProps) {
  const { drafts } = useDevice();
  const offered = useUnfinished(schema.name).find(
    (draft) => draft.key !== taken?.key && isOfForm(draft, row),
  );
  const draft = offered ?? taken;
  if (!draft) return null;
  const time = hourOrTimeOf(new Date(draft.at).toISOString());
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center gap-x-2 gap-y-1.5 rounded-sheet border border-line bg-paper-2 px-3 py-2"
    >
      <PencilLine aria-hidden="true" className="size-4 shrink-0 text-ink-2" />
      <p className="min-w-0 flex-1 basis-60">
        {offered ? words.offer(time) : words.taken(time)}
        {isChanged(draft, row) && ` ${words.changed}`}
      </p>
      {offered && (
        <>
          <ToolButton onClick={() => onTakeBack(offered)}>{words.takeBack}</ToolButton>
          <ToolButton look="plain" onClick={() => void drafts.drop(offered.key)}>
            {words.dropIt}
          </ToolButton>
        </>
      )}
    </div>
  );
}

function isOfForm(draft: Draft, row: TableRow | undefined): boolean {
  return row ? draft.version !== undefined && draft.row === row.id : draft.version === undefined;
}

/** A row that had never been sent, version 0, is changed by that alone. */
function isChanged({ version }: Draft, row: TableRow | undefined): boolean {
  return row !== undefined && version !== undefined && version > 0 && version !== row.version;
}
