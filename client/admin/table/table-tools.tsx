import { useQueryClient } from "@tanstack/react-query";
import { EllipsisVertical, FileUp, Undo2 } from "lucide-react";
import { useMemo, useState } from "react";
import { Button } from "react-aria-components/Button";
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { historyWords, importWords, toolWords } from "../../content/admin-parts.ts";
import type { ColumnView } from "./column-view.ts";
import { ColumnsMenu } from "./columns-menu.tsx";
import { toolClass } from "../app/controls.tsx";
import { DeletedRows } from "./history/deleted-rows.tsx";
import { ImportDialog } from "./import/import-dialog.tsx";
import { type Command, useCommands } from "../app/palette/commands.ts";
import { SHORTCUTS } from "../app/palette/shortcuts.ts";
import { CHOICE, FLOATING } from "../app/popover.tsx";
import type { TablePart } from "../app/part-props.ts";
import { ViewsMenu } from "./views/views-menu.tsx";

type TableToolsProps = TablePart & { view: ColumnView; onView: (view: ColumnView) => void };
type Open = "columns" | "views" | "import" | "deleted";

/** Saved views, columns, and what is needed seldom. */
export function TableTools({ view, onView, ...part }: TableToolsProps) {
  const { schema } = part;
  const { readOnly } = schema;
  const [open, setOpen] = useState<Open>();
  const client = useQueryClient();
  const commands = useMemo<Command[]>(() => {
    const opens = (title: string, what: Open) => ({ title, run: () => setOpen(what) });
    return [
      { ...opens(SHORTCUTS.views.title, "views"), shortcut: "views" },
      { ...opens(SHORTCUTS.columns.title, "columns"), shortcut: "columns" },
      {
        title: SHORTCUTS.reload.title,
        run: () => void client.invalidateQueries({ queryKey: ["rows"] }),
        shortcut: "reload",
      },
      ...(readOnly
        ? []
        : [opens(importWords.button, "import"), opens(historyWords.deletedButton, "deleted")]),
    ];
  }, [client, readOnly]);
  useCommands(commands);
  const menu = (what: Open) => ({
    open: open === what,
    onOpen: (isOpen: boolean) => setOpen(isOpen ? what : undefined),
  });
  const close = () => setOpen(undefined);
  return (
    <>
      <ViewsMenu {...part} columns={view} onColumns={onView} {...menu("views")} />
      <ColumnsMenu schema={schema} columns={view} onColumns={onView} {...menu("columns")} />
      {!readOnly && (
        <MenuTrigger>
          <Button aria-label={toolWords.more} className={toolClass("quiet", "px-2!")}>
            <EllipsisVertical aria-hidden="true" className="size-4" />
          </Button>
          <Popover className={FLOATING} placement="bottom end">
            <Menu
              aria-label={toolWords.more}
              onAction={(key) => setOpen(key as Open)}
              className="p-1.5 outline-none"
            >
              <MenuItem id="import" textValue={importWords.button} className={CHOICE}>
                <FileUp aria-hidden="true" className="size-4" />
                {importWords.button}
              </MenuItem>
              <MenuItem id="deleted" textValue={historyWords.deletedButton} className={CHOICE}>
                <Undo2 aria-hidden="true" className="size-4" />
                {historyWords.deletedButton}
              </MenuItem>
            </Menu>
          </Popover>
        </MenuTrigger>
      )}
      {open === "import" && <ImportDialog schema={schema} onClose={close} />}
      {open === "deleted" && <DeletedRows schema={schema} onClose={close} />}
    </>
  );
}
