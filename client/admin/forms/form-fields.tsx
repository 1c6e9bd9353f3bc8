import { type ReactNode, type RefObject, useEffect } from "react";
import type { TableRow, TableSchema } from "../../../server/contract/tables.ts";
import { adminOfflineWords } from "../../content/admin-device.ts";
import { adminWords } from "../../content/admin.ts";
import { ConflictList } from "./conflict-list.tsx";
import { FieldRow } from "./field-row.tsx";
import { absentIn, typedRow } from "./row-values.ts";
import type { useRowForm } from "./use-row-form.ts";

type RowForm = ReturnType<typeof useRowForm>;
type FormRef = RefObject<HTMLElement | null>;

export function focusIn(form: FormRef, selector: string): void {
  form.current?.querySelector<HTMLElement>(selector)?.focus();
}

/** Focuses the error after each failed save; `refusals` is the number of failed saves. */
export function useFocusOnRefusal(form: FormRef, refusals: number): void {
  useEffect(() => {
    if (refusals > 0) focusIn(form, "[role=alert], [aria-invalid=true]");
  }, [form, refusals]);
}

type FormNotesProps = { schema: TableSchema; row: TableRow | undefined; rowForm: RowForm };

/** Shown above the fields of a row: the error of the last save, conflicts, and missing columns. */
export function FormNotes({ schema, row, rowForm }: FormNotesProps) {
  const { form, typed, banner, conflicts, choices } = rowForm;
  const absent = absentIn(schema, row).flatMap((name) => schema.properties[name]?.title ?? []);
  return (
    <>
      {banner && (
        <p
          role="alert"
          tabIndex={-1}
          className="mb-4 rounded-sheet border border-danger bg-danger-2 px-3 py-2 text-danger outline-none"
        >
          {banner}
        </p>
      )}
      {conflicts.length > 0 && (
        <section className="mb-5 rounded-sheet border border-sun px-3 py-3">
          <h3 className="font-sans text-sm">{adminWords.conflict.heading}</h3>
          <ConflictList
            properties={form.properties}
            row={typedRow(form, typed)}
            {...{ conflicts, choices }}
            onChoose={rowForm.choose}
          />
        </section>
      )}
      {absent.length > 0 && (
        <p className="mb-4 text-ink-2">{adminOfflineWords.absentFields(absent.join(", "))}</p>
      )}
    </>
  );
}

type FormFieldProps = { name: string; rowForm: RowForm; children?: ReactNode };

/** Input of one field of a row form; null for a name that the form does not have. */
export function FormField({ name, rowForm, children }: FormFieldProps) {
  const { form, typed, problems, saving } = rowForm;
  const field = form.properties[name];
  if (!field) return null;
  return (
    <FieldRow
      {...{ name, field }}
      required={form.required.includes(name)}
      value={typed[name] ?? null}
      problem={problems[name]}
      disabled={saving}
      row={typedRow(form, typed)}
      onChange={(value) => rowForm.change(name, value)}
      onUploading={rowForm.onUploading}
    >
      {children}
    </FieldRow>
  );
}
