import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { LEGAL_SLUGS } from "../../../server/contract/content.ts";
import {
  MOST_ROWS_A_PAGE,
  type TableRow,
  type TableSchema,
} from "../../../server/contract/tables.ts";
import { contentWords as words } from "../../content/admin-content.ts";
import { readableMessage } from "../../lib/answer.ts";
import { useDelete } from "../actions/use-delete.ts";
import { usePendingEdits, useUnfinished } from "../data/admin-context.ts";
import { useRows, useSchemas } from "../data/queries.ts";
import { rowLabel, singularOf } from "../data/row-texts.ts";
import { changeOf, useWrites } from "../data/use-writes.tsx";
import { IconButton, ToolButton } from "../ui/controls.tsx";
import { ScreenLink } from "../ui/screen.tsx";
import { useToasts } from "../ui/toasts.tsx";
import { EditButton, EditCard } from "./edit-card.tsx";
import { isDraftOfRow, RowEditor, type TypedRow } from "./row-editor.tsx";
import { endOf, inOrder, positionsAfterMove } from "./row-order.ts";
import { Mark } from "./text-card.tsx";
import type { OpenEditor } from "./use-open-editor.ts";

/** Columns with the text of a card. */
const TEXTS: Readonly<Record<string, string>> = {
  faqs: "answer",
  pages: "slug",
  testimonials: "text",
};

type RowListProps = {
  table: string;
  editor: OpenEditor;
  onTyped: (typed: TypedRow | undefined) => void;
};

/** The rows of a table that a page shows, each with its editor. */
export function RowList({ table, ...props }: RowListProps) {
  const schema = useSchemas().get(table);
  return schema && <Rows schema={schema} {...props} />;
}

type RowsProps = Omit<RowListProps, "table"> & { schema: TableSchema };

function Rows({ schema, editor, onTyped }: RowsProps) {
  const { name: table, title } = schema;
  const { rows, sequence } = useListedRows(table);
  const { open, closed, edit, close } = editor;
  const add = useRef<HTMLButtonElement>(null);
  const added = `${table}/new`;
  const label = words.addRow(singularOf(schema).toLowerCase());
  useEffect(() => {
    if (closed === added) add.current?.focus();
  }, [closed, added]);
  const form = (key: string, row: TableRow | undefined, formLabel: string) => (
    <RowEditor
      key={open?.n}
      {...{ schema, row, onTyped }}
      position={endOf(rows)}
      label={formLabel}
      onClose={() => close(key)}
    />
  );
  return (
    <section aria-label={title} className="mb-5">
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <ToolButton ref={add} icon={Plus} onClick={() => edit(added, { row: undefined })}>
          {label}
        </ToolButton>
        <ScreenLink path={{ to: `/tables/${table}` }}>{words.asTable}</ScreenLink>
      </div>
      <ul className="grid gap-2">
        {open?.name === added && (
          <li className="rounded-control border border-ink-2 bg-card px-3.5 py-2.5">
            {form(added, undefined, label)}
          </li>
        )}
        {rows.map((row, at) => {
          const key = `${table}/${row.id}`;
          const isOpen = open?.name === key;
          return (
            <RowCard
              key={row.id}
              {...{ schema, rows, at, sequence }}
              isReturned={closed === key}
              onEdit={() => edit(key, { row })}
            >
              {isOpen && form(key, open.row, words.edit(rowLabel(schema, row)))}
            </RowCard>
          );
        })}
      </ul>
    </section>
  );
}

/** Returns all rows of a table with pending edits, in the order of the page. */
function useListedRows(table: string): { rows: TableRow[]; sequence: number } {
  const search = { sort: "id:asc", limit: String(MOST_ROWS_A_PAGE) };
  const { data } = useRows(table, search, { isOpened: true, isWhole: true });
  const { added, withEdits, markOf } = usePendingEdits(table);
  const rows = useMemo(() => {
    const all = [...(data?.data ?? []).map(withEdits), ...added.toReversed()];
    return inOrder(all.filter(({ id }) => markOf(id)?.kind !== "deleted"));
  }, [data, added, withEdits, markOf]);
  return { rows, sequence: data?.sequence ?? 0 };
}

