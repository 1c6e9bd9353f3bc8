import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { findProblem } from "../../../server/contract/field-validation.ts";
import type { TableField, TableRow, TableSchema, Value } from "../../../server/contract/tables.ts";
import { adminWords } from "../../content/admin.ts";
import { ApiError } from "../../lib/answer.ts";
import { readableMessage } from "../../lib/readable-error.ts";
import { ChangedMeanwhile } from "../data/request.ts";
import { isSame, pick } from "../offline/merge.ts";
import { isMultiline, isUpload, toTyped, toWire } from "../forms/row-values.ts";
import { type HalfTyped, useTyping } from "../forms/use-typing.ts";
import { Widget } from "../forms/widgets.tsx";
import { rowLabel } from "../app/labels.ts";
import { changeOf, useWrites } from "../data/use-writes.tsx";
import { useHoldUpdate } from "../app/use-hold-update.ts";
import { isEditable } from "./paste.ts";

type CellEditorProps = {
  schema: TableSchema;
  row: TableRow;
  name: string;
  field: TableField;
  /** `to` is where the keyboard goes on: it stays, or goes one cell to a side. */
  onDone: (to: -1 | 0 | 1) => void;
  /** The row was changed meanwhile: the form shows both, and lets its reader choose. */
  onConflict: (typed: Value) => void;
};

/** Whether a cell can be edited where it stands; what needs a window of its own opens the form. */
export function editsInPlace(schema: TableSchema, name: string): boolean {
  const field = schema.properties[name];
  if (!field || !isEditable(schema, field)) return false;
  const choosesMany = field.type === "array" && !isMultiline(name, field);
  return !field.reference && !choosesMany && !isUpload(name) && !hasFile(field);
}

function hasFile({ widget }: TableField): boolean {
  return widget === "media" || widget === "file";
}

/** An input in the place of a cell. Enter and Tab save the one field, Escape leaves it as it was. */
export function CellEditor({ schema, row, name, field, onDone, onConflict }: CellEditorProps) {
  const { saveRow, giveUp } = useWrites();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [initial] = useState(() => toTyped(field, row[name] ?? null));
  const [value, setValue] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const [saving, setSaving] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const isDirty = !isSame(value, initial);
  useHoldUpdate(isDirty);
  const typing = useTyping(undefined, isDirty ? draftOf() : undefined);

  function draftOf(): HalfTyped {
    const label = rowLabel(schema, row);
    const place = { table: schema.name, row: row.id, label, version: row.version };
    return { ...place, typed: { [name]: value }, base: pick(row, [name]) };
  }

  useEffect(() => {
    const input = box.current?.querySelector<HTMLInputElement>("input, select, textarea");
    input?.focus();
    if (input && "select" in input) input.select();
  }, []);

  async function save(to: -1 | 0 | 1): Promise<void> {
    if (saving) return;
    if (!isDirty) {
      typing.end();
      return onDone(to);
    }
    const found = findProblem(schema, name, value);
    setProblem(found);
    if (found) return;
    setSaving(true);
    try {
      const values = { [name]: toWire(field, value) };
      const label = rowLabel(schema, row);
      const change = changeOf(row, { table: schema.name, label, values });
      await typing.flush();
      await saveRow(change, adminWords.done.updated(label), typing.key());
      typing.end();
      onDone(to);
    } catch (error) {
      setSaving(false);
      setRefused(true);
      if (error instanceof ChangedMeanwhile) {
        // The form goes on with it, and keeps it.
        typing.end();
        onConflict(value);
      } else setProblem(problemOf(error, name));
      box.current?.querySelector<HTMLInputElement>("input, select, textarea")?.focus();
    }
  }

  function leave(): void {
    typing.end();
    if (isRefused) giveUp({ table: schema.name, row: row.id });
    onDone(0);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const newLine = event.key === "Enter" && (event.shiftKey || event.altKey);
    event.stopPropagation();
    if (event.key === "Escape") leave();
    else if (event.key === "Enter" && !newLine) void save(0);
    else if (event.key === "Tab") void save(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  }

  const problemId = problem && `${id}-problem`;
  return (
    <div
      ref={box}
      role="presentation"
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Left for another place on the page: what was typed is kept when it can be.
        if (!saving && relatedTarget && !currentTarget.contains(relatedTarget)) void save(0);
      }}
      // Its ring would be cut off by the head of the grid above the first row.
      className="absolute top-0 z-20 min-w-56 rounded-sheet bg-card p-0.5 shadow-paper **:focus-visible:outline-offset-[-3px]"
    >
      <Widget
        id={id}
        name={name}
        field={field}
        value={value}
        onChange={(next) => {
          setValue(next);
          setProblem(findProblem(schema, name, next));
        }}
        invalid={problem !== undefined}
        describedBy={problemId}
        label={field.title}
        disabled={saving}
      />
      {problem && (
        <p id={problemId} role="alert" className="px-2 py-1 whitespace-normal text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}

function problemOf(error: unknown, name: string): string {
  if (!(error instanceof ApiError)) return readableMessage(error);
  return error.errors?.[name]?.[0] ?? error.message;
}
