import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { TableSchema } from "../../../../server/contract/tables.ts";
import { historyWords as words } from "../../../content/admin-parts.ts";
import { randomKey } from "../../../lib/random-key.ts";
import { readableMessage } from "../../../lib/readable-error.ts";
import { adminCalls } from "../../data/api.ts";
import { ToolButton } from "../../app/controls.tsx";
import { AdminDialog, DialogBody } from "../../app/dialog.tsx";
import { tableLabel } from "../../app/labels.ts";
import { useToasts } from "../../app/toasts.tsx";
import type { WriteOptions } from "../../data/request.ts";
import { useWrites } from "../../data/use-writes.tsx";
import { type Deletion, deletionOf, deletionsSearch } from "./deletions.ts";
import { PageTurner } from "./page-turner.tsx";
import { Change } from "./row-history.tsx";

const A_PAGE = 20;

type DeletedRowsProps = { schema: TableSchema; onClose: () => void };

/** The rows that a table has lost, newest first, and the way back for those that were deleted here. */
export function DeletedRows({ schema, onClose }: DeletedRowsProps) {
  const [page, setPage] = useState(1);
  const search = deletionsSearch(schema.name, { page: String(page), limit: String(A_PAGE) });
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
              onBack={onClose}
            />
          ))}
        </ul>
      </DialogBody>
      <PageTurner page={page} pages={data?.totalPages} onPage={setPage} />
    </AdminDialog>
  );
}

type DeletedRowProps = { schema: TableSchema; deletion: Deletion; onBack: () => void };

function DeletedRow({ schema, deletion, onBack }: DeletedRowProps) {
  const { row: rowId, changeSet, isOurs } = deletion;
  const { send } = useWrites();
  const [key] = useState(randomKey);
  const { show } = useToasts();
  const { data } = useQuery({
    queryKey: ["history", schema.name, rowId, 1],
    queryFn: () => adminCalls.listHistory(schema.name, rowId, 1),
  });
  const last = data?.data.find(({ action }) => action === "delete");
  const bringBack = async () => {
    try {
      const undo = (options: WriteOptions) => adminCalls.undo(changeSet, options);
      await send(undo, { key, done: words.broughtBack });
      onBack();
    } catch (error) {
      show({ text: readableMessage(error), failed: true });
    }
  };
  return (
    <li className="border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="flex items-center gap-3">
        <strong className="flex-1 font-semibold tabular-nums">#{rowId}</strong>
        {isOurs ? (
          <ToolButton onClick={() => void bringBack()}>{words.bringBack}</ToolButton>
        ) : (
          <span className="text-ink-2">{words.cannot}</span>
        )}
      </div>
      <ol className="mt-1">{last && <Change schema={schema} change={last} />}</ol>
    </li>
  );
}
