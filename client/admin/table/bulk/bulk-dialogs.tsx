import { useId, useState } from "react";
import { findProblem } from "../../../../server/contract/field-validation.ts";
import { countOf } from "../../../../server/contract/format.ts";
import type { TableField, Value } from "../../../../server/contract/tables.ts";
import { outboxWords } from "../../../content/admin-outbox.ts";
import { bulkWords as words } from "../../../content/admin-parts.ts";
import { adminWords } from "../../../content/admin.ts";
import { INPUT, Tick } from "../../app/controls.tsx";
import { NoConnection } from "../../data/no-connection.tsx";
import { FormDialog } from "../../forms/form-dialog.tsx";
import { toWire, type Typed } from "../../forms/row-values.ts";
import { useUploads } from "../../forms/upload-field.tsx";
import { Widget } from "../../forms/widgets.tsx";
import { type BulkProps, useBulk } from "./use-bulk.ts";

/** From this many rows on, their number has to be typed. */
const MANY = 10;

type BulkDialogProps = BulkProps & { onClose: () => void };

/** Confirms the deletion of many rows. */
export function BulkDelete({ onClose, ...props }: BulkDialogProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const { apply, count, problem, busy } = useBulk(props);
  const isSure = count < MANY || Number(typed.replace(/\D/g, "")) === count;
  const rows = countOf(count, "row");
  return (
    <FormDialog
      title={words.deleteTitle(rows)}
      width="narrow"
      busy={busy}
      problem={problem}
      submit={words.deleteYes(rows)}
      look="danger"
      canSubmit={isSure && count > 0}
      onSubmit={() => void apply({ action: "delete" })}
      onClose={onClose}
    >
      <NoConnection text={outboxWords.direct} className="mb-3" />
      <p>{words.deleteText}</p>
      {count >= MANY && (
        <>
          <label htmlFor={id} className="mt-4 block font-semibold">
            {words.typeNumber(count)}
          </label>
          <input
            id={id}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            className={`${INPUT} mt-1`}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Writes the same values into many rows; only the chosen fields are changed. */
export function BulkEdit({ onClose, ...props }: BulkDialogProps) {
  const { schema } = props;
  const [typed, setTyped] = useState<Typed>({});
  const { apply, count, problem, busy } = useBulk(props);
  const { isUploading, onUploading } = useUploads();
  const fields = Object.entries(schema.properties).filter(
    ([, field]) => !field.readOnly && !field.createOnly,
  );
  const chosen = fields.filter(([name]) => name in typed);
  const values = Object.fromEntries(
    chosen.map(([name, field]) => [name, toWire(field, typed[name])]),
  );
  const problemOf = (name: string) =>
    name in typed ? findProblem(schema, name, values[name]) : undefined;
  const change = (name: string, value: Value | undefined) => {
    const { [name]: _before, ...others } = typed;
    setTyped(value === undefined ? others : { ...typed, [name]: value });
  };
  return (
    <FormDialog
      title={words.editTitle(countOf(count, "row"))}
      busy={busy}
      problem={problem}
      submit={busy ? words.applying : words.apply(countOf(count, "row"))}
      canSubmit={chosen.length > 0 && !chosen.some(([name]) => problemOf(name)) && !isUploading}
      status={isUploading && adminWords.form.uploading}
      onSubmit={() => void apply({ action: "update", values })}
      onClose={onClose}
    >
      <NoConnection text={outboxWords.direct} className="mb-3" />
      <p className="mb-3 text-ink-2">{words.editHint}</p>
      <ul className="divide-y divide-line">
        {fields.map(([name, field]) => (
          <BulkField
            key={name}
            {...{ name, field, busy, onUploading }}
            value={typed[name]}
            problem={problemOf(name)}
            onChange={(value) => change(name, value)}
          />
        ))}
      </ul>
    </FormDialog>
  );
}

type BulkFieldProps = {
  name: string;
  field: TableField;
  /** Undefined for a field that is not changed. */
  value: Value | undefined;
  problem: string | undefined;
  busy: boolean;
  onChange: (value: Value | undefined) => void;
  onUploading: (name: string, isRunning: boolean) => void;
};

function BulkField({ name, field, value, problem, busy, ...events }: BulkFieldProps) {
  const id = useId();
  const isChosen = value !== undefined;
  return (
    <li className="grid gap-x-4 py-2 sm:grid-cols-[12rem_1fr]">
      <Tick
        aria-label={words.change(field.title)}
        label={field.title}
        checked={isChosen}
        onChange={() => events.onChange(isChosen ? undefined : field.type === "boolean" || null)}
        className={`min-h-9 self-start ${isChosen ? "font-semibold" : ""}`}
      />
      {isChosen && (
        <div className="min-w-0">
          <Widget
            {...{ id, name, field, value, ...events }}
            label={field.title}
            disabled={busy}
            invalid={problem !== undefined}
            describedBy={problem && `${id}-problem`}
          />
          {problem && (
            <p id={`${id}-problem`} className="mt-1 text-danger">
              {problem}
            </p>
          )}
        </div>
      )}
    </li>
  );
}
