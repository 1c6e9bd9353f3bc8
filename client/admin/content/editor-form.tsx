import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { readOwnPicture } from "../../../server/contract/own-picture.ts";
import type { TableRow, TableSchema } from "../../../server/contract/tables.ts";
import { contentWords as words } from "../../content/admin-content.ts";
import { draftWords } from "../../content/admin-outbox.ts";
import { adminWords } from "../../content/admin.ts";
import { isComposing } from "../../lib/composing.ts";
import { ToolButton } from "../ui/controls.tsx";
import { useAsk } from "../ui/dialog.tsx";
import { useTimes } from "../ui/times.ts";
import { focusIn, FormNotes, useFocusOnRefusal } from "../forms/form-fields.tsx";
import type { useRowForm } from "../forms/use-row-form.ts";
import type { Draft } from "../offline/database.ts";

type EditorFormProps = {
  schema: TableSchema;
  /** The row being edited; undefined when creating. */
  row: TableRow | undefined;
  /** Name of the row for screen readers. */
  label: string;
  rowForm: ReturnType<typeof useRowForm>;
  /** Draft that the form continues. */
  draft: Draft | undefined;
  /** Value that someone else has stored in the meantime. */
  theirs?: string | undefined;
  /** Whether all required parts are filled in. */
  isReady?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** Form around the fields of a text, a picture or another row. */
export function EditorForm({ rowForm, isReady = true, children, ...props }: EditorFormProps) {
  const { schema, row, label, draft, theirs, onClose } = props;
  const { saving, isDirty, isUploading, hasProblem, problems, refusals } = rowForm;
  const canSave = isReady && !saving && !isUploading && !hasProblem;
  const form = useRef<HTMLFormElement>(null);
  const ask = useAsk();
  const { hourOrTimeOf } = useTimes();
  useEffect(() => focusIn(form, "textarea, input, button"), []);
  useFocusOnRefusal(form, refusals);

  const close = async () => {
    const { leave: title, leaveYes: yes, leaveNo: no } = adminWords.form;
    if (saving || (isDirty && !(await ask({ title, yes, no, danger: true })))) return;
    rowForm.leave();
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented || isComposing(event.nativeEvent)) return;
    event.stopPropagation();
    void close();
  };
  return (
    // Escape closes the form from any of its fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      noValidate
      aria-label={label}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        if (!canSave) return;
        if (isDirty) return rowForm.save();
        rowForm.leave();
        onClose();
      }}
    >
      {theirs !== undefined && (
        <p role="alert" className="mb-3 rounded-sheet border border-sun px-3 py-2 wrap-anywhere">
          {words.taken(readOwnPicture(theirs)?.alt ?? theirs)}
        </p>
      )}
      {draft && (
        <p role="status" className="mb-3 text-ink-2">
          {draftWords.taken(hourOrTimeOf(new Date(draft.at).toISOString()))}
        </p>
      )}
      <FormNotes schema={schema} row={row} rowForm={rowForm} />
      {problems["name"] && (
        <p role="alert" className="mb-3 text-danger">
          {problems["name"]}
        </p>
      )}
      {children}
      <div className="mt-3 flex flex-wrap gap-2">
        <ToolButton type="submit" look="main" disabled={!canSave}>
          {saving ? words.saving : words.save}
        </ToolButton>
        <ToolButton disabled={saving} onClick={() => void close()}>
          {words.cancel}
        </ToolButton>
      </div>
    </form>
  );
}
