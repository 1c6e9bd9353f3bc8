import { useEffect, useEffectEvent, useMemo, useState } from "react";
import type { TableRow, TableSchema } from "../../../server/contract/tables.ts";
import { PLACEHOLDERS } from "../../../server/contract/known-placeholders.ts";
import { contentWords as words } from "../../content/admin-content.ts";
import { useUnfinished } from "../data/admin-context.ts";
import { FieldRow } from "../forms/field-row.tsx";
import type { Typed } from "../forms/row-values.ts";
import { useRowForm } from "../forms/use-row-form.ts";
import type { Draft } from "../offline/database.ts";
import { isTemporary } from "../offline/entry.ts";
import type { ShownText } from "./content-rules.ts";
import { EditorForm } from "./editor-form.tsx";
import type { PreviewTexts } from "./preview-pane.tsx";
import { TEXTS } from "./use-text-rows.ts";

const LINE_CHARACTERS = 50;
const LINES = { least: 2, most: 10 };

/** Initial state of an editor: the stored row, and input carried over from an earlier editor. */
export type EditorStart = {
  row: TableRow | undefined;
  typed?: Typed;
  /** Value that someone else has stored while this text was being edited. */
  theirs?: string;
};

export type EditorProps = {
  schema: TableSchema;
  text: ShownText;
  start: EditorStart;
  /** Current row of the text, which someone else may have created. */
  current: TableRow | undefined;
  onTyped: (texts: PreviewTexts) => void;
  /** Called if someone else has created the row; reopens the editor with that row. */
  onTaken: (start: EditorStart) => void;
  onClose: () => void;
};

/** Whether a draft is unsaved input of this text. */
export function isDraftOf({ name }: ShownText, row: TableRow | undefined) {
  return (draft: Draft) =>
    row
      ? draft.row === row.id && draft.version !== undefined
      : draft.version === undefined && draft.typed["name"] === name;
}

/** Form of one text. Its row is created, updated or deleted like any row of a table. */
export function TextEditor(props: EditorProps) {
  const { schema, text } = props;
  const rowForm = useTextForm(props, text.default, schemaOf(schema, text));
  const value = String(rowForm.typed["value"] ?? "");
  const field = rowForm.form.properties["value"];
  const own = text.placeholders.filter((name) => !Object.hasOwn(PLACEHOLDERS, name));
  const filled = own.map((name) => `{${name}}`).join(", ");
  return (
    <EditorForm {...formProps(props)} rowForm={rowForm} draft={rowForm.draft}>
      {field && (
        <FieldRow
          name="value"
          field={{
            ...field,
            description: [words.count(value.length, text.limit), filled && words.filled(filled)]
              .filter(Boolean)
              .join(" "),
          }}
          required
          value={value}
          problem={rowForm.problems["value"]}
          disabled={rowForm.saving}
          onChange={(next) => rowForm.change("value", next)}
        />
      )}
    </EditorForm>
  );
}

/** Props of the form around a text or picture. */
export function formProps({ schema, text, start, onClose }: EditorProps) {
  const { row, theirs } = start;
  return { schema, row, label: words.edit(text.label), theirs, onClose };
}

function schemaOf(schema: TableSchema, { limit, default: text }: ShownText): TableSchema {
  const { value } = schema.properties;
  const lines = Math.ceil(text.length / LINE_CHARACTERS) + 1;
  const rows = Math.min(Math.max(lines, LINES.least), LINES.most);
  const field = value && { ...value, title: words.text, maxLength: limit, rows };
  return { ...schema, properties: { ...schema.properties, ...(field && { value: field }) } };
}

/** Row form of a text or picture. `initial` is the value that a new row starts with. */
export function useTextForm(props: EditorProps, initial: string, rowSchema: TableSchema) {
  const { text, start, current, onTyped, onTaken, onClose } = props;
  const { name, limit } = text;
  const { row, typed } = start;
  const unfinished = useUnfinished(TEXTS);
  const [draft] = useState(() => (typed ? undefined : unfinished.find(isDraftOf(text, row))));
  const preset = useMemo((): Typed => (row ? {} : { name, value: initial }), [row, name, initial]);
  const [schema] = useState(rowSchema);
  const rowForm = useRowForm({
    schema,
    row,
    preset,
    typedBefore: typed,
    draft,
    label: text.label,
    onDone: onClose,
  });
  const { leave, refusals } = rowForm;

  const value = rowForm.typed["value"];
  const report = useEffectEvent(onTyped);
  useEffect(() => {
    if (typeof value === "string" && value.trim() !== "" && value.length <= limit) {
      report({ [name]: value });
    }
  }, [name, value, limit]);
  useEffect(() => () => report({}), []);

  // The user's own rejected row has a temporary id; a row created by someone else does not.
  const isTaken = refusals > 0 && !row && current !== undefined && !isTemporary(current.id);
  const reopen = useEffectEvent(() => {
    if (!current) return;
    leave();
    onTaken({ row: current, typed: { value: value ?? "" }, theirs: String(current["value"]) });
  });
  useEffect(() => {
    if (isTaken) reopen();
  }, [isTaken]);
  return { ...rowForm, draft };
}
