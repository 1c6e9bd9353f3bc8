import { useMemo, useReducer, useState } from "react";
import { adminMessages } from "../../content/admin-messages.ts";
import type { TableRow, TableSchema, Value } from "../../../server/contract/tables.ts";
import { useHoldUpdate } from "../../components/update-notice.tsx";
import { adminWords } from "../../content/admin.ts";
import { useAdmin } from "../data/admin-context.ts";
import { rowLabel } from "../data/row-texts.ts";
import { adminCalls } from "../data/api.ts";
import { ChangedMeanwhile } from "../data/request.ts";
import { changeOf, useWrites } from "../data/use-writes.tsx";
import type { Draft } from "../offline/database.ts";
import { temporaryId } from "../offline/entry.ts";
import { type Choices, findConflicts, mergedChanges, pick, type Values } from "../offline/merge.ts";
import { lastChangeText } from "./conflict-list.tsx";
import { useDraft } from "./use-draft.tsx";
import {
  failureOf,
  initialState,
  reduceRowForm,
  type RowFormEvent,
  type RowFormState,
} from "./row-form-state.ts";
import {
  changesOf,
  formOf,
  problemsOf,
  questionsOf,
  rowOf,
  type Typed,
  typedOf,
} from "./row-values.ts";
import { useConfirm } from "../kinds/use-confirm.ts";
import { useUploads } from "../kinds/uploads.ts";

type RowFormOptions = {
  schema: TableSchema;
  /** The row being edited; undefined when creating. */
  row?: TableRow | undefined;
  /** Initial values of a new row; must be memoized. */
  preset?: Typed;
  /** Input carried over from inline editing in the grid or from a reopened text editor. */
  typedBefore?: Typed | undefined;
  /** Draft to continue; saving detects conflicts against the row version the draft was based on. */
  draft?: Draft | undefined;
  /** Name of the row in messages; defaults to its label column. */
  label?: string;
  onDone: () => void;
};

/**
 * Form state of one row. Validates on change, sends only changed fields, and lets the user resolve
 * conflicts with other users' changes.
 */
export function useRowForm({ schema, row: shown, preset, typedBefore, ...rest }: RowFormOptions) {
  const { draft, onDone } = rest;
  const { giveUp } = useWrites();
  const row = useMemo(() => shown && (draft ? asDrafted(shown, draft) : shown), [shown, draft]);
  const form = useMemo(() => formOf(schema, row), [schema, row]);
  const initial = useMemo(() => ({ ...typedOf(form, row), ...preset }), [form, row, preset]);
  const first = { ...initial, ...typedBefore, ...draft?.typed };
  const [state, reduce] = useReducer(reduceRowForm, first, initialState);
  const { typed, problems, saving, refusals } = state;
  const context = { form, initial, isNew: row === undefined };
  const dispatch = (event: RowFormEvent) => reduce({ ...event, context });
  // Keep a new row's temporary id across save attempts.
  const [id] = useState(() => (row ? row.id : (draft?.row ?? temporaryId())));
  const { isUploading, onUploading } = useUploads();
  const send = useSend({ schema, row, ...(rest.label && { ownLabel: rest.label }) });
  const { user } = useAdmin();
  const confirm = useConfirm();

  const changes = changesOf(form, initial, typed);
  const isDirty = Object.keys(changes).length > 0;
  useHoldUpdate(isDirty);
  const label = row ? rowLabel(schema, row) : String(typed[schema.label] || "");
  const place = { table: schema.name, row: id, label, version: row?.version };
  const names = Object.keys(changes);
  const stored = useDraft(
    draft?.key,
    isDirty
      ? { ...place, typed: { ...preset, ...pick(typed, names) }, base: row ? pick(row, names) : {} }
      : undefined,
  );

  async function save(): Promise<void> {
    if (saving || isUploading) return;
    const found = problemsOf(form, typed, row && changes);
    if (Object.keys(found).length > 0) {
      return dispatch({ kind: "failed", problems: found, banner: undefined });
    }
    if (row && !isDirty) return done();
    if (!(await confirm(questionsOf(form, typed, changes)))) return;
    dispatch({ kind: "saving" });
    try {
      await stored.flush();
      await send({ ...state, id, values: row ? changes : rowOf(form, typed), draft: stored.key() });
      done();
    } catch (error) {
      const event =
        error instanceof ChangedMeanwhile && row
          ? await conflictOf(error, { table: schema.name, base: row, changes, userId: user.id })
          : ({ kind: "failed", ...failureOf(error, form) } as const);
      dispatch(event);
    }
  }

  function done(): void {
    stored.end();
    onDone();
  }

  return {
    ...state,
    form,
    isUploading,
    onUploading,
    isDirty,
    /** Changed values by column. */
    changes,
    hasProblem: Object.keys(problems).length > 0,
    change: (name: string, value: Value) => dispatch({ kind: "typed", name, value }),
    choose: (name: string, side: Choices[string]) => dispatch({ kind: "chosen", name, side }),
    reset: () => dispatch({ kind: "reset" }),
    save: () => void save(),
    leave(): void {
      stored.end();
      if (refusals > 0) giveUp({ table: schema.name, row: id });
    },
  };
}

type RowSave = Pick<RowFormState, "current" | "choices"> & {
  id: number;
  values: Values;
  draft: string | undefined;
};

type SentRow = { schema: TableSchema; row: TableRow | undefined; ownLabel?: string };

/** Returns a function that creates the row, or updates it after merging concurrent changes. */
function useSend({ schema, row, ownLabel }: SentRow) {
  const { saveRow, giveUp } = useWrites();
  const { name: table } = schema;
  return async ({ id, values: mine, draft, current, choices }: RowSave): Promise<void> => {
    if (!row) {
      const label = ownLabel ?? rowLabel(schema, { ...mine, id: 0, version: 0 });
      const created = { kind: "create", table, row: id, label, values: mine } as const;
      const { created: added, updated } = adminWords.done;
      // A row with a label of its own replaces a default, so nothing seems to be added.
      return saveRow(created, ownLabel ? updated(ownLabel) : added(label), draft);
    }
    const values = current ? mergedChanges({ base: row, current, mine }, choices) : mine;
    if (Object.keys(values).length === 0) return giveUp({ table, row: id });
    const label = ownLabel ?? rowLabel(schema, row);
    const changed = changeOf(current ?? row, { table, label, values });
    const { updated, updatedAll } = adminWords.done;
    await saveRow(changed, schema.isSingle ? updatedAll(schema.title) : updated(label), draft);
  };
}

function asDrafted(row: TableRow, { base, version = row.version }: Draft): TableRow {
  return { ...row, ...base, version };
}

type ChangedRow = { table: string; base: TableRow; changes: Values; userId: number };

/** Finds fields changed by both users; fetches the current row if the server did not send it. */
async function conflictOf(
  { last }: ChangedMeanwhile,
  { table, base, changes, userId }: ChangedRow,
): Promise<RowFormEvent> {
  const words = adminWords.conflict;
  const failed = (banner: string) => ({ kind: "failed", problems: {}, banner }) as const;
  try {
    const search = { id: String(base.id), limit: "1" };
    const current = last.current ?? (await adminCalls.listRows(table, search)).data[0];
    if (!current) return failed(words.gone);
    const conflicts = findConflicts({ base, current, mine: changes });
    const text = conflicts.length > 0 ? words.text : words.merged;
    const banner = [lastChangeText(last, userId), text].filter(Boolean).join(" ");
    return { kind: "conflict", current, conflicts, banner };
  } catch {
    return failed(adminMessages.saveFailed);
  }
}
