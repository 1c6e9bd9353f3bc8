import { type RefObject, useEffect, useRef, useState } from "react";
import type { TableRow, TableSchema } from "../../../server/contract/tables.ts";
import { offlineWords } from "../../content/admin-device.ts";
import { adminWords } from "../../content/admin.ts";
import { ToolButton } from "../app/controls.tsx";
import { useAsk } from "../app/dialog.tsx";
import { singularOf } from "../app/formats.ts";
import type { Draft } from "../offline/database.ts";
import { ConflictList } from "./conflict-list.tsx";
import { DraftOffer } from "./drafts.tsx";
import { FieldRow } from "./field-row.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { absentIn, type Typed } from "./row-values.ts";
import { useRowForm } from "./use-row-form.ts";

const words = adminWords.form;
const FIELD = "input, select, textarea";

type RowDialogProps = {
  schema: TableSchema;
  /** The row being edited; undefined when creating. */
  row?: TableRow | undefined;
  /** Input carried over from inline editing in the grid. */
  typedBefore?: Typed | undefined;
  draft?: Draft | undefined;
  onClose: () => void;
  onSaved: () => void;
};

/** Dialog that creates or edits a row. Offers to restore a draft. */
export function RowDialog({ draft: first, ...props }: RowDialogProps) {
  const [draft, setDraft] = useState(first);
  return <RowForm key={draft?.key} {...props} draft={draft} onRestore={setDraft} />;
}

type RowFormProps = RowDialogProps & { onRestore: (draft: Draft) => void };

function RowForm({ onRestore, onClose, onSaved, ...props }: RowFormProps) {
  const { schema, row, draft } = props;
  const rowForm = useRowForm({ ...props, onDone: onSaved });
  const { saving, refusals, isDirty, isUploading, hasProblem } = rowForm;
  const form = useRef<HTMLFormElement>(null);
  const ask = useAsk();
  useEffect(() => focusIn(form, FIELD), []);
  useEffect(() => {
    if (refusals > 0) focusIn(form, "[role=alert], [aria-invalid=true]");
  }, [refusals]);

  const close = async () => {
    if (saving) return;
    const title = isUploading ? words.leaveUpload : words.leave;
    const question = { title, yes: words.leaveYes, no: words.leaveNo, danger: true } as const;
    if ((isDirty || isUploading) && !(await ask(question))) return;
    rowForm.leave();
    onClose();
  };
  const reset = () => {
    rowForm.reset();
    focusIn(form, FIELD);
  };
  return (
    <FormDialog
      title={`${row ? words.edit : words.add} ${singularOf(schema)}`}
      busy={saving}
      submit={saving ? words.saving : words.save}
      canSubmit={!isUploading && !hasProblem}
      status={isUploading && words.uploading}
      form={{ ref: form, noValidate: true }}
      extra={
        <ToolButton
          look="plain"
          className="mr-auto"
          disabled={saving || isUploading || (!isDirty && !hasProblem)}
          onClick={reset}
        >
          {words.reset}
        </ToolButton>
      }
      onSubmit={rowForm.save}
      onClose={() => void close()}
    >
      <DraftOffer schema={schema} row={row} shown={draft} onRestore={onRestore} />
      <FormFields schema={schema} row={row} rowForm={rowForm} />
    </FormDialog>
  );
}

function focusIn(form: RefObject<HTMLElement | null>, selector: string): void {
  form.current?.querySelector<HTMLElement>(selector)?.focus();
}

type FormFieldsProps = Pick<RowDialogProps, "schema" | "row"> & {
  rowForm: ReturnType<typeof useRowForm>;
};

function FormFields({ schema, row, rowForm }: FormFieldsProps) {
  const { form, typed, problems, banner, saving, conflicts, choices } = rowForm;
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
            {...{ conflicts, choices }}
            onChoose={rowForm.choose}
          />
        </section>
      )}
      {absent.length > 0 && (
        <p className="mb-4 text-ink-2">{offlineWords.absentFields(absent.join(", "))}</p>
      )}
      <div className="grid gap-4">
        {Object.entries(form.properties).map(([name, field]) => (
          <FieldRow
            key={name}
            {...{ name, field }}
            required={form.required.includes(name)}
            value={typed[name] ?? null}
            problem={problems[name]}
            disabled={saving}
            onChange={(value) => rowForm.change(name, value)}
            onUploading={rowForm.onUploading}
          />
        ))}
      </div>
    </>
  );
}
