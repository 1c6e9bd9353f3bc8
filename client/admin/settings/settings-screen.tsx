import { useSearch } from "@tanstack/react-router";
import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { TableRow, TableSchema } from "../../../server/contract/tables.ts";
import { adminWords } from "../../content/admin.ts";
import { settingsWords as words } from "../../content/admin-settings.ts";
import { ToolButton } from "../ui/controls.tsx";
import { AsOf, type AsOfTime } from "../ui/as-of.tsx";
import { Panel } from "../ui/panels.tsx";
import { LoadedScreen, Screen } from "../ui/screen.tsx";
import { DraftOffer } from "../forms/use-draft.tsx";
import { RowActions } from "../actions/row-actions.tsx";
import { FieldRow } from "../forms/field-row.tsx";
import { focusIn, FormField, FormNotes, useFocusOnRefusal } from "../forms/form-fields.tsx";
import { toTyped } from "../kinds/kinds.ts";
import { useRowForm } from "../forms/use-row-form.ts";
import type { Draft } from "../offline/database.ts";
import { RowHistory } from "../table/history.tsx";
import { FIELD_SEARCH } from "../url/screen-paths.ts";
import { useSettingsRow } from "../data/use-settings-row.ts";

const SAVE = "save";
/** Value of `focusedRef` that scrolls to the top, where a draft is offered. */
const TOP = "top";

/** Settings screen: edits the only row of `settings`, grouped by section. */
export function SettingsScreen() {
  const { schema, row, query } = useSettingsRow();
  const data = schema && row && { schema, row };
  return (
    <LoadedScreen query={{ ...query, data }} words={words}>
      {(loaded, asOf) => <Settings {...loaded} asOf={asOf} />}
    </LoadedScreen>
  );
}

type SettingsProps = { schema: TableSchema; row: TableRow; asOf: AsOfTime | undefined };

/** Settings form. Restarts when the row changes, unless there is unsaved input. */
function Settings({ schema, row: newest, asOf }: SettingsProps) {
  const { [FIELD_SEARCH]: linked }: Record<string, string> = useSearch({ strict: false });
  const [edited, setEdited] = useState<TableRow>();
  const [draft, setDraft] = useState<Draft>();
  const [starts, setStarts] = useState(0);
  const focusedRef = useRef<string | undefined>(linked ?? TOP);
  const row = edited ?? newest;
  const restart = (next?: Draft) => {
    focusedRef.current = SAVE;
    setEdited(undefined);
    setDraft(next);
    setStarts(starts + 1);
  };
  return (
    <Screen
      title={words.title}
      lead={
        <>
          <p>{schema.description}</p>
          <AsOf of={asOf} />
        </>
      }
      actions={
        <>
          <RowActions table={schema.name} row={newest} label={schema.title} buttons={1} />
          <RowHistory schema={schema} row={newest} />
        </>
      }
    >
      <SettingsForm
        key={JSON.stringify([starts, row])}
        {...{ schema, row, draft, focusedRef, restart }}
        onDirty={(isDirty) => setEdited(isDirty ? row : undefined)}
      />
    </Screen>
  );
}

type SettingsFormProps = {
  schema: TableSchema;
  row: TableRow;
  draft: Draft | undefined;
  /** Where to focus after the form restarts: a field name, `SAVE` or `TOP`. */
  focusedRef: RefObject<string | undefined>;
  onDirty: (isDirty: boolean) => void;
  restart: (draft?: Draft) => void;
};

