import { Pencil, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { countOf } from "../../../../server/contract/format.ts";
import { bulkWords as words } from "../../../content/admin-parts.ts";
import { ToolButton } from "../../app/controls.tsx";
import { filtersOf, type TablePart } from "../table-search.ts";
import { focusTable } from "../use-focus-handover.ts";
import { BulkDelete, BulkEdit } from "./bulk-dialogs.tsx";
import { selectedCount, type Selection } from "./use-bulk.ts";

type BulkBarProps = Omit<TablePart, "onSearch"> & {
  /** Number of matching rows at change `sequence`. */
  total: number;
  sequence: number;
  selected: ReadonlySet<number>;
  onSelect: (ids: ReadonlySet<number>) => void;
};

/** Changes or deletes the selected rows, or all rows that match the filters. */
export function BulkBar({ schema, search, total, sequence, selected, onSelect }: BulkBarProps) {
  const filter = filtersOf(search);
  const matching = JSON.stringify(filter);
  // "All matching" is only valid for the filters and selection it was chosen with.
  const [allOf, setAllOf] = useState<{ matching: string; selected: ReadonlySet<number> }>();
  const [dialog, setDialog] = useState<"edit" | "delete">();
  const [cleared, setCleared] = useState(0);
  // Runs after the dialog has closed, because closing it restores the focus to the old element.
  useEffect(() => {
    if (cleared > 0) focusTable();
  }, [cleared]);
  if (selected.size === 0 || schema.readOnly) return null;
  const isAll = allOf?.matching === matching && allOf.selected === selected;
  const selection: Selection = isAll ? { kind: "all" } : { kind: "rows", ids: selected };
  const counted = { filter: isAll ? filter : {}, total, sequence };
  const clear = () => {
    setAllOf(undefined);
    setDialog(undefined);
    onSelect(new Set());
    setCleared(cleared + 1);
  };
  const count = countOf(selectedCount(selection, counted), "row");
  const Dialog = dialog === "edit" ? BulkEdit : BulkDelete;
  return (
    <section
      aria-label={words.name}
      className="sticky top-0 z-20 mx-4 mb-3 flex flex-wrap items-center gap-2 rounded-control border border-teal bg-teal-2 py-1.5 pr-1.5 pl-3.5 text-xs sm:mx-6"
    >
      <p role="status" className="font-semibold">
        {isAll ? words.allSelected(count) : words.selected(count)}
      </p>
      {!isAll && total > selected.size && (
        <ToolButton look="plain" className="link" onClick={() => setAllOf({ matching, selected })}>
          {words.selectAll(total.toLocaleString())}
        </ToolButton>
      )}
      <div className="ml-auto flex flex-wrap gap-1.5">
        <ToolButton icon={Pencil} onClick={() => setDialog("edit")}>
          {words.edit}
        </ToolButton>
        <ToolButton icon={Trash2} onClick={() => setDialog("delete")}>
          {words.delete}
        </ToolButton>
        <ToolButton look="plain" onClick={clear}>
          {words.clear}
        </ToolButton>
      </div>
      {dialog && (
        <Dialog
          {...{ schema, selection, counted }}
          onDone={clear}
          onClose={() => setDialog(undefined)}
        />
      )}
    </section>
  );
}
