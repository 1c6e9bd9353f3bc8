import { useEffect, useEffectEvent, useState } from "react";
import type { PreviewRow } from "../../../server/contract/admin-answers.ts";
import type { TableRow, TableSchema } from "../../../server/contract/tables.ts";
import { useUnfinished } from "../data/admin-context.ts";
import { rowLabel } from "../data/row-texts.ts";
import { FormField } from "../forms/form-fields.tsx";
import { problemsOf, rowOf, type Typed } from "../forms/row-values.ts";
import { useRowForm } from "../forms/use-row-form.ts";
import type { Draft } from "../offline/database.ts";
import { isTemporary } from "../offline/entry.ts";
import { EditorForm } from "./editor-form.tsx";

/** Unsaved row that the preview shows. */
export type TypedRow = {
  title: string;
  row: PreviewRow;
  /** Text to which the preview scrolls. */
  place: string;
};

/** Columns with the text by which a preview finds the row. */
const PLACES: Readonly<Record<string, string>> = { faqs: "question", testimonials: "text" };

/** Whether a draft is unsaved input of this row; of a new one without a row. */
export function isDraftOfRow(row: TableRow | undefined) {
  return (draft: Draft) =>
    row ? draft.row === row.id && draft.version !== undefined : draft.version === undefined;
}

type RowEditorProps = {
  schema: TableSchema;
  /** The row being edited; undefined when creating. */
  row: TableRow | undefined;
  /** Position of a new row. */
  position: number;
  /** Name of the form. */
  label: string;
  onTyped: (typed: TypedRow | undefined) => void;
  onClose: () => void;
};

/** Form of a row of a page, which its preview follows. */
export function RowEditor({ schema, row, position, label, onTyped, onClose }: RowEditorProps) {
  const unfinished = useUnfinished(schema.name);
  const [draft] = useState(() => unfinished.find(isDraftOfRow(row)));
  const [preset] = useState((): Typed =>
    row || !("position" in schema.properties) ? {} : { position },
  );
  const rowForm = useRowForm({ schema, row, preset, draft, onDone: onClose });
  useReport({ schema, row, rowForm }, onTyped);
  return (
    <EditorForm {...{ schema, row, label, rowForm, draft, onClose }}>
      <div className="grid gap-4">
        {Object.keys(rowForm.form.properties).map((name) => (
          <FormField key={name} name={name} rowForm={rowForm} />
        ))}
      </div>
    </EditorForm>
  );
}

type ReportedForm = Pick<RowEditorProps, "schema" | "row"> & {
  rowForm: ReturnType<typeof useRowForm>;
};

/** Reports valid input while it is typed, and undefined when the form closes. */
function useReport(
  { schema, row, rowForm }: ReportedForm,
  onTyped: RowEditorProps["onTyped"],
): void {
  const { form, typed, changes } = rowForm;
  const id = row && !isTemporary(row.id) ? row.id : undefined;
  const problems = problemsOf(form, typed, id === undefined ? undefined : changes);
  const values = id === undefined ? rowOf(form, typed) : changes;
  // A text, so that the effect runs only when a value changes.
  const input = Object.keys(problems).length === 0 ? JSON.stringify(values) : undefined;
  const report = useEffectEvent(() => {
    const table = schema.name as PreviewRow["table"];
    onTyped({
      title: rowLabel(schema, { ...row, ...typed, id: 0, version: 0 }),
      row: { table, id, values },
      place: String(typed[PLACES[table] ?? ""] ?? ""),
    });
  });
  const end = useEffectEvent(() => onTyped(undefined));
  useEffect(() => {
    if (input !== undefined) report();
  }, [input]);
  useEffect(() => () => end(), []);
}
