import { type KeyboardEvent, type RefObject, useId, useRef, useState } from "react";
import type { TableField, TableRow, TableSchema, Value } from "../../../server/contract/tables.ts";
import { useHoldUpdate } from "../../components/update-notice.tsx";
import { adminWords } from "../../content/admin.ts";
import { ApiError, readableMessage } from "../../lib/answer.ts";
import { isComposing } from "../../lib/composing.ts";
import { rowLabel } from "../data/row-texts.ts";
import { ChangedMeanwhile } from "../data/request.ts";
import { changeOf, useWrites } from "../data/use-writes.tsx";
import { OnLoaded, Widget } from "../forms/field-row.tsx";
import { kindOf, questionOf, toTyped, toWire, typedProblem } from "../kinds/kinds.ts";
import { useConfirm } from "../kinds/use-confirm.ts";
import { isSame } from "../offline/merge.ts";
import { isEditable } from "./paste.ts";

/** Cursor movement after an edit: one cell left or right, or no movement. */
type Step = -1 | 0 | 1;

type CellEditorProps = {
  schema: TableSchema;
  row: TableRow;
  name: string;
  field: TableField;
  onDone: (to: Step) => void;
  /** Called if another user changed the row; the row form resolves the conflict. */
  onConflict: (typed: Value) => void;
};

/** Reports whether a column supports inline editing; other columns open the row form. */
export function editsInPlace(schema: TableSchema, name: string): boolean {
  const field = schema.properties[name];
  if (!field || !isEditable(schema, field)) return false;
  return !kindOf(field, name).opensForm;
}

/** Inline editor of a cell. Enter, Tab and blur save; Escape cancels. */
export function CellEditor(props: CellEditorProps) {
  const { name, field, row } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const { value, change, problem, saving, save, cancel } = useCellEdit(props, box);

  function onKeyDown(event: KeyboardEvent): void {
    const isLineBreak = event.key === "Enter" && (event.shiftKey || event.altKey);
    event.stopPropagation();
    // React also passes on keys of a popover, which is outside the box.
    if (isComposing(event.nativeEvent) || !box.current?.contains(event.target as Node)) return;
    if (isListOpen(event.target) && event.key !== "Tab") return;
    if (event.key === "Escape") cancel();
    else if (event.key === "Enter" && !isLineBreak) void save(0);
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
      // Combo boxes and parts of dates do not pass on Enter.
      onKeyDownCapture={(event) => {
        const isDone = hasOwnEnter(event.target) && !isListOpen(event.target);
        if (event.key === "Enter" && isDone) onKeyDown(event);
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        const isPart = currentTarget.contains(relatedTarget) || isInPopover(relatedTarget);
        if (!saving && relatedTarget && !isPart) void save(0);
      }}
      // Inset focus ring: in the first row, the grid header would cover an outer one.
      className="absolute top-0 z-20 min-w-56 rounded-sheet bg-card p-0.5 shadow-paper **:focus-visible:outline-offset-[-3px]"
    >
      <Widget
        {...{ id, name, field, value, row }}
        onChange={change}
        invalid={problem !== undefined}
        describedBy={problemId}
        label={field.title}
        disabled={saving}
      >
        <OnLoaded
          run={() => {
            const input = findInput(box);
            input?.focus();
            if (input && "select" in input) input.select();
          }}
        />
      </Widget>
      {problem && (
        <p id={problemId} role="alert" className="px-2 py-1 whitespace-normal text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}

function useCellEdit(props: CellEditorProps, box: RefObject<HTMLElement | null>) {
  const { schema, row, name, field, onDone, onConflict } = props;
  const { saveRow, giveUp } = useWrites();
  const confirm = useConfirm();
  const [initial] = useState(() => toTyped(field, row[name] ?? null, row));
  const [value, setValue] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const [saving, setSaving] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const isAsking = useRef(false);
  const isDirty = !isSame(value, initial);
  useHoldUpdate(isDirty);

  /** Asks about a value that may be a mistake. The question takes the focus, which must not save. */
  async function isSure(): Promise<boolean> {
    const question = questionOf(field, value, { row, before: row[name] });
    isAsking.current = true;
    const answer = await confirm(question ? [question] : []);
    isAsking.current = false;
    return answer;
  }

  async function save(to: Step): Promise<void> {
    if (saving || isAsking.current) return;
    if (!isDirty) return onDone(to);
    const found = typedProblem(schema, name, { typed: value, row });
    setProblem(found);
    if (found) return;
    if (!(await isSure())) return;
    setSaving(true);
    try {
      const label = rowLabel(schema, row);
      const values = { [name]: toWire(field, value, row) };
      const change = changeOf(row, { table: schema.name, label, values });
      await saveRow(change, adminWords.done.updated(label));
      onDone(to);
    } catch (error) {
      setSaving(false);
      setRefused(true);
      if (error instanceof ChangedMeanwhile) onConflict(value);
      else setProblem(refusalText(error, name));
      findInput(box)?.focus();
    }
  }

  return {
    value,
    problem,
    saving,
    save,
    change(next: Value): void {
      setValue(next);
      setProblem(typedProblem(schema, name, { typed: next, row }));
    },
    cancel(): void {
      if (isRefused) giveUp({ table: schema.name, row: row.id });
      onDone(0);
    },
  };
}

const hasOwnEnter = (target: EventTarget) =>
  target instanceof Element && target.matches("[role=combobox], [role=spinbutton]");

const isListOpen = (target: EventTarget) =>
  target instanceof Element && target.getAttribute("aria-expanded") === "true";

/** Whether an element is in the popover of a combo box or date picker. */
const isInPopover = (target: EventTarget | null) =>
  target instanceof Element && target.closest("[data-trigger]") !== null;

function findInput(box: RefObject<HTMLElement | null>) {
  return box.current?.querySelector<HTMLInputElement>("[role=spinbutton], input, select, textarea");
}

function refusalText(error: unknown, name: string): string {
  const fields = error instanceof ApiError ? error.errors : undefined;
  return fields?.[name]?.[0] ?? readableMessage(error);
}