function SettingsForm({ focusedRef, onDirty, restart, ...props }: SettingsFormProps) {
  const { schema, row, draft } = props;
  const rowForm = useRowForm({ ...props, onDone: restart });
  const { saving, refusals, isDirty, isUploading, hasProblem } = rowForm;
  const form = useRef<HTMLFormElement>(null);
  const idle = saving || isUploading || !isDirty || hasProblem;
  const noteDirty = useEffectEvent(onDirty);
  useEffect(() => noteDirty(isDirty), [isDirty]);
  useFocusOnRefusal(form, refusals);
  useFocusAfterRestart(form, focusedRef);
  const reset = () => {
    rowForm.leave();
    restart();
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!idle) rowForm.save();
      }}
    >
      <DraftOffer schema={schema} row={row} shown={draft} onRestore={restart} />
      <FormNotes schema={schema} row={row} rowForm={rowForm} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {sectionsOf(schema).map(({ title, names }) => (
          <Panel key={title} title={title}>
            {/* The save bar must not cover the focused field. */}
            <div className="grid gap-x-6 gap-y-4 px-4 py-4 @2xl:grid-cols-2 [&_:is(input,select,textarea)]:scroll-mb-20">
              {names.map((name) => (
                <Field key={name} {...{ schema, name, rowForm }} />
              ))}
            </div>
          </Panel>
        ))}
      </div>
      <SaveBar {...{ idle, saving, isUploading }} canReset={isDirty && !saving} onReset={reset} />
    </form>
  );
}

type FieldProps = { schema: TableSchema; name: string; rowForm: ReturnType<typeof useRowForm> };

function Field({ schema, name, rowForm }: FieldProps) {
  const field = schema.properties[name];
  const fixed = schema.setByEnvironment?.[name];
  if (!field) return null;
  if (fixed === undefined) return <FormField name={name} rowForm={rowForm} />;
  return (
    <FieldRow
      name={name}
      field={{ ...field, description: words.fromEnvironment }}
      value={toTyped(field, fixed)}
      required={false}
      problem={undefined}
      disabled
      onChange={() => {}}
    />
  );
}

type SaveBarProps = {
  idle: boolean;
  saving: boolean;
  isUploading: boolean;
  canReset: boolean;
  onReset: () => void;
};

/** Sticky save bar. Its buttons use `aria-disabled`, so they keep the focus. */
function SaveBar({ idle, saving, isUploading, canReset, onReset }: SaveBarProps) {
  const form = adminWords.form;
  return (
    <div className="sticky bottom-0 -mx-4 mt-4 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-paper px-4 py-3 sm:-mx-6 sm:px-6">
      <p role="status" className="w-full text-right text-ink-2 empty:hidden">
        {isUploading && form.uploading}
      </p>
      <ToolButton look="plain" aria-disabled={!canReset} onClick={() => canReset && onReset()}>
        {form.reset}
      </ToolButton>
      <ToolButton type="submit" look="main" data-field={SAVE} aria-disabled={idle}>
        {saving ? form.saving : form.save}
      </ToolButton>
    </div>
  );
}

/** Focuses the field that had the focus before the form restarted, or the linked field. */
function useFocusAfterRestart(
  form: RefObject<HTMLFormElement | null>,
  focusedRef: RefObject<string | undefined>,
): void {
  useLayoutEffect(() => {
    const name = focusedRef.current;
    focusedRef.current = undefined;
    if (name === TOP) form.current?.closest("main")?.scrollTo(0, 0);
    else if (name !== undefined) {
      focusIn(form, `[data-field="${CSS.escape(name)}"] :is(input, select, textarea)`);
      if (name === SAVE) focusIn(form, `[data-field=${SAVE}]`);
    }
    return () => {
      const { activeElement } = document;
      const field = activeElement?.closest<HTMLElement>("[data-field]")?.dataset["field"];
      focusedRef.current = field ?? focusedRef.current;
    };
  }, [form, focusedRef]);
}

/** Returns the fields of a form by section, in the schema's order. */
export function sectionsOf({ properties }: Pick<TableSchema, "properties">) {
  const sections = new Map<string, string[]>();
  for (const [name, { section }] of Object.entries(properties)) {
    if (section !== undefined) sections.set(section, [...(sections.get(section) ?? []), name]);
  }
  return [...sections].map(([title, names]) => ({ title, names }));
}
