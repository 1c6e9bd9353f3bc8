import { Download, Filter, Plus } from "lucide-react";
import { useState } from "react";
import { adminMessages } from "../../../server/contract/admin-messages.ts";
import { adminWords } from "../../content/admin.ts";
import { readableMessage } from "../../lib/readable-error.ts";
import type { ColumnView } from "./column-view.ts";
import { ToolButton } from "../app/controls.tsx";
import { useAsk } from "../app/dialog.tsx";
import { exportTable } from "./export-table.ts";
import { tableLabel } from "../app/labels.ts";
import type { TablePart } from "../app/part-props.ts";
import { TableTools } from "./table-tools.tsx";
import { filtersOf, wholeSearchOf } from "./table-search.ts";

const words = adminWords.table;

type TableHeadProps = TablePart & {
  view: ColumnView;
  onView: (view: ColumnView) => void;
  filtersOpen: boolean;
  onFilters: () => void;
  onAdd: () => void;
};

/** What a table is, and what can be done with all of it. */
export function TableHead(props: TableHeadProps) {
  const { schema, search, onSearch, view, onView, filtersOpen, onFilters, onAdd } = props;
  const filters = Object.keys(filtersOf(search)).length;
  return (
    <header className="flex flex-wrap items-end gap-x-4 gap-y-3 px-4 pt-4 pb-3">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="font-sans text-xl">{tableLabel(schema)}</h2>
        <p className="mt-0.5 text-ink-2">{schema.description}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <ToolButton aria-expanded={filtersOpen} onClick={onFilters}>
          <Filter aria-hidden="true" className="size-4" />
          {words.filters}
          {filters > 0 && <span className="text-teal">{filters}</span>}
        </ToolButton>
        <TableTools
          schema={schema}
          search={search}
          onSearch={onSearch}
          view={view}
          onView={onView}
        />
        <ExportButton schema={schema} search={search} />
        {!schema.readOnly && (
          <ToolButton look="main" onClick={onAdd}>
            <Plus aria-hidden="true" className="size-4" />
            {words.add}
          </ToolButton>
        )}
      </div>
    </header>
  );
}

/** Saves all rows that fit the filters, in the order in which they are shown. */
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
    <ToolButton disabled={busy} onClick={() => void run()}>
      <Download aria-hidden="true" className="size-4" />
      {words.export}
    </ToolButton>
  );
}
