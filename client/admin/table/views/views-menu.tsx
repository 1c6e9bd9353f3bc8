import { useQuery } from "@tanstack/react-query";
import { Bookmark, Check, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { viewWords as words } from "../../../content/admin-parts.ts";
import { readableMessage } from "../../../lib/readable-error.ts";
import { useAdmin } from "../../app/admin-context.ts";
import type { Columns } from "../column-settings.ts";
import { columnsAsBuilt } from "../column-settings.ts";
import { IconButton, ToolButton } from "../../app/controls.tsx";
import { useAsk } from "../../app/dialog.tsx";
import { ToolPopover } from "../../app/popover.tsx";
import type { TablePart } from "../../app/part-props.ts";
import { useToasts } from "../../app/toasts.tsx";
import { temporaryId } from "../../offline/entry.ts";
import { usePendingEdits } from "../../pending/outbox-context.tsx";
import { changeOf, useWrites } from "../../data/use-writes.tsx";
import { isShowing, type SavedView, valuesOf, viewsFor, VIEWS_TABLE } from "./saved-view.ts";
import { viewsQuery } from "./views-query.ts";
import { ViewDialog } from "./view-dialog.tsx";

type ViewsMenuProps = TablePart & {
  columns: Columns;
  onColumns: (columns: Columns) => void;
  open: boolean;
  onOpen: (open: boolean) => void;
};

/** Filters, sorting and columns that were kept under a name. */
export function ViewsMenu({ columns, onColumns, open, onOpen, ...part }: ViewsMenuProps) {
  const { schema, search, onSearch } = part;
  const { user } = useAdmin();
  const { data, error } = useQuery(viewsQuery(schema.name));
  const [named, setNamed] = useState<SavedView | "new">();
  const { saveRow } = useWrites();
  const { show: tell } = useToasts();
  const ask = useAsk();
  const { added, withEdits, markOf } = usePendingEdits(VIEWS_TABLE);
  const rows = [...added, ...(data?.data ?? []).map(withEdits)].filter(
    ({ id, table_name }) => table_name === schema.name && markOf(id)?.kind !== "deleted",
  );
  const views = viewsFor(rows, user.id);
  const now = { search, columns };
  const shown = views.find((view) => isShowing(view, now));
  const remove = async ({ id, version, title }: SavedView) => {
    onOpen(false);
    const yes = words.deleteYes;
    if (!(await ask({ title: words.delete(title), text: words.ask(title), yes, danger: true }))) {
      return;
    }
    const gone = { kind: "delete", table: VIEWS_TABLE, row: id, label: title, version } as const;
    await saveRow(gone, words.deleted(title)).catch((failure: unknown) =>
      tell({ text: readableMessage(failure), failed: true }),
    );
  };
  return (
    <>
      <ToolPopover
        title={words.button}
        open={open}
        onOpen={onOpen}
        button={
          <>
            <Bookmark aria-hidden="true" className="size-4" />
            {shown ? (
              <span className="max-w-32 truncate">
                <span className="sr-only">{words.button}: </span>
                {shown.title}
              </span>
            ) : (
              words.button
            )}
          </>
        }
      >
        {(close) => (
          <div className="flex max-h-[60vh] w-80 max-w-full flex-col">
            <div className="overflow-y-auto p-1.5">
              {error && <p className="px-2.5 py-2 text-danger">{readableMessage(error)}</p>}
              {!error && views.length === 0 && (
                <p className="px-2.5 py-2 text-ink-2">
                  {rows.length > 0 ? words.notKept : data ? words.none : words.loading}
                </p>
              )}
              <ViewList
                views={views}
                shown={shown}
                onShow={(view) => {
                  close();
                  onColumns(view.columns);
                  onSearch(view.search);
                }}
                onRename={(view) => {
                  close();
                  setNamed(view);
                }}
                onDelete={(view) => void remove(view)}
              />
            </div>
            <div className="flex flex-wrap gap-2 border-t border-line p-2">
              <ToolButton
                onClick={() => {
                  close();
                  setNamed("new");
                }}
              >
                <Plus aria-hidden="true" className="size-4" />
                {words.save}
              </ToolButton>
              <ToolButton
                look="plain"
                onClick={() => {
                  close();
                  onColumns(columnsAsBuilt());
                  onSearch({});
                }}
              >
                {words.all}
              </ToolButton>
            </div>
          </div>
        )}
      </ToolPopover>
      {named && (
        <ViewDialog
          view={named === "new" ? undefined : named}
          onClose={() => setNamed(undefined)}
          onSave={async ({ title, userId }) => {
            const table = schema.name;
            if (named === "new") {
              const values = valuesOf({ ...now, table, title, userId });
              const row = temporaryId();
              const view = {
                kind: "create",
                table: VIEWS_TABLE,
                row,
                label: title,
                values,
              } as const;
              await saveRow(view, words.saved(title));
            } else {
              const before = { id: named.id, version: named.version };
              const row = { ...before, title: named.title, user_id: named.userId };
              const values = { title, user_id: userId };
              const renamed = changeOf(row, { table: VIEWS_TABLE, label: title, values });
              await saveRow(renamed, words.saved(title));
            }
          }}
        />
      )}
    </>
  );
}

type ViewListProps = {
  views: readonly SavedView[];
  shown: SavedView | undefined;
  onShow: (view: SavedView) => void;
  onRename: (view: SavedView) => void;
  onDelete: (view: SavedView) => void;
};

function ViewList({ views, shown, onShow, onRename, onDelete }: ViewListProps) {
  const groups = [
    { title: words.mine, views: views.filter(({ userId }) => userId !== null) },
    { title: words.shared, views: views.filter(({ userId }) => userId === null) },
  ].filter((group) => group.views.length > 0);
  return groups.map((group) => (
    <section key={group.title} aria-label={group.title} className="pb-1">
      <h3 className="px-2.5 py-1 font-sans text-ink-2">{group.title}</h3>
      <ul>
        {group.views.map((view) => (
          <li key={view.id} className="flex items-center rounded-sheet hover:bg-paper-2">
            <button
              type="button"
              aria-current={view === shown || undefined}
              onClick={() => onShow(view)}
              className="flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-sheet px-2.5 text-left"
            >
              <span className="min-w-0 flex-1 truncate">{view.title}</span>
              {view === shown && <Check aria-hidden="true" className="size-4 text-teal" />}
            </button>
            <IconButton label={words.rename(view.title)} onClick={() => onRename(view)}>
              <Pencil aria-hidden="true" className="size-4" />
            </IconButton>
            <IconButton label={words.delete(view.title)} onClick={() => onDelete(view)}>
              <Trash2 aria-hidden="true" className="size-4" />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  ));
}
