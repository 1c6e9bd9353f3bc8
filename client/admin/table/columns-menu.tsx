import type { Column } from "@tanstack/react-table";
import { ChevronDown, ChevronUp, Columns3, GripVertical, Pin } from "lucide-react";
import { useState } from "react";
import type { TableRow } from "../../../server/contract/tables.ts";
import { columnWords as words } from "../../content/admin-parts.ts";
import { IconButton, Tick, ToolButton, ToolPopover } from "../ui/controls.tsx";
import { type ColumnSettings, DEFAULT_COLUMNS } from "./column-settings.ts";
import type { features, GridTable } from "./grid-table.tsx";

type ColumnsMenuProps = {
  table: GridTable;
  settings: ColumnSettings;
  onSettings: (settings: ColumnSettings) => void;
  open: boolean;
  onOpen: (open: boolean) => void;
};

export function ColumnsMenu({ table, settings, onSettings, open, onOpen }: ColumnsMenuProps) {
  return (
    <ToolPopover
      title={words.button}
      open={open}
      onOpen={onOpen}
      icon={Columns3}
      button={words.button}
    >
      {() => (
        <div className="flex w-80 max-w-full min-h-0 flex-col">
          <ColumnList table={table} pinned={settings.pinned} />
          <div className="flex items-center gap-3 border-t border-line px-3 py-2">
            <p className="flex-1 text-ink-2">{words.hint}</p>
            {/* Never disabled: a disabled button loses the focus, and Escape would not work. */}
            <ToolButton onClick={() => onSettings(DEFAULT_COLUMNS)}>{words.reset}</ToolButton>
          </div>
        </div>
      )}
    </ToolPopover>
  );
}

/** Lists columns to show, hide, move and pin. `pinned` excludes the default pin of the label. */
function ColumnList({ table, pinned }: { table: GridTable; pinned: readonly string[] }) {
  const [dragged, setDragged] = useState<string>();
  const columns = table.getAllLeafColumns();
  const names = columns.map(({ id }) => id);
  const move = (name: string, to: string | undefined) => {
    const at = names.indexOf(to ?? name);
    if (at === names.indexOf(name)) return;
    const rest = names.filter((each) => each !== name);
    table.setColumnOrder(rest.toSpliced(at, 0, name));
  };
  /** Moves a column one position, skipping hidden columns. */
  const step = (name: string, by: -1 | 1) => {
    const visible = table.getVisibleLeafColumns().map(({ id }) => id);
    if (visible.includes(name)) move(name, visible[visible.indexOf(name) + by]);
  };
  return (
    <ul aria-label={words.button} className="max-h-[min(26rem,60vh)] overflow-y-auto p-1.5">
      {columns.map((column) => (
        // The arrow buttons do the same by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <li
          key={column.id}
          draggable
          onDragStart={() => setDragged(column.id)}
          onDragEnd={() => setDragged(undefined)}
          onDragEnter={() => dragged !== undefined && move(dragged, column.id)}
          onDragOver={(event) => event.preventDefault()}
          className={`flex min-h-9 items-center gap-1 rounded-sheet pl-1 hover:bg-paper-2 ${dragged === column.id ? "bg-teal-2" : ""}`}
        >
          <ColumnLine
            column={column}
            isPinned={pinned.includes(column.id)}
            onStep={(by) => step(column.id, by)}
          />
        </li>
      ))}
    </ul>
  );
}

type ColumnLineProps = {
  column: Column<typeof features, TableRow>;
  isPinned: boolean;
  onStep: (by: -1 | 1) => void;
};

function ColumnLine({ column, isPinned, onStep }: ColumnLineProps) {
  const title = column.columnDef.meta?.field.title ?? column.id;
  return (
    <>
      <GripVertical aria-hidden="true" className="size-4 shrink-0 cursor-grab text-ink-2" />
      <Tick
        aria-label={words.show(title)}
        label={<span className="min-w-0 truncate">{title}</span>}
        checked={column.getIsVisible()}
        onChange={() => column.toggleVisibility()}
        className="min-w-0 flex-1"
      />
      <IconButton icon={ChevronUp} label={words.up(title)} onClick={() => onStep(-1)} />
      <IconButton icon={ChevronDown} label={words.down(title)} onClick={() => onStep(1)} />
      <IconButton
        icon={Pin}
        label={words.pin(title)}
        aria-pressed={isPinned}
        onClick={() => column.pin(isPinned ? false : "start")}
        className="aria-pressed:bg-teal-2 aria-pressed:text-teal"
      />
    </>
  );
}
