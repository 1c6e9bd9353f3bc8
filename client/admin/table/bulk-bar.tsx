import { Pencil, Trash2 } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { countOf } from "../../../server/contract/format.ts";
import type {
  BulkRequest,
  TableField,
  TableSchema,
  Value,
} from "../../../server/contract/tables.ts";
import { outboxWords } from "../../content/admin-outbox.ts";
import { bulkWords as words } from "../../content/admin-parts.ts";
import { adminWords } from "../../content/admin.ts";
import { ApiError } from "../../lib/answer.ts";
import { randomKey } from "../../lib/retry.ts";
import { INPUT, Tick, ToolButton } from "../ui/controls.tsx";
import { adminCalls } from "../data/api.ts";
import { NoConnection } from "../data/no-connection.tsx";
import type { WriteOptions } from "../data/request.ts";
import { useWrites } from "../data/use-writes.tsx";
import { Widget } from "../forms/field-row.tsx";
import { FormDialog, useSubmit } from "../forms/form-dialog.tsx";
import type { Typed } from "../forms/row-values.ts";
import type { FieldPart, RowPart } from "../kinds/field-kind.ts";
import { questionOf, toWire, valueProblem } from "../kinds/kinds.ts";
import { useConfirm } from "../kinds/use-confirm.ts";
import { useUploads } from "../kinds/uploads.ts";
import {
  bulkRowsOf,
  commonPart,
  type CountedRows,
  type ListSelection,
  type Selection,
  selectedCount,
  selectionOf,
} from "./bulk-rows.ts";
import type { GridTable } from "./grid-table.tsx";
import { focusTable } from "./grid-keys.ts";
import { filtersOf, type TablePart } from "../url/table-search.ts";

type BulkBarProps = Omit<TablePart, "onSearch"> & {
  table: GridTable;
  counted: CountedRows;
};

/** Toolbar that edits or deletes the selected rows, or all rows that match the filters. */
export function BulkBar({ schema, search, table, counted }: BulkBarProps) {
  const selected = table.state.rowSelection;
  const current = { filter: filtersOf(search), selected };
  const [allOf, setAllOf] = useState<ListSelection>();
  const [Dialog, setDialog] = useState<typeof BulkEdit>();
  const [cleared, setCleared] = useState(0);
  // Runs after the dialog has closed, because closing it restores the focus to the old element.
  useEffect(() => {
    if (cleared > 0) focusTable();
  }, [cleared]);
  const count = Object.keys(selected).length;
  if (count === 0 || schema.readOnly) return null;
  const selection = selectionOf(current, allOf);
  const isAll = selection.ids === undefined;
  const close = () => setDialog(undefined);
  const clear = () => {
    close();
    table.resetRowSelection(true);
    setCleared(cleared + 1);
  };
  const total = selectedCount(selection, counted);
  const rows = countOf(total, "row");
  const known = (isAll ? table.getRowModel() : table.getSelectedRowModel()).rows;
  const common = known.length === total ? commonPart(known.map(({ original }) => original)) : {};
  return (
    <section
      aria-label={words.name}
      className="sticky top-0 z-20 mx-4 mb-3 flex flex-wrap items-center gap-2 rounded-control border border-teal bg-teal-2 py-1.5 pr-1.5 pl-3.5 text-xs sm:mx-6"
    >
      <p role="status" className="font-semibold">
        {isAll ? words.allSelected(rows) : words.selected(rows)}
      </p>
      {!isAll && counted.total > count && (
        <ToolButton look="plain" className="link" onClick={() => setAllOf(current)}>
          {words.selectAll(counted.total.toLocaleString())}
        </ToolButton>
      )}
      <div className="ml-auto flex flex-wrap gap-1.5">
        <ToolButton icon={Pencil} onClick={() => setDialog(() => BulkEdit)}>
          {words.edit}
        </ToolButton>
        <ToolButton icon={Trash2} onClick={() => setDialog(() => BulkDelete)}>
          {words.delete}
        </ToolButton>
        <ToolButton look="plain" onClick={clear}>
          {words.clear}
        </ToolButton>
      </div>
      {Dialog && (
        <Dialog {...{ schema, selection, counted, common }} onDone={clear} onClose={close} />
      )}
    </section>
  );
}

/** Number of rows from which deleting requires typing the count. */
const MANY = 10;

type BulkDialogProps = BulkProps & { common: RowPart; onClose: () => void };

