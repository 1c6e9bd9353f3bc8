import { ChevronDown, ChevronUp, Columns3, GripVertical, Pin } from "lucide-react";
import { useState } from "react";
import type { TableSchema } from "../../../server/contract/tables.ts";
import { columnWords as words } from "../../content/admin-parts.ts";
import { IconButton, ToolButton } from "../app/controls.tsx";
import { ToolPopover } from "../app/popover.tsx";
import {
  type Columns,
  columnsAsBuilt,
  isHidden,
  moveColumns,
  orderedColumns,
  stepColumn,
  toggleColumn,
  togglePin,
} from "./column-settings.ts";

type ColumnsMenuProps = {
  schema: TableSchema;
  columns: Columns;
  onColumns: (columns: Columns) => void;
  open: boolean;
  onOpen: (open: boolean) => void;
};

/** Which columns are shown, in which order, and which stay in sight. */
export function ColumnsMenu({ schema, columns, onColumns, open, onOpen }: ColumnsMenuProps) {
  return (
    <ToolPopover
      title={words.button}
      open={open}
      onOpen={onOpen}
      button={
        <>
          <Columns3 aria-hidden="true" className="size-4" />
          {words.button}
        </>
      }
    >
      {() => (
        <div className="flex w-80 max-w-full min-h-0 flex-col">
          <ColumnList {...{ schema, columns, onColumns }} />
          <div className="flex items-center gap-3 border-t border-line px-3 py-2">
            <p className="flex-1 text-ink-2">{words.hint}</p>
            {/* Never disabled: it would lose the focus, and Escape would close nothing. */}
            <ToolButton onClick={() => onColumns(columnsAsBuilt())}>{words.reset}</ToolButton>
          </div>
        </div>
      )}
    </ToolPopover>
  );
}

type ColumnListProps = Pick<ColumnsMenuProps, "schema" | "columns" | "onColumns">;

/** A line is put in its place by its arrows, or is drawn there by a pointer. */
function ColumnList({ schema, columns, onColumns }: ColumnListProps) {
  const [drawn, setDrawn] = useState<string>();
  const names = orderedColumns(schema, columns);
  const place = (over: string) => {
    if (drawn === undefined || drawn === over) return;
    const side = names.indexOf(drawn) < names.indexOf(over) ? "after" : "before";
    onColumns(moveColumns(schema, columns, { names: [drawn], beside: over, side }));
  };
  return (
    <ul aria-label={words.button} className="max-h-[min(26rem,60vh)] overflow-y-auto p-1.5">
      {names.map((name) => (
        // Drawing is a second way: the arrows in the line do the same by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <li
          key={name}
          draggable
          onDragStart={() => setDrawn(name)}
          onDragEnd={() => setDrawn(undefined)}
          onDragEnter={() => place(name)}
          onDragOver={(event) => event.preventDefault()}
          className={`flex min-h-9 items-center gap-1 rounded-sheet pl-1 hover:bg-paper-2 ${drawn === name ? "bg-teal-2" : ""}`}
        >
          <ColumnLine name={name} {...{ schema, columns, onColumns }} />
        </li>
      ))}
    </ul>
  );
}

function ColumnLine({ name, schema, columns, onColumns }: ColumnListProps & { name: string }) {
  const title = schema.properties[name]?.title ?? name;
  const isPinned = columns.pinned.includes(name);
  const step = (by: -1 | 1) => onColumns(stepColumn(schema, columns, { name, step: by }));
  return (
    <>
      <GripVertical aria-hidden="true" className="size-4 shrink-0 cursor-grab text-ink-2" />
      <label className="flex min-w-0 flex-1 cursor-pointer items-center gap-2">
        <input
          type="checkbox"
          aria-label={words.show(title)}
          checked={!isHidden(columns, name)}
          onChange={() => onColumns(toggleColumn(schema, columns, name))}
          className="size-4 shrink-0 accent-teal"
        />
        <span className="min-w-0 truncate">{title}</span>
      </label>
      <IconButton label={words.up(title)} onClick={() => step(-1)}>
        <ChevronUp aria-hidden="true" className="size-4" />
      </IconButton>
      <IconButton label={words.down(title)} onClick={() => step(1)}>
        <ChevronDown aria-hidden="true" className="size-4" />
      </IconButton>
      <IconButton
        label={words.pin(title)}
        aria-pressed={isPinned}
        onClick={() => onColumns(togglePin(columns, name))}
        className="aria-pressed:bg-teal-2 aria-pressed:text-teal"
      >
        <Pin aria-hidden="true" className="size-4" />
      </IconButton>
    </>
  );
}
