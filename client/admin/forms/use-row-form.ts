import { useMemo, useState } from "react";
import { adminMessages } from "../../../server/contract/admin-messages.ts";
import { findProblem } from "../../../server/contract/field-validation.ts";
import type { TableRow, TableSchema, Value } from "../../../server/contract/tables.ts";
import { adminWords } from "../../content/admin.ts";
import { ApiError } from "../../lib/answer.ts";
import type { Draft } from "../offline/database.ts";
import { temporaryId } from "../offline/entry.ts";
import { useAdmin } from "../app/admin-context.ts";
import { useHoldUpdate } from "../app/use-hold-update.ts";
import { adminCalls } from "../data/api.ts";
import { ChangedMeanwhile } from "../data/request.ts";
import { rowLabel } from "../app/labels.ts";
import { changeOf, useWrites } from "../data/use-writes.tsx";
import {
  type Choices,
  type Conflict,
  findConflicts,
  isSame,
  mergedChanges,
  pick,
} from "../offline/merge.ts";
import { lastChangeText } from "./conflict.ts";
import { useUploads } from "./use-uploads.ts";
import { changesOf, formOf, problemsOf, rowOf, type Typed, typedOf } from "./row-values.ts";
import { type HalfTyped, useTyping } from "./use-typing.ts";

export type RowForm = ReturnType<typeof useRowForm>;

type Options = {
  schema: TableSchema;
  row?: TableRow | undefined;
  /** What was typed elsewhere already. */
  typedBefore?: Typed | undefined;
  /** What was half typed, to go on with: it is compared with the row as it was edited then. */
  draft?: Draft | undefined;
  onDone: () => void;
};

/**
 * A form for one row, a new one when there is none. Each change is checked; saving sends what was
 * changed, and lets a person choose where another has changed the same fields meanwhile.
 */
