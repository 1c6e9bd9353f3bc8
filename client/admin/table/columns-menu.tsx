import { ChevronDown, ChevronUp, Columns3, GripVertical, Pin } from "lucide-react";
import { useState } from "react";
import type { TableSchema } from "../../../server/contract/tables.ts";
import { columnWords as words } from "../../content/admin-parts.ts";
import { IconButton, Tick, ToolButton, ToolPopover } from "../app/controls.tsx";
import {
  type ColumnSettings,
  DEFAULT_COLUMNS,
  isHidden,
  moveColumn,
  orderedColumns,
  stepColumn,
  toggleColumn,
  togglePin,
} from "./column-settings.ts";

type ColumnsMenuProps = {
  schema: TableSchema;
  settings: ColumnSettings;
  onSettings: (settings: ColumnSettings) => void;
  open: boolean;
  onOpen: (open: boolean) => void;
};

/** Shows, hides, orders and pins columns. */
export function ColumnsMenu({ schema, settings, onSettings, open, onOpen }: ColumnsMenuProps) {
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
          <ColumnList {...{ schema, settings, onSettings }} />
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

type ColumnListProps = Pick<ColumnsMenuProps, "schema" | "settings" | "onSettings">;

function ColumnList({ schema, settings, onSettings }: ColumnListProps) {
  const [dragged, setDragged] = useState<string>();
  const names = orderedColumns(schema, settings);
  const moveTo = (beside: string) => {
    if (dragged === undefined || dragged === beside) return;
    const side = names.indexOf(dragged) < names.indexOf(beside) ? "after" : "before";
    onSettings(moveColumn(schema, settings, { name: dragged, beside, side }));
  };
  return (
    <ul aria-label={words.button} className="max-h-[min(26rem,60vh)] overflow-y-auto p-1.5">
      {names.map((name) => (
        // The arrow buttons do the same by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <li
          key={name}
          draggable
          onDragStart={() => setDragged(name)}
          onDragEnd={() => setDragged(undefined)}
          onDragEnter={() => moveTo(name)}
          onDragOver={(event) => event.preventDefault()}
          className={`flex min-h-9 items-center gap-1 rounded-sheet pl-1 hover:bg-paper-2 ${dragged === name ? "bg-teal-2" : ""}`}
        >
          <ColumnLine name={name} {...{ schema, settings, onSettings }} />
        </li>
      ))}
    </ul>
  );
}

function ColumnLine({ name, schema, settings, onSettings }: ColumnListProps & { name: string }) {
  const title = schema.properties[name]?.title ?? name;
  const isPinned = settings.pinned.includes(name);
  const step = (by: -1 | 1) => onSettings(stepColumn(schema, settings, { name, step: by }));
  return (
    <>
      <GripVertical aria-hidden="true" className="size-4 shrink-0 cursor-grab text-ink-2" />
      <Tick
        aria-label={words.show(title)}
        label={<span className="min-w-0 truncate">{title}</span>}
        checked={!isHidden(settings, name)}
        onChange={() => onSettings(toggleColumn(schema, settings, name))}
        className="min-w-0 flex-1"
      />
      <IconButton icon={ChevronUp} label={words.up(title)} onClick={() => step(-1)} />
      <IconButton icon={ChevronDown} label={words.down(title)} onClick={() => step(1)} />
      <IconButton
        icon={Pin}
        label={words.pin(title)}
        aria-pressed={isPinned}
        onClick={() => onSettings(togglePin(settings, name))}
        className="aria-pressed:bg-teal-2 aria-pressed:text-teal"
      />
    </>
  );
}