function BulkDelete({ onClose, ...props }: BulkDialogProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const { apply, count, problem, busy } = useBulk(props);
  const isSure = count < MANY || Number(typed.replace(/\D/g, "")) === count;
  const rows = countOf(count, "row");
  return (
    <FormDialog
      title={words.deleteTitle(rows)}
      width="narrow"
      {...{ busy, problem, onClose }}
      submit={words.deleteYes(rows)}
      look="danger"
      canSubmit={isSure && count > 0}
      onSubmit={() => apply({ action: "delete" })}
    >
      <NoConnection text={outboxWords.direct} className="mb-3" />
      <p>{words.deleteText}</p>
      {count >= MANY && (
        <>
          <label htmlFor={id} className="mt-4 block font-semibold">
            {words.typeNumber(count)}
          </label>
          <input
            id={id}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            className={`${INPUT} mt-1`}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Dialog that sets the chosen fields of many rows to the same values. */
function BulkEdit({ onClose, ...props }: BulkDialogProps) {
  const { schema, common } = props;
  const [typed, setTyped] = useState<Typed>({});
  const { apply, count, problem, busy } = useBulk(props);
  const { isUploading, onUploading } = useUploads();
  const fields = Object.entries(schema.properties).filter(
    ([, field]) => !field.readOnly && !field.createOnly,
  );
  const row = { ...common, ...typed };
  const confirm = useConfirm();
  const chosen = fields.filter(([name]) => name in typed);
  const values = Object.fromEntries(
    chosen.map(([name, field]) => [name, toWire(field, typed[name], row)]),
  );
  const problemOf = (name: string) =>
    name in typed ? valueProblem(schema, name, { value: values[name] ?? null, row }) : undefined;
  const save = async () => {
    const questions = chosen.flatMap(
      ([name, field]) =>
        questionOf(field, typed[name], { row, before: common[name] as Value }) ?? [],
    );
    if (await confirm(questions)) apply({ action: "update", values });
  };
  const change = (name: string, value: Value | undefined) => {
    const { [name]: _before, ...others } = typed;
    setTyped(value === undefined ? others : { ...typed, [name]: value });
  };
  const rows = countOf(count, "row");
  return (
    <FormDialog
      title={words.editTitle(rows)}
      {...{ busy, problem, onClose }}
      submit={busy ? words.applying : words.apply(rows)}
      canSubmit={chosen.length > 0 && !chosen.some(([name]) => problemOf(name)) && !isUploading}
      status={isUploading && adminWords.form.uploading}
      onSubmit={() => void save()}
    >
      <NoConnection text={outboxWords.direct} className="mb-3" />
      <p className="mb-3 text-ink-2">{words.editHint}</p>
      <ul className="divide-y divide-line">
        {fields.map(([name, field]) => (
          <BulkField
            key={name}
            {...{ name, field, row, onUploading }}
            disabled={busy}
            value={typed[name]}
            problem={problemOf(name)}
            onChange={(value) => change(name, value)}
          />
        ))}
      </ul>
    </FormDialog>
  );
}

type BulkFieldProps = Pick<FieldPart, "name" | "row" | "disabled" | "onUploading"> & {
  field: TableField;
  value: Value | undefined;
  problem: string | undefined;
  onChange: (value: Value | undefined) => void;
};

function BulkField({ value, problem, ...part }: BulkFieldProps) {
  const { field, onChange } = part;
  const id = useId();
  const isChosen = value !== undefined;
  return (
    <li className="grid gap-x-4 py-2 sm:grid-cols-[12rem_1fr]">
      <Tick
        aria-label={words.change(field.title)}
        label={field.title}
        checked={isChosen}
        onChange={() => onChange(isChosen ? undefined : field.type === "boolean" || null)}
        className={`min-h-9 self-start ${isChosen ? "font-semibold" : ""}`}
      />
      {isChosen && (
        <div className="min-w-0">
          <Widget
            {...{ ...part, id, value }}
            label={field.title}
            invalid={problem !== undefined}
            describedBy={problem && `${id}-problem`}
          />
          {problem && (
            <p id={`${id}-problem`} className="mt-1 text-danger">
              {problem}
            </p>
          )}
        </div>
      )}
    </li>
  );
}

const MOST_IDS = 200;
const ROWS_CHANGED: readonly (string | undefined)[] = ["count_mismatch", "changed_since"];

type BulkProps = {
  schema: TableSchema;
  selection: Selection;
  counted: CountedRows;
  onDone: () => void;
};

/** Submits a bulk change. If the rows changed, recounts them; a resubmit confirms the new count. */
function useBulk({ schema, selection, onDone, ...initial }: BulkProps) {
  const { send } = useWrites();
  const [key] = useState(randomKey);
  const [counted, setCounted] = useState(initial.counted);
  const { submit, ...state } = useSubmit();
  const count = selectedCount(selection, counted);
  const apply = (change: Pick<BulkRequest, "action" | "values">) =>
    submit(async () => {
      const request = { ...change, ...bulkRowsOf(selection, counted) };
      const done = change.action === "delete" ? words.deleted : words.changed;
      const call = (options: WriteOptions) => adminCalls.changeMany(schema.name, request, options);
      try {
        await send(call, { key, done: done(count) });
        onDone();
      } catch (error) {
        if (!(error instanceof ApiError) || !ROWS_CHANGED.includes(error.reason)) throw error;
        const next = await recount(schema.name, selection).catch(() => {
          throw error;
        });
        setCounted(next);
        const rows = countOf(selectedCount(selection, next), "row");
        throw new ApiError(`${error.message} ${words.recounted(rows)}`);
      }
    });
  return { ...state, apply, count };
}

function recount(table: string, { ids, filter }: Selection): Promise<CountedRows> {
  const byId = ids && ids.length <= MOST_IDS && { id__in: ids.join(",") };
  return adminCalls.listRows(table, { ...filter, ...byId, limit: "1" });
}
