import { Pencil, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { bulkWords as words } from "../../../content/admin-parts.ts";
import { ToolButton } from "../../app/controls.tsx";
import type { TablePart } from "../../app/part-props.ts";
import { filtersOf } from "../table-search.ts";
import { focusTable } from "../use-focus-handover.ts";
import { type Counted, countOf, rowsText, type Selection } from "./bulk.ts";
import { BulkDelete } from "./bulk-delete.tsx";
import { BulkEdit } from "./bulk-edit.tsx";

type BulkBarProps = TablePart & {
  /** How many rows fit, and the newest change that this was counted at. */
  total: number;
  sequence: number;
  selected: ReadonlySet<number>;
  onSelect: (ids: ReadonlySet<number>) => void;
};

/** What can be done with the ticked rows, or with all that match the filters. */
export function BulkBar({ schema, search, total, sequence, selected, onSelect }: BulkBarProps) {
  const filter = filtersOf(search);
  const matching = JSON.stringify(filter);
  // "All that match" means the filters and ticks it was said of: with others it is the ticked rows again.
  const [allOf, setAllOf] = useState<{ matching: string; selected: ReadonlySet<number> }>();
  const [doing, setDoing] = useState<"edit" | "delete">();
  const [cleared, setCleared] = useState(0);
  // Runs after the dialog has closed, because closing it restores the focus to the old element.
  useEffect(() => {
    if (cleared > 0) focusTable();
  }, [cleared]);
  if (selected.size === 0 || schema.readOnly) return null;
  const selection: Selection =
    allOf?.matching === matching && allOf.selected === selected
      ? { kind: "all" }
      : { kind: "rows", ids: selected };
  const counted: Counted = { filter: selection.kind === "all" ? filter : {}, total, sequence };
  const clear = () => {
    setAllOf(undefined);
    setDoing(undefined);
    onSelect(new Set());
    setCleared(cleared + 1);
  };
  const count = rowsText(countOf(selection, counted));
  const part = { schema, selection, counted, onDone: clear, onClose: () => setDoing(undefined) };
  return (
    <section
      aria-label={words.name}
      className="sticky top-0 z-20 mx-4 mb-3 flex flex-wrap items-center gap-2 rounded-control border border-teal bg-teal-2 py-1.5 pr-1.5 pl-3.5 text-xs sm:mx-6"
    >
      <p role="status" className="font-semibold">
        {selection.kind === "all" ? words.allSelected(count) : words.selected(count)}
      </p>
      {selection.kind === "rows" && total > selected.size && (
        <ToolButton look="plain" className="link" onClick={() => setAllOf({ matching, selected })}>
          {words.selectAll(total.toLocaleString())}
        </ToolButton>
      )}
      <div className="ml-auto flex flex-wrap gap-1.5">
        <ToolButton onClick={() => setDoing("edit")}>
          <Pencil aria-hidden="true" className="size-4" />
          {words.edit}
        </ToolButton>
        <ToolButton onClick={() => setDoing("delete")}>
          <Trash2 aria-hidden="true" className="size-4" />
          {words.delete}
        </ToolButton>
        <ToolButton look="plain" onClick={clear}>
          {words.clear}
        </ToolButton>
      </div>
      {doing === "edit" && <BulkEdit {...part} />}
      {doing === "delete" && <BulkDelete {...part} />}
    </section>
  );
}
