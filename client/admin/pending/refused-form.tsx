import { type FormEvent, useState } from "react";
import { findProblem } from "../../../server/contract/field-validation.ts";
import type { Value } from "../../../server/contract/tables.ts";
import { outboxWords } from "../../content/admin-outbox.ts";
import type { Entry } from "../offline/entry.ts";
import { ToolButton } from "../app/controls.tsx";
import { useUploads } from "../forms/upload-field.tsx";
import { FieldRow } from "../forms/field-row.tsx";
import { formOf, toTyped, toWire, type Typed } from "../forms/row-values.ts";
import { CardActions, type CardProps, DiscardButton } from "./card-parts.tsx";
import { useAdmin } from "../app/admin-context.ts";

const words = outboxWords.pending;

/** A refused entry with the reason; its values can be corrected. */
export function RefusedForm({ entry, schema }: CardProps) {
  const hasValues = entry.kind === "create" || entry.kind === "update";
  const { message, errors } = entry.problem ?? {};
  // A message that stands at its field is not repeated.
  const isSaid = Object.values(errors ?? {}).some((texts) => texts[0] === message);
  return (
    <>
      {message && !isSaid && <p className="mt-2 text-danger">{message}</p>}
      {hasValues ? <ValuesForm entry={entry} schema={schema} /> : <PlainActions entry={entry} />}
    </>
  );
}

function PlainActions({ entry }: { entry: Entry }) {
  const { outbox } = useAdmin();
  return (
    <CardActions entry={entry}>
      <ToolButton onClick={() => void outbox.retry(entry.n)}>{words.sendAgain}</ToolButton>
      <DiscardButton entry={entry} />
    </CardActions>
  );
}

function ValuesForm({ entry, schema }: CardProps<Extract<Entry, { values: unknown }>>) {
  const { outbox } = useAdmin();
  const form = formOf(schema);
  const told = Object.entries(entry.problem?.errors ?? {});
  const [problems, setProblems] = useState<Record<string, string | undefined>>(() =>
    Object.fromEntries(told.map(([name, texts]) => [name, texts[0]])),
  );
  const [typed, setTyped] = useState<Typed>({});
  const { isUploading, onUploading } = useUploads();
  const names = Object.keys(schema.properties).filter(
    (name) => name in entry.values || problems[name] !== undefined || name in typed,
  );
  const change = (name: string, value: Value) => {
    setTyped({ ...typed, [name]: value });
    setProblems({ ...problems, [name]: findProblem(form, name, value) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isUploading) return;
    const changed = Object.entries(typed).flatMap(([name, value]) => {
      const field = schema.properties[name];
      return field ? [[name, toWire(field, value)] as const] : [];
    });
    void outbox.retry(entry.n, { ...entry.values, ...Object.fromEntries(changed) });
  };
  return (
    <form noValidate onSubmit={submit} className="mt-3 max-w-xl">
      <div className="grid gap-3">
        {names.map((name) => (
          <FieldRow
            key={name}
            name={name}
            field={schema.properties[name]!} // names are those of this very object
            required={schema.required.includes(name)}
            value={
              name in typed
                ? (typed[name] ?? null)
                : toTyped(schema.properties[name]!, entry.values[name] ?? null)
            }
            problem={problems[name]}
            disabled={false}
            onChange={(value) => change(name, value)}
            onUploading={onUploading}
          />
        ))}
      </div>
      <CardActions entry={entry}>
        <ToolButton type="submit" look="main" disabled={isUploading}>
          {words.save}
        </ToolButton>
        <DiscardButton entry={entry} />
      </CardActions>
    </form>
  );
}
