import { Bookmark, Check, Pencil, Plus, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { viewWords as words } from "../../content/admin-parts.ts";
import { readableMessage } from "../../lib/answer.ts";
import { useAdmin } from "../data/admin-context.ts";
import { IconButton, INPUT, Tick, ToolButton, ToolPopover } from "../ui/controls.tsx";
import { useAsk } from "../ui/dialog.tsx";
import type { TablePart } from "../url/table-search.ts";
import { changeOf, type RowWrite, useWrites } from "../data/use-writes.tsx";
import { FormDialog, useSubmit } from "../forms/form-dialog.tsx";
import { temporaryId } from "../offline/entry.ts";
import { type ColumnSettings, DEFAULT_COLUMNS } from "./column-settings.ts";
import {
  findSavedView,
  type SavedView,
  useSavedViews,
  valuesOf,
  type View,
  VIEWS_TABLE,
} from "./saved-view.ts";

const LONGEST_TITLE = 80;

type ViewsMenuProps = TablePart & {
  settings: ColumnSettings;
  onSettings: (settings: ColumnSettings) => void;
  open: boolean;
  onOpen: (open: boolean) => void;
};

/** Menu of saved views, which restore filters, sorting and columns. */
export function ViewsMenu({ schema, search, onSearch, ...props }: ViewsMenuProps) {
  const { settings, onSettings, open, onOpen } = props;
  const { views, hint, save, remove } = useViews(schema.name);
  const [edited, setEdited] = useState<SavedView | "new">();
  const now = { search, columns: settings };
  const shown = findSavedView(views, now);
  const closing =
    <Args extends unknown[]>(run: (...args: Args) => void) =>
    (...args: Args) => {
      onOpen(false);
      run(...args);
    };
  const show = closing((view: View) => {
    onSettings(view.columns);
    onSearch(view.search);
  });
  return (
    <>
      <ToolPopover
        title={words.button}
        open={open}
        onOpen={onOpen}
        icon={Bookmark}
        button={
          shown ? (
            <span className="max-w-32 truncate">
              <span className="sr-only">{words.button}: </span>
              {shown.title}
            </span>
          ) : (
            words.button
          )
        }
      >
        {() => (
          <div className="flex max-h-[60vh] w-80 max-w-full flex-col">
            <div className="overflow-y-auto p-1.5">
              {hint && <p className="px-2.5 py-2 text-ink-2">{hint}</p>}
              <ViewList
                {...{ views, shown }}
                onShow={show}
                onRename={closing(setEdited)}
                onDelete={closing((view) => void remove(view))}
              />
            </div>
            <div className="flex flex-wrap gap-2 border-t border-line p-2">
              <ToolButton icon={Plus} onClick={closing(() => setEdited("new"))}>
                {words.save}
              </ToolButton>
              <ToolButton
                look="plain"
                onClick={() => show({ search: {}, columns: DEFAULT_COLUMNS })}
              >
                {words.all}
              </ToolButton>
            </div>
          </div>
        )}
      </ToolPopover>
      {edited && (
        <ViewDialog
          view={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSave={(namedView) => save(edited === "new" ? now : edited, namedView)}
        />
      )}
    </>
  );
}

type NamedView = Pick<SavedView, "title" | "userId">;

/** Returns a table's views with pending edits applied, and functions to save and delete them. */
function useViews(table: string) {
  const { views, rows, isLoaded, error } = useSavedViews(table);
  const { saveRow, saveWithoutForm, giveUp } = useWrites();
  const ask = useAsk();
  const empty = rows.length > 0 ? words.notCached : isLoaded ? words.none : words.loading;
  const hint = error ? readableMessage(error) : views.length === 0 && empty;

  const save = async (view: View | SavedView, namedView: NamedView) => {
    const write = writeOf(view, { ...namedView, table });
    await saveRow(write, words.saved(namedView.title)).catch((error: unknown) => {
      // The dialog keeps the input, and saves it as a new write.
      giveUp(write);
      throw error;
    });
  };

  const remove = async ({ id, version, title }: SavedView) => {
    const yes = words.deleteYes;
    if (!(await ask({ title: words.delete(title), text: words.ask(title), yes, danger: true }))) {
      return;
    }
    const deleted = { kind: "delete", table: VIEWS_TABLE, row: id, label: title, version } as const;
    await saveWithoutForm(deleted, words.deleted(title));
  };
  return { views, hint, save, remove };
}

/** Builds the write that stores a new view, or renames a saved one. */
function writeOf(view: View | SavedView, namedView: NamedView & { table: string }): RowWrite {
  const { title, userId } = namedView;
  const write = { table: VIEWS_TABLE, label: title };
  if ("id" in view) {
    const { id, version } = view;
    const row = { id, version, title: view.title, user_id: view.userId };
    return changeOf(row, { ...write, values: { title, user_id: userId } });
  }
  return {
    kind: "create",
    row: temporaryId(),
    ...write,
    values: valuesOf({ ...view, ...namedView }),
  };
}

type ViewListProps = {
  views: readonly SavedView[];
  shown: SavedView | undefined;
  onShow: (view: SavedView) => void;
  onRename: (view: SavedView) => void;
  onDelete: (view: SavedView) => void;
};

function ViewList({ views, shown, onShow, onRename, onDelete }: ViewListProps) {
  const groups = Object.entries(
    Object.groupBy(views, ({ userId }) => (userId === null ? words.shared : words.mine)),
  );
  return groups.map(([title, group]) => (
    <section key={title} aria-label={title} className="pb-1">
      <h3 className="px-2.5 py-1 font-sans text-ink-2">{title}</h3>
      <ul>
        {group.map((view) => (
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
            <IconButton
              icon={Pencil}
              label={words.rename(view.title)}
              onClick={() => onRename(view)}
            />
            <IconButton
              icon={Trash2}
              label={words.delete(view.title)}
              onClick={() => onDelete(view)}
            />
          </li>
        ))}
      </ul>
    </section>
  ));
}

type ViewDialogProps = {
  view: SavedView | undefined;
  onClose: () => void;
  onSave: (namedView: NamedView) => Promise<void>;
};

function ViewDialog({ view, onClose, onSave }: ViewDialogProps) {
  const id = useId();
  const { user } = useAdmin();
  const [title, setTitle] = useState(view?.title ?? "");
  const [isShared, setShared] = useState(view?.userId === null);
  const { busy, problem, submit } = useSubmit();
  const save = async () => {
    await onSave({ title: title.trim(), userId: isShared ? null : user.id });
    onClose();
  };
  return (
    <FormDialog
      title={view ? words.renameTitle : words.saveTitle}
      width="narrow"
      {...{ busy, problem, onClose }}
      submit={words.saveYes}
      canSubmit={title.trim() !== ""}
      onSubmit={() => submit(save)}
    >
      <label htmlFor={id} className="font-semibold">
        {words.name}
      </label>
      <input
        id={id}
        value={title}
        maxLength={LONGEST_TITLE}
        required
        onChange={({ target }) => setTitle(target.value)}
        className={`${INPUT} mt-1`}
      />
      <fieldset className="mt-4">
        <legend className="font-semibold">{words.scope}</legend>
        {[false, true].map((forAll) => (
          <Tick
            key={String(forAll)}
            type="radio"
            name={`${id}-scope`}
            label={forAll ? words.shared : words.mine}
            checked={isShared === forAll}
            onChange={() => setShared(forAll)}
          />
        ))}
      </fieldset>
    </FormDialog>
  );
}
