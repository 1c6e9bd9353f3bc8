import { useId, useState } from "react";
import type { Value } from "../../../../server/contract/tables.ts";
import { findProblem } from "../../../../server/contract/field-validation.ts";
import { bulkWords as words } from "../../../content/admin-parts.ts";
import { outboxWords } from "../../../content/admin-outbox.ts";
import { ToolButton } from "../../app/controls.tsx";
import { NoConnection } from "../../data/no-connection.tsx";
import { AdminDialog, DialogActions, DialogBody } from "../../app/dialog.tsx";
import { toWire, type Typed } from "../../forms/row-values.ts";
import { Widget } from "../../forms/widgets.tsx";
import { adminWords } from "../../../content/admin.ts";
import { useUploads } from "../../forms/use-uploads.ts";
import { rowsText } from "./bulk.ts";
import type { BulkDialogProps } from "./bulk-delete.tsx";
import { useBulk } from "./use-bulk.ts";

/** Writes the same values into many rows: of the fields that were switched on, and no other. */
export function BulkEdit({ onClose, ...rows }: BulkDialogProps) {
  const { schema } = rows;
  const id = useId();
  const [typed, setTyped] = useState<Typed>({});
  const { apply, count, problem, busy } = useBulk(rows);
  const { isUploading, onUploading } = useUploads();
  const fields = Object.entries(schema.properties).filter(
    ([, field]) => !field.readOnly && !field.createOnly,
  );
  const set = (name: string, value: Value) => setTyped({ ...typed, [name]: value });
  const leave = (name: string) => {
    const { [name]: _left, ...others } = typed;
    setTyped(others);
  };
  const chosen = fields.filter(([name]) => name in typed);
  const values = Object.fromEntries(
    chosen.map(([name, field]) => [name, toWire(field, typed[name])]),
  );
  const problems = chosen.map(([name]) => findProblem(schema, name, values[name]));
  const isReady =
    chosen.length > 0 && problems.every((each) => each === undefined) && !busy && !isUploading;
  return (
    <AdminDialog title={words.editTitle(rowsText(count))} busy={busy} onClose={onClose}>
      <form
        className="flex min-h-0 flex-1 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void apply({ action: "update", values });
        }}
      >
        <DialogBody>
          <NoConnection text={outboxWords.direct} className="mb-3" />
          {problem && (
            <p role="alert" className="mb-3 text-danger">
              {problem}
            </p>
          )}
          <p className="mb-3 text-ink-2">{words.editHint}</p>
          <ul className="divide-y divide-line">
            {fields.map(([name, field]) => {
              const on = name in typed;
              const fault = on ? findProblem(schema, name, values[name]) : undefined;
              const faultId = `${id}-${name}-problem`;
              return (
                <li key={name} className="grid gap-x-4 py-2 sm:grid-cols-[12rem_1fr]">
                  <label className="flex min-h-9 items-center gap-2 self-start">
                    <input
                      type="checkbox"
                      aria-label={words.change(field.title)}
                      checked={on}
                      onChange={() =>
                        on ? leave(name) : set(name, field.type === "boolean" || null)
                      }
                      className="size-4 accent-teal"
                    />
                    <span className={on ? "font-semibold" : ""}>{field.title}</span>
                  </label>
                  {on && (
                    <div className="min-w-0">
                      <Widget
                        id={`${id}-${name}`}
                        name={name}
                        label={field.title}
                        field={field}
                        value={typed[name] ?? null}
                        disabled={busy}
                        onChange={(value) => set(name, value)}
                        onUploading={onUploading}
                        invalid={fault !== undefined}
                        describedBy={fault && faultId}
                      />
                      {fault && (
                        <p id={faultId} className="mt-1 text-danger">
                          {fault}
                        </p>
                      )}
                    </div>
                  )}
                </li>
              );
            })}
          </ul>
        </DialogBody>
        <DialogActions>
          <p role="status" className="w-full text-right text-ink-2 empty:hidden">
            {isUploading && adminWords.form.uploading}
          </p>
          <ToolButton disabled={busy} onClick={onClose}>
            {words.cancel}
          </ToolButton>
          <ToolButton type="submit" look="main" disabled={!isReady}>
            {busy ? words.applying : words.apply(rowsText(count))}
          </ToolButton>
        </DialogActions>
      </form>
    </AdminDialog>
  );
}
