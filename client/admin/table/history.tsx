import { useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { History } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { RowChange, TableRow, TableSchema } from "../../../server/contract/tables.ts";
import { historyWords as words } from "../../content/admin-parts.ts";
import { randomKey } from "../../lib/retry.ts";
import { numberOrNull, textOf } from "../../lib/read-fields.ts";
import { readableMessage } from "../../lib/answer.ts";
import { useAdmin } from "../data/admin-context.ts";
import { IconButton, ToolButton } from "../ui/controls.tsx";
import { AdminDialog, DialogActions, DialogBody, useAsk } from "../ui/dialog.tsx";
import { actorText, isAdministrator } from "../ui/formats.ts";
import { rowLabel, tableLabel } from "../data/row-texts.ts";
import { useToasts } from "../ui/toasts.tsx";
import { adminCalls } from "../data/api.ts";
import type { ListSearch } from "../url/table-search.ts";
import type { WriteOptions } from "../data/request.ts";
import { changeOf, useWrites } from "../data/use-writes.tsx";
import { differencesOf, valuesToRestore } from "./differences.ts";

const DELETED_ROWS_A_PAGE = "20";

type RowHistoryProps = { schema: TableSchema; row: TableRow };

export function RowHistory({ schema, row }: RowHistoryProps) {
  const [open, setOpen] = useState(false);
  const label = rowLabel(schema, row);
  return (
    <>
      <IconButton icon={History} label={words.of(label)} onClick={() => setOpen(true)} />
      {open && <HistoryDialog schema={schema} row={row} onClose={() => setOpen(false)} />}
    </>
  );
}

function HistoryDialog({ schema, row, onClose }: RowHistoryProps & { onClose: () => void }) {
  const restore = useRestore(schema, row);
  return (
    <PagedDialog
      title={words.title(rowLabel(schema, row))}
      none={words.none}
      query={(page) => historyQuery(schema.name, row.id, page)}
      onClose={onClose}
    >
      {(change) => (
        <Change
          key={change.sequence}
          {...{ schema, change }}
          {...(!schema.readOnly && change.after && { row, onRestore: restore })}
        />
      )}
    </PagedDialog>
  );
}

export function historyQuery(table: string, id: number, page: number) {
  return {
    queryKey: ["history", table, id, page],
    queryFn: () => adminCalls.listHistory(table, id, page),
    meta: { tables: [table] },
  };
}

/** Dialog with the deleted rows of a table, newest first. */
export function DeletedRows({ schema, onClose }: { schema: TableSchema; onClose: () => void }) {
  const query = (page: number) => {
    const more = { page: String(page), limit: DELETED_ROWS_A_PAGE };
    const search = deletionsSearch(schema.name, more);
    return {
      queryKey: ["rows", "changes", search],
      queryFn: () => adminCalls.listRows("changes", search),
      meta: { tables: "any" as const },
    };
  };
  return (
    <PagedDialog
      title={words.deletedTitle(tableLabel(schema))}
      none={words.deletedNone}
      {...{ query, onClose }}
    >
      {(change) => (
        <DeletedRow key={change.id} {...{ schema, onClose }} deletion={deletionOf(change)} />
      )}
    </PagedDialog>
  );
}

type Paged<Entry> = { data: Entry[]; totalPages: number };

type PagedDialogProps<Entry> = {
  title: string;
  none: string;
  query: (page: number) => Pick<UseQueryOptions<Paged<Entry>>, "queryKey" | "queryFn" | "meta">;
  onClose: () => void;
  children: (entry: Entry) => ReactNode;
};

function PagedDialog<Entry>(props: PagedDialogProps<Entry>) {
  const [page, setPage] = useState(1);
  const { data, error } = useQuery({
    ...props.query(page),
    placeholderData: (before?: Paged<Entry>) => before,
  });
  const pages = data?.totalPages ?? page;
  // Never disabled: a disabled button loses the focus, and Escape would not close the dialog.
  const button = (title: string, to: number) => (
    <ToolButton
      aria-disabled={to < 1 || to > pages}
      onClick={() => to >= 1 && to <= pages && setPage(to)}
    >
      {title}
    </ToolButton>
  );
  return (
    <AdminDialog title={props.title} onClose={props.onClose}>
      <DialogBody>
        {error && <p className="text-danger">{readableMessage(error)}</p>}
        {!error && !data && <p className="text-ink-2">{words.loading}</p>}
        {data?.data.length === 0 && <p className="text-ink-2">{props.none}</p>}
        <ol>{data?.data.map((entry) => props.children(entry))}</ol>
      </DialogBody>
      {(page > 1 || pages > 1) && (
        <DialogActions>
          <p role="status" className="mr-auto self-center text-ink-2">
            {words.page(page, pages)}
          </p>
          {button(words.newer, page - 1)}
          {button(words.older, page + 1)}
        </DialogActions>
      )}
    </AdminDialog>
  );
}

function useRestore(schema: TableSchema, row: TableRow) {
  const ask = useAsk();
  const { saveWithoutForm } = useWrites();
  return async (change: RowChange) => {
    const values = valuesToRestore(schema, row, change.after ?? {});
    const fields = Object.keys(values).map((name) => schema.properties[name]?.title ?? name);
    const text = words.restoreAsk(fields.join(", "));
    if (!(await ask({ title: words.restore, text, yes: words.restoreYes }))) return;
    const label = rowLabel(schema, row);
    const restored = changeOf(row, { table: schema.name, label, values });
    await saveWithoutForm(restored, words.restored(label));
  };
}

const ENTRY = "border-b border-line py-3 first:pt-0 last:border-0 last:pb-0";

type ChangeProps = {
  schema: TableSchema;
  change: RowChange;
  row?: TableRow;
  onRestore?: (change: RowChange) => Promise<void>;
};

/** Change with its author, its time, and each field before and after. */
function Change({ schema, change, row, onRestore }: ChangeProps) {
  const { user } = useAdmin();
  const { action } = change;
  const differences = differencesOf(schema, change.before, change.after);
  const restorable =
    row && Object.keys(valuesToRestore(schema, row, change.after ?? {})).length > 0;
  return (
    <li className={ENTRY}>
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="font-semibold">{words[action]}</strong>
        <span>{actorText(change.actor, user.id)}</span>
        <time dateTime={change.at} className="text-ink-2">
          {new Date(change.at).toLocaleString()}
        </time>
        {row && (
          <span className="ml-auto">
            {restorable ? (
              <ToolButton onClick={() => void onRestore?.(change)}>{words.restore}</ToolButton>
            ) : (
              <span className="text-ink-2">{words.current}</span>
            )}
          </span>
        )}
      </div>
      {differences.length === 0 && <p className="text-ink-2">{words.nothing}</p>}
      <dl className="mt-1 grid gap-x-4 gap-y-1 sm:grid-cols-[minmax(7rem,10rem)_1fr]">
        {differences.map(({ field, title, old, new: next }) => (
          <div key={field} className="contents">
            <dt className="text-ink-2">{title}</dt>
            <dd className="wrap-anywhere whitespace-pre-wrap">
              {action !== "insert" && (
                <del className={action === "delete" ? "no-underline" : "text-ink-2"}>
                  {old ?? words.empty}
                </del>
              )}
              {action === "update" && <span className="px-1.5 text-ink-2">→</span>}
              {action !== "delete" && <ins className="no-underline">{next ?? words.empty}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

/** Deleted row. `isOurs` means that an administrator deleted it, so it can be restored. */
type Deletion = { row: number; changeSet: number; isOurs: boolean };

type DeletedRowProps = { schema: TableSchema; deletion: Deletion; onClose: () => void };

function DeletedRow({ schema, deletion, onClose }: DeletedRowProps) {
  const { row, changeSet, isOurs } = deletion;
  const { send } = useWrites();
  const [key] = useState(randomKey);
  const { show } = useToasts();
  const { data } = useQuery(historyQuery(schema.name, row, 1));
  const last = data?.data.find(({ action }) => action === "delete");
  const restore = async () => {
    try {
      const undo = (options: WriteOptions) => adminCalls.undo(changeSet, options);
      await send(undo, { key, done: words.rowRestored });
      onClose();
    } catch (error) {
      show({ text: readableMessage(error), failed: true });
    }
  };
  return (
    <li className={ENTRY}>
      <div className="flex items-center gap-3">
        <strong className="flex-1 font-semibold tabular-nums">#{row}</strong>
        {isOurs ? (
          <ToolButton onClick={() => void restore()}>{words.restoreRow}</ToolButton>
        ) : (
          <span className="text-ink-2">{words.cannot}</span>
        )}
      </div>
      <ol className="mt-1">{last && <Change schema={schema} change={last} />}</ol>
    </li>
  );
}

function deletionsSearch(table: string, more: ListSearch): ListSearch {
  return { table_name__eq: table, action__eq: "delete", sort: "id:desc", ...more };
}

function deletionOf(change: TableRow): Deletion {
  return {
    row: Number(change["row_id"]),
    // The first change of a change set has no `set_id`; its own id identifies the set.
    changeSet: numberOrNull(change["set_id"]) ?? change.id,
    isOurs: isAdministrator(textOf(change["actor"])),
  };
}

/** Returns the latest deletion of a row; undefined if the row exists or never existed. */
export async function findDeletion(table: string, row: number): Promise<Deletion | undefined> {
  const { data: rows } = await adminCalls.listRows(table, { id: String(row), limit: "1" });
  if (rows.length > 0) return undefined;
  const search = deletionsSearch(table, { row_id__eq: String(row), limit: "1" });
  const { data } = await adminCalls.listRows("changes", search);
  return data[0] && deletionOf(data[0]);
}
