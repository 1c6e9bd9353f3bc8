import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { TableRow, TableSchema } from "../../../../server/contract/tables.ts";
import { historyWords as words } from "../../../content/admin-parts.ts";
import { numberOrNull, textOf } from "../../../lib/read-fields.ts";
import { randomKey } from "../../../lib/retry.ts";
import { readableMessage } from "../../../lib/answer.ts";
import { ToolButton } from "../../app/controls.tsx";
import { AdminDialog, DialogBody } from "../../app/dialog.tsx";
import { tableLabel } from "../../app/formats.ts";
import { useToasts } from "../../app/toasts.tsx";
import { adminCalls, type ListSearch } from "../../data/api.ts";
import type { WriteOptions } from "../../data/request.ts";
import { useWrites } from "../../data/use-writes.tsx";
import { isAdministrator } from "./differences.ts";
import { Change, PageButtons } from "./row-history.tsx";

const PAGE_SIZE = 20;

/** A deleted row. `isOurs` when an administrator deleted it, so that it can be restored. */
type Deletion = { row: number; changeSet: number; isOurs: boolean };

type DeletedRowsProps = { schema: TableSchema; onClose: () => void };

/** The deleted rows of a table, newest first. */
export function DeletedRows({ schema, onClose }: DeletedRowsProps) {
  const [page, setPage] = useState(1);
  const search = deletionsSearch(schema.name, { page: String(page), limit: String(PAGE_SIZE) });
  const { data, error } = useQuery({
    queryKey: ["rows", "changes", search],
    queryFn: ({ signal }) => adminCalls.listRows("changes", search, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <AdminDialog title={words.deletedTitle(tableLabel(schema))} onClose={onClose}>
      <DialogBody>
        {error && <p className="text-danger">{readableMessage(error)}</p>}
        {!error && !data && <p className="text-ink-2">{words.loading}</p>}
        {data?.data.length === 0 && <p className="text-ink-2">{words.deletedNone}</p>}
        <ul>
          {data?.data.map((change) => (
            <DeletedRow
              key={change.id}
              schema={schema}
              deletion={deletionOf(change)}
              onRestored={onClose}
            />
          ))}
        </ul>
      </DialogBody>
      <PageButtons page={page} pages={data?.totalPages} onPage={setPage} />
    </AdminDialog>
  );
}

type DeletedRowProps = { schema: TableSchema; deletion: Deletion; onRestored: () => void };

function DeletedRow({ schema, deletion, onRestored }: DeletedRowProps) {
  const { row: rowId, changeSet, isOurs } = deletion;
  const { send } = useWrites();
  const [key] = useState(randomKey);
  const { show } = useToasts();
  const { data } = useQuery({
    queryKey: ["history", schema.name, rowId, 1],
    queryFn: () => adminCalls.listHistory(schema.name, rowId, 1),
  });
  const last = data?.data.find(({ action }) => action === "delete");
  const restore = async () => {
    try {
      const undo = (options: WriteOptions) => adminCalls.undo(changeSet, options);
      await send(undo, { key, done: words.rowRestored });
      onRestored();
    } catch (error) {
      show({ text: readableMessage(error), failed: true });
    }
  };
  return (
    <li className="border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="flex items-center gap-3">
        <strong className="flex-1 font-semibold tabular-nums">#{rowId}</strong>
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
    // A change set is named after its first change, which has no set id itself.
    changeSet: numberOrNull(change["set_id"]) ?? change.id,
    isOurs: isAdministrator(textOf(change["actor"])),
  };
}

/** The last deletion of a row; undefined when the row exists or never existed. */
export async function findDeletion(table: string, row: number): Promise<Deletion | undefined> {
  const { data: rows } = await adminCalls.listRows(table, { id: String(row), limit: "1" });
  if (rows.length > 0) return undefined;
  const search = deletionsSearch(table, { row_id__eq: String(row), limit: "1" });
  const { data } = await adminCalls.listRows("changes", search);
  return data[0] && deletionOf(data[0]);
}
