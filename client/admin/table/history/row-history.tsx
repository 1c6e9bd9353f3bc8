import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useState } from "react";
import type { RowChange, TableRow, TableSchema } from "../../../../server/contract/tables.ts";
import { historyWords as words } from "../../../content/admin-parts.ts";
import { readableMessage } from "../../../lib/answer.ts";
import { useAdmin } from "../../app/admin-context.ts";
import { adminCalls } from "../../data/api.ts";
import { IconButton, ToolButton } from "../../app/controls.tsx";
import { AdminDialog, DialogActions, DialogBody, useAsk } from "../../app/dialog.tsx";
import { rowLabel } from "../../app/formats.ts";
import { useToasts } from "../../app/toasts.tsx";
import { changeOf, useWrites } from "../../data/use-writes.tsx";
import { actorText, type Difference, differencesOf, valuesToRestore } from "./differences.ts";

type RowHistoryProps = { schema: TableSchema; row: TableRow };

/** A button that opens the history of a row. */
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
  const [page, setPage] = useState(1);
  const label = rowLabel(schema, row);
  const { data, error } = useQuery({
    queryKey: ["history", schema.name, row.id, page],
    queryFn: () => adminCalls.listHistory(schema.name, row.id, page),
    placeholderData: keepPreviousData,
  });
  const restore = useRestore(schema, row);
  return (
    <AdminDialog title={words.title(label)} onClose={onClose}>
      <DialogBody>
        {error && <p className="text-danger">{readableMessage(error)}</p>}
        {!error && !data && <p className="text-ink-2">{words.loading}</p>}
        {data?.data.length === 0 && <p className="text-ink-2">{words.none}</p>}
        <ol>
          {data?.data.map((change) => (
            <Change
              key={change.sequence}
              schema={schema}
              change={change}
              {...(!schema.readOnly && change.after && { row, onRestore: restore })}
            />
          ))}
        </ol>
      </DialogBody>
      <PageButtons page={page} pages={data?.totalPages} onPage={setPage} />
    </AdminDialog>
  );
}

/** Restores the editable fields of an earlier version, after a confirmation. */
function useRestore(schema: TableSchema, row: TableRow) {
  const ask = useAsk();
  const { saveRow } = useWrites();
  const { show } = useToasts();
  return async (change: RowChange) => {
    const values = valuesToRestore(schema, row, change.after ?? {});
    const fields = Object.keys(values).map((name) => schema.properties[name]?.title ?? name);
    const text = words.restoreAsk(fields.join(", "));
    if (!(await ask({ title: words.restore, text, yes: words.restoreYes }))) return;
    const label = rowLabel(schema, row);
    const restored = changeOf(row, { table: schema.name, label, values });
    await saveRow(restored, words.restored(label)).catch((error: unknown) =>
      show({ text: readableMessage(error), failed: true }),
    );
  };
}

type ChangeProps = {
  schema: TableSchema;
  change: RowChange;
  row?: TableRow;
  onRestore?: (change: RowChange) => Promise<void>;
};

/** One change: who, when, and each field before and after. */
export function Change({ schema, change, row, onRestore }: ChangeProps) {
  const { user } = useAdmin();
  const differences = differencesOf(schema, change.before, change.after);
  const restorable =
    row && Object.keys(valuesToRestore(schema, row, change.after ?? {})).length > 0;
  return (
    <li className="border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="font-semibold">{words[change.action]}</strong>
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
        {differences.map((difference) => (
          <DifferenceLine key={difference.field} difference={difference} of={change.action} />
        ))}
      </dl>
    </li>
  );
}

type DifferenceLineProps = { difference: Difference; of: RowChange["action"] };

function DifferenceLine({ difference, of }: DifferenceLineProps) {
  const { title, old, new: next } = difference;
  return (
    <>
      <dt className="text-ink-2">{title}</dt>
      <dd className="wrap-anywhere whitespace-pre-wrap">
        {of !== "insert" && (
          <del className={of === "delete" ? "no-underline" : "text-ink-2"}>
            {old ?? words.empty}
          </del>
        )}
        {of === "update" && <span className="px-1.5 text-ink-2">→</span>}
        {of !== "delete" && <ins className="no-underline">{next ?? words.empty}</ins>}
      </dd>
    </>
  );
}

type PageButtonsProps = {
  page: number;
  /** Undefined while loading. */
  pages: number | undefined;
  onPage: (page: number) => void;
};

/**
 * Buttons to the next and the previous page of a dialog. They are never disabled: a disabled button
 * loses the focus, and Escape would not close the dialog.
 */
export function PageButtons({ page, pages = page, onPage }: PageButtonsProps) {
  if (page === 1 && pages <= 1) return null;
  const button = (title: string, to: number) => (
    <ToolButton
      aria-disabled={to < 1 || to > pages}
      onClick={() => to >= 1 && to <= pages && onPage(to)}
    >
      {title}
    </ToolButton>
  );
  return (
    <DialogActions>
      <p role="status" className="mr-auto self-center text-ink-2">
        {words.page(page, pages)}
      </p>
      {button(words.newer, page - 1)}
      {button(words.older, page + 1)}
    </DialogActions>
  );
}