export function useRowForm({ schema, row: shown, typedBefore, draft, onDone }: Options) {
  const { saveRow, giveUp } = useWrites();
  const { user } = useAdmin();
  const row = useMemo(() => shown && (draft ? asEdited(shown, draft) : shown), [shown, draft]);
  const form = useMemo(() => formOf(schema, row), [schema, row]);
  const initial = useMemo(() => typedOf(form, row), [form, row]);
  const [typed, setTyped] = useState({ ...initial, ...typedBefore, ...draft?.typed });
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({});
  const [banner, setBanner] = useState<string>();
  // Counts the refusals: after each, reading goes on at what is to be put right.
  const [refusals, setRefusals] = useState(0);
  const [saving, setSaving] = useState(false);
  // However often a new row is saved, it is one.
  const [added] = useState(() => (row ? row.id : (draft?.row ?? temporaryId())));
  const [current, setCurrent] = useState<TableRow>();
  const [conflicts, setConflicts] = useState<Conflict[]>([]);
  const [choices, setChoices] = useState<Choices>({});

  const { isUploading, onUploading } = useUploads();
  const changes = changesOf(form, initial, typed);
  const isDirty = Object.keys(changes).length > 0;
  useHoldUpdate(isDirty);
  const typing = useTyping(draft?.key, isDirty ? draftOf() : undefined);

  function draftOf(): HalfTyped {
    const names = Object.keys(changes);
    const known = typed[schema.label];
    const label = row ? rowLabel(schema, row) : known ? String(known) : "";
    const base = row ? pick(row, names) : {};
    const place = { table: schema.name, row: added, label, version: row?.version };
    return { ...place, typed: pick(typed, names), base };
  }

  function change(name: string, value: Value): void {
    setTyped((before) => ({ ...before, [name]: value }));
    const { [name]: _settled, ...others } = problems;
    const isStored = row !== undefined && isSame(value, initial[name]);
    const problem = isStored ? undefined : findProblem(form, name, value);
    setProblems(problem ? { ...others, [name]: problem } : others);
    setConflicts((before) => before.filter((conflict) => conflict.name !== name));
  }

  function reset(): void {
    setTyped(initial);
    setProblems({});
    setBanner(undefined);
    setConflicts([]);
    setChoices({});
  }

  async function save(): Promise<void> {
    if (saving || isUploading) return;
    setBanner(undefined);
    const found = problemsOf(form, typed, row && changes);
    setProblems(found);
    if (Object.keys(found).length > 0) return setRefusals(refusals + 1);
    if (row && !isDirty) {
      typing.end();
      return onDone();
    }
    setSaving(true);
    try {
      await typing.flush();
      await send();
      typing.end();
      onDone();
    } catch (error) {
      await refused(error);
      setRefusals(refusals + 1);
    } finally {
      setSaving(false);
    }
  }

  async function send(): Promise<void> {
    const table = schema.name;
    if (!row) {
      const values = rowOf(form, typed);
      const label = rowLabel(schema, { ...values, id: 0, version: 0 });
      const create = { kind: "create", table, row: added, label, values } as const;
      return saveRow(create, adminWords.done.created(label), typing.key());
    }
    const values = current
      ? mergedChanges({ base: row, current, mine: changes }, choices)
      : changes;
    if (Object.keys(values).length === 0) return giveUp({ table, row: row.id });
    const label = rowLabel(schema, row);
    await saveRow(
      changeOf(current ?? row, { table, label, values }),
      adminWords.done.updated(label),
      typing.key(),
    );
  }

  async function refused(error: unknown): Promise<void> {
    if (!(error instanceof ApiError)) return setBanner(adminMessages.saveError);
    if (error instanceof ChangedMeanwhile && row) return lookAgain(row, error);
    const told = Object.entries(error.errors ?? {}).map(([name, texts]) => [name, texts[0]]);
    const own = told.filter(([name]) => name && name in form.properties);
    setProblems(Object.fromEntries(own) as Record<string, string>);
    // What no field of the form can show is said above them.
    const elsewhere = told.find(([name]) => !name || !(name in form.properties))?.[1];
    setBanner(own.length > 0 ? elsewhere : error.message || adminMessages.saveFailed);
  }

  /** Takes the row as it stands now, and finds what a person has to decide. */
  async function lookAgain(base: TableRow, { last }: ChangedMeanwhile): Promise<void> {
    try {
      const now = last.current ?? (await readRow(schema.name, base.id));
      if (!now) return setBanner(adminWords.conflict.gone);
      const open = findConflicts({ base, current: now, mine: changes });
      setCurrent(now);
      setConflicts(open);
      setChoices({});
      const text = open.length > 0 ? adminWords.conflict.text : adminWords.conflict.merged;
      setBanner([lastChangeText(last, user.id), text].filter(Boolean).join(" "));
    } catch {
      setBanner(adminMessages.saveFailed);
    }
  }

  return {
    form,
    typed,
    problems,
    banner,
    saving,
    isUploading,
    onUploading,
    refusals,
    isDirty,
    conflicts,
    choices,
    hasProblem: Object.keys(problems).length > 0,
    change,
    choose: (name: string, side: Choices[string]) =>
      setChoices((before) => ({ ...before, [name]: side })),
    /**
     * Resets the form to the row's values, or to the defaults of a new row, and clears all
     * problems.
     */
    reset,
    save: () => void save(),
    /** The form is closed without what was typed. */
    leave(): void {
      typing.end();
      if (refusals > 0) giveUp({ table: schema.name, row: added });
    },
  };
}

/** The row as it was when its form was filled in: saving compares it with the row as it is now. */
function asEdited(row: TableRow, { base, version = row.version }: Draft): TableRow {
  return { ...row, ...base, version };
}

async function readRow(table: string, id: number): Promise<TableRow | undefined> {
  const found = await adminCalls.listRows(table, { id: String(id), limit: "1" });
  return found.data[0];
}
