import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Download, FileUp, Filter, Plus, Undo2 } from "lucide-react";
import { useMemo, useState } from "react";
import { adminMessages } from "../../content/admin-messages.ts";
import { historyWords, importWords, toolWords } from "../../content/admin-parts.ts";
import { adminWords } from "../../content/admin.ts";
import { ApiError, readableMessage, readAnswer } from "../../lib/answer.ts";
import { ToolButton, toolClass, ToolMenu } from "../ui/controls.tsx";
import { useAsk } from "../ui/dialog.tsx";
import { tableLabel } from "../data/row-texts.ts";
import { type Command, SHORTCUTS, useCommands } from "../actions/commands.ts";
import { adminCalls } from "../data/api.ts";
import { reloadRows } from "../data/queries.ts";
import { saveFile } from "../../lib/download.ts";
import type { ColumnSettings } from "./column-settings.ts";
import { ColumnsMenu } from "./columns-menu.tsx";
import type { GridTable } from "./grid-table.tsx";
import { DeletedRows } from "./history.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { filtersOf, type TablePart, wholeSearchOf, type ListSearch } from "../url/table-search.ts";
import { ViewsMenu } from "./views-menu.tsx";

const words = adminWords.table;

type ColumnProps = {
  table: GridTable;
  settings: ColumnSettings;
  onSettings: (settings: ColumnSettings) => void;
};

type TableHeadProps = TablePart &
  ColumnProps & {
    filtersOpen: boolean;
    onFilters: () => void;
    onAdd: () => void;
  };

export function TableHead({ filtersOpen, onFilters, onAdd, ...props }: TableHeadProps) {
  const { schema, search } = props;
  const filters = Object.keys(filtersOf(search)).length;
  return (
    <header className="flex flex-wrap items-end gap-x-4 gap-y-3 px-4 pt-4 pb-3">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="font-sans text-xl">{tableLabel(schema)}</h2>
        <p className="mt-0.5 text-ink-2">{schema.description}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <ToolButton icon={Filter} aria-expanded={filtersOpen} onClick={onFilters}>
          {words.filters}
          {filters > 0 && <span className="text-teal">{filters}</span>}
        </ToolButton>
        <TableTools {...props} />
        <ExportButton schema={schema} search={search} />
        {!schema.readOnly && (
          <ToolButton icon={Plus} look="main" onClick={onAdd}>
            {words.add}
          </ToolButton>
        )}
      </div>
    </header>
  );
}

type Tool = "columns" | "views" | "import" | "deleted";

function TableTools({ table, settings, onSettings, ...part }: TablePart & ColumnProps) {
  const { schema } = part;
  const { name, readOnly } = schema;
  const navigate = useNavigate();
  const [open, setOpen] = useState<Tool>();
  const client = useQueryClient();
  const more = useMemo(() => {
    const run = (tool: Tool) => () => setOpen(tool);
    const importOrders = () => void navigate({ to: "/import-orders" });
    const entries = [
      ...(name === "orders"
        ? [{ title: importWords.orders, icon: FileUp, run: importOrders }]
        : []),
      { title: importWords.button, icon: FileUp, run: run("import") },
      { title: historyWords.deletedButton, icon: Undo2, run: run("deleted") },
    ];
    return readOnly ? [] : entries;
  }, [name, navigate, readOnly]);
  const commands = useMemo((): Command[] => {
    const { views, columns, reload } = SHORTCUTS;
    return [
      { title: views.title, shortcut: "views", run: () => setOpen("views") },
      { title: columns.title, shortcut: "columns", run: () => setOpen("columns") },
      { title: reload.title, shortcut: "reload", run: () => void reloadRows(client) },
      ...more,
    ];
  }, [client, more]);
  useCommands(commands);
  const menu = (tool: Tool) => ({
    settings,
    onSettings,
    open: open === tool,
    onOpen: (isOpen: boolean) => setOpen(isOpen ? tool : undefined),
  });
  const close = () => setOpen(undefined);
  return (
    <>
      <ViewsMenu {...part} {...menu("views")} />
      <ColumnsMenu table={table} {...menu("columns")} />
      {!readOnly && (
        <ToolMenu label={toolWords.more} className={toolClass("quiet", "px-2!")} entries={more} />
      )}
      {open === "import" && <ImportDialog schema={schema} onClose={close} />}
      {open === "deleted" && <DeletedRows schema={schema} onClose={close} />}
    </>
  );
}

/** Exports all rows that match the filters, in the order shown. */
function ExportButton({ schema: { name }, search }: Pick<TablePart, "schema" | "search">) {
  const ask = useAsk();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      await exportTable(name, wholeSearchOf(search));
    } catch (error) {
      await ask({ title: adminMessages.exportAlert(readableMessage(error)) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <ToolButton icon={Download} disabled={busy} onClick={() => void run()}>
      {words.export}
    </ToolButton>
  );
}

/** Downloads a table as `{table}.csv`. Rejects with an ApiError. */
export async function exportTable(table: string, search: ListSearch): Promise<void> {
  const failed = adminMessages.exportFailed(table);
  const answer = await fetch(adminCalls.exportUrl(table, search)).catch(() => {
    throw new ApiError(failed);
  });
  if (!answer.ok) {
    const texts = { network: failed, notJson: failed, failed };
    await readAnswer(Promise.resolve(answer), texts);
  }
  saveFile(await answer.blob(), `${table}.csv`);
}
