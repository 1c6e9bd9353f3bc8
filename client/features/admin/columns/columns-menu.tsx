import { ChevronDown, ChevronUp, Columns3, GripVertical, Pin } from "lucide-react";
import { GridList, GridListItem } from "react-aria-components/GridList";
import { useDragAndDrop } from "react-aria-components/useDragAndDrop";
import { Button } from "react-aria-components/Button";
import { Text } from "react-aria-components/Text";
import type { TableSchema } from "../../../../server/contract/tables.ts";
import { columnWords as words } from "../../../content/admin-parts.ts";
import { IconButton, ToolButton } from "../controls.tsx";
import { ToolPopover } from "../popover.tsx";
import {
  type Columns,
  columnsAsBuilt,
  isAsBuilt,
  moveColumns,
  orderedColumns,
  stepColumn,
  toggleColumn,
  togglePin,
} from "./columns.ts";

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
            <ToolButton disabled={isAsBuilt(columns)} onClick={() => onColumns(columnsAsBuilt())}>
              {words.reset}
            </ToolButton>
          </div>
        </div>
      )}
    </ToolPopover>
  );
}

type ColumnListProps = Pick<ColumnsMenuProps, "schema" | "columns" | "onColumns">;

function ColumnList({ schema, columns, onColumns }: ColumnListProps) {
  const names = orderedColumns(schema, columns);
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ "text/plain": String(key) })),
    onReorder({ keys, target: { key, dropPosition } }) {
      if (dropPosition === "on") return;
      const move = { names: [...keys].map(String), beside: String(key), side: dropPosition };
      onColumns(moveColumns(schema, columns, move));
    },
  });
  return (
    <GridList
      aria-label={words.button}
      items={names.map((id) => ({ id }))}
      // Lines are drawn again when what they show has changed, though their names have not.
      dependencies={[columns]}
      dragAndDropHooks={dragAndDropHooks}
      keyboardNavigationBehavior="tab"
      className="max-h-[min(26rem,60vh)] overflow-y-auto p-1.5 outline-none"
    >
      {({ id }) => <ColumnLine name={id} {...{ schema, columns, onColumns }} />}
    </GridList>
  );
}

function ColumnLine({ name, schema, columns, onColumns }: ColumnListProps & { name: string }) {
  const title = schema.properties[name]?.title ?? name;
  const isPinned = columns.pinned.includes(name);
  const step = (by: -1 | 1) => onColumns(stepColumn(schema, columns, { name, step: by }));
  return (
    <GridListItem
      id={name}
      textValue={title}
      className="group flex min-h-9 items-center gap-1 rounded-sheet pl-1 outline-none hover:bg-paper-2 data-dragging:opacity-50 data-drop-target:bg-teal-2 data-focus-visible:bg-paper-2"
    >
      <Button slot="drag" className="cursor-grab text-ink-2">
        <GripVertical aria-hidden="true" className="size-4" />
      </Button>
      <label className="flex min-w-0 flex-1 cursor-pointer items-center gap-2">
        <input
          type="checkbox"
          aria-label={words.show(title)}
          checked={!columns.hidden.includes(name)}
          onChange={() => onColumns(toggleColumn(schema, columns, name))}
          className="size-4 shrink-0 accent-teal"
        />
        <Text className="min-w-0 truncate">{title}</Text>
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
    </GridListItem>
  );
}