type RowCardProps = {
  schema: TableSchema;
  rows: readonly TableRow[];
  at: number;
  sequence: number;
  isReturned: boolean;
  onEdit: () => void;
  /** The editor in place of the text; false while closed. */
  children: ReactNode;
};

function RowCard({ schema, rows, at, isReturned, onEdit, children, ...rest }: RowCardProps) {
  const row = rows[at]!;
  const label = rowLabel(schema, row);
  const isOpen = children !== false;
  return (
    <EditCard isOpen={isOpen}>
      <div className="flex min-h-8 flex-wrap items-center gap-x-2">
        <h4 className="min-w-0 flex-1 font-sans font-semibold wrap-anywhere" dir="auto">
          {label}
        </h4>
        {!isOpen && (
          <span className="ml-auto flex">
            <EditButton {...{ label, isReturned, onEdit }} />
            <RowTools {...{ schema, rows, at }} {...rest} />
          </span>
        )}
      </div>
      <RowMarks schema={schema} row={row} isOpen={isOpen} />
      {children || (
        <p className="line-clamp-3 wrap-anywhere" dir="auto">
          {schema.name === "pages" && "/"}
          {String(row[TEXTS[schema.name] ?? ""] ?? "")}
        </p>
      )}
    </EditCard>
  );
}

type RowToolsProps = Pick<RowCardProps, "schema" | "rows" | "at" | "sequence">;

/** Buttons that move and delete a row. They are above the button that covers the card. */
function RowTools({ schema, rows, at, sequence }: RowToolsProps) {
  const { name: table } = schema;
  const { saveRows } = useWrites();
  const { show } = useToasts();
  const remove = useDelete(schema);
  const row = rows[at]!;
  const label = rowLabel(schema, row);
  const isNeeded = table === "pages" && LEGAL_SLUGS.some((slug) => slug === row["slug"]);
  const move = (step: -1 | 1) => {
    const changes = positionsAfterMove(rows, at, step).map(({ row: moved, position }) =>
      changeOf(moved, { table, label: rowLabel(schema, moved), values: { position } }),
    );
    if (changes.length === 0) return;
    saveRows({ table, sequence, changes }, words.moved(label)).catch((error: unknown) =>
      show({ text: readableMessage(error), failed: true }),
    );
  };
  return (
    <>
      {"position" in schema.properties &&
        ([-1, 1] as const).map((step) => (
          <IconButton
            key={step}
            icon={step < 0 ? ArrowUp : ArrowDown}
            label={`${step < 0 ? words.moveUp : words.moveDown}: ${label}`}
            aria-disabled={rows[at + step] === undefined}
            onClick={() => move(step)}
            className="relative"
          />
        ))}
      {!isNeeded && (
        <IconButton
          icon={Trash2}
          label={words.delete(label)}
          onClick={() => remove(row)}
          className="relative"
        />
      )}
    </>
  );
}

type RowMarksProps = { schema: TableSchema; row: TableRow; isOpen: boolean };

function RowMarks({ schema, row, isOpen }: RowMarksProps) {
  const { markOf } = usePendingEdits(schema.name);
  const hasDraft = useUnfinished(schema.name).some(isDraftOfRow(row));
  const marks = [
    row["active"] === false && words.notShown,
    row["placeholder"] === true && words.placeholder,
    markOf(row.id) !== undefined && words.waiting,
    hasDraft && !isOpen && words.unfinished,
  ].filter((mark) => mark !== false);
  return (
    marks.length > 0 && (
      <p className="mb-1 flex flex-wrap gap-1">
        {marks.map((mark) => (
          <Mark key={mark}>{mark}</Mark>
        ))}
      </p>
    )
  );
}
