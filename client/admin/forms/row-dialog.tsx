import { useEffect, useRef, useState } from "react";
import type { TableRow, TableSchema } from "../../../server/contract/tables.ts";
import { adminWords } from "../../content/admin.ts";
import { ToolButton } from "../ui/controls.tsx";
import { useAsk } from "../ui/dialog.tsx";
import { singularOf } from "../data/row-texts.ts";
import type { Draft } from "../offline/database.ts";
import { DraftOffer } from "./use-draft.tsx";
import { OnLoaded } from "./field-row.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { focusIn, FormField, FormNotes, useFocusOnRefusal } from "./form-fields.tsx";
import type { Typed } from "./row-values.ts";
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
  /** Field that gets the focus; the first one by default. */
  field?: string | undefined;
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
  const { schema, row, draft, field } = props;
  const rowForm = useRowForm({ ...props, onDone: onSaved });
  const { saving, refusals, isDirty, isUploading, hasProblem } = rowForm;
  const form = useRef<HTMLFormElement>(null);
  const ask = useAsk();
  const first = Object.keys(rowForm.form.properties).includes(field ?? "") ? field : undefined;
  useEffect(() => {
    if (first === undefined) focusIn(form, FIELD);
  }, [first]);
  useFocusOnRefusal(form, refusals);

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
      <FormNotes schema={schema} row={row} rowForm={rowForm} />
      <div className="grid gap-4">
        {Object.keys(rowForm.form.properties).map((name) => (
          <FormField key={name} name={name} rowForm={rowForm}>
            {name === first && (
              <OnLoaded run={() => focusIn(form, `[data-field="${name}"] :is(${FIELD})`)} />
            )}
          </FormField>
        ))}
      </div>
    </FormDialog>
  );
}
