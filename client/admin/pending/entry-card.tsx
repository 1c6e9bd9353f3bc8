import { type FormEvent, useState } from "react";
import type { TableSchema, Value } from "../../../server/contract/tables.ts";
import { outboxWords } from "../../content/admin-outbox.ts";
import { randomKey } from "../../lib/retry.ts";
import { readableMessage } from "../../lib/answer.ts";
import { ToolButton } from "../ui/controls.tsx";
import { adminCalls } from "../data/api.ts";
import { useWrites } from "../data/use-writes.tsx";
import { type Entry, isTemporary } from "../offline/entry.ts";
import { StateMark, Time } from "../ui/panels.tsx";
import { ScreenLink } from "../ui/screen.tsx";
import { rowPath } from "../url/screen-paths.ts";
import { tableLabel } from "../data/row-texts.ts";
import { findDeletion } from "../table/history.tsx";
import { useUploads } from "../kinds/uploads.ts";
import { FieldRow } from "../forms/field-row.tsx";
import { formOf, type Typed } from "../forms/row-values.ts";
import { toTyped, toWire, typedProblem } from "../kinds/kinds.ts";
import {
  CardActions,
  type CardProps,
  DiscardButton,
  useEntryRow,
  ValueList,
} from "./card-parts.tsx";
import { ConflictForm } from "./conflict-form.tsx";
import { useAdmin } from "../data/admin-context.ts";

const words = outboxWords.pending;

type EntryCardProps = { entry: Entry; schema: TableSchema | undefined };

/** Queued edit with its row, its age and the actions to resolve it. */
export function EntryCard({ entry, schema }: EntryCardProps) {
  const { kind, label, table, row, state, at, tries } = entry;
  const hasRow = kind !== "upload" && kind !== "create" && !isTemporary(row);
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-semibold wrap-anywhere">
            {words.kinds[kind]}:{" "}
            {hasRow ? <ScreenLink path={rowPath({ table, id: row })}>{label}</ScreenLink> : label}
          </p>
          <p className="text-ink-2">
            {schema ? tableLabel(schema) : table} · <Time at={new Date(at).toISOString()} />
            {state === "waiting" && tries > 0 && ` · ${words.tries(tries)}`}
          </p>
        </div>
        {state !== "waiting" && <StateMark state={{ text: words.states[state], tone: "bad" }} />}
        {state === "waiting" && <DiscardButton entry={entry} />}
      </div>
      {state === "waiting" && entry.problem && (
        <p className="mt-1 text-danger">{entry.problem.message}</p>
      )}
      {entry.merged && <p className="mt-1 text-ink-2">{words.merged}</p>}
      {schema && <EntryBody entry={entry} schema={schema} />}
      {!schema && state !== "waiting" && <RefusedForm entry={entry} schema={schema} />}
    </li>
  );
}

function EntryBody({ entry, schema }: CardProps) {
  if (entry.state === "rejected") return <RefusedForm entry={entry} schema={schema} />;
  if (entry.state === "gone") return <GoneRow entry={entry} schema={schema} />;
  if (entry.state === "conflict") return <ConflictForm entry={entry} schema={schema} />;
  return <ValueList entry={entry} schema={schema} />;
}

/** Edit of a row that was deleted on the server. Restoring the row sends the edit again. */
function GoneRow({ entry, schema }: CardProps) {
  const { outbox } = useAdmin();
  const { send } = useWrites();
  const [key] = useState(randomKey);
  const [problem, setProblem] = useState<string>();
  const bringBack = async () => {
    try {
      const deletion = await findDeletion(entry.table, entry.row);
      if (deletion?.isOurs === false) return setProblem(words.notBack);
      if (deletion) {
        await send((options) => adminCalls.undo(deletion.changeSet, options), { key });
      }
      // Without a deletion, another user has already restored the row.
      await outbox.retry(entry.n);
    } catch (error) {
      setProblem(readableMessage(error));
    }
  };
  return (
    <>
      <p className="mt-2">{words.gone}</p>
      <ValueList entry={entry} schema={schema} />
      {problem && (
        <p role="alert" className="mt-2 text-danger">
          {problem}
        </p>
      )}
      <CardActions entry={entry}>
        <ToolButton look="main" onClick={() => void bringBack()}>
          {words.bringBack}
        </ToolButton>
        <DiscardButton entry={entry} />
      </CardActions>
    </>
  );
}

/** Rejected entry with the error and a form to correct its values. */
function RefusedForm({ entry, schema }: EntryCardProps) {
  const { outbox } = useAdmin();
  const { message, errors = {} } = entry.problem ?? {};
  // Field errors are shown at their fields; do not repeat them here.
  const isAtField = Object.values(errors).some(([text]) => text === message);
  return (
    <>
      {message && !isAtField && <p className="mt-2 text-danger">{message}</p>}
      {schema && "values" in entry ? (
        <ValuesForm entry={entry} schema={schema} />
      ) : (
        <CardActions entry={entry}>
          <ToolButton onClick={() => void outbox.retry(entry.n)}>{words.sendAgain}</ToolButton>
          <DiscardButton entry={entry} />
        </CardActions>
      )}
    </>
  );
}

function ValuesForm({ entry, schema }: CardProps<Extract<Entry, { values: unknown }>>) {
  const { n, values, problem } = entry;
  const { outbox } = useAdmin();
  const form = formOf(schema);
  const row = useEntryRow(entry, schema);
  const [problems, setProblems] = useState<Record<string, string | undefined>>(() =>
    Object.fromEntries(
      Object.entries(problem?.errors ?? {}).map(([name, [text]]) => [name, text] as const),
    ),
  );
  const [typed, setTyped] = useState<Typed>({});
  const { isUploading, onUploading } = useUploads();
  const fields = Object.entries(schema.properties).filter(
    ([name]) => name in values || problems[name] !== undefined || name in typed,
  );
  const change = (name: string, value: Value) => {
    const next = { ...typed, [name]: value };
    setTyped(next);
    const input = { typed: value, row: { ...row, ...next } };
    setProblems({ ...problems, [name]: typedProblem(form, name, input) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isUploading) return;
    const edited = fields.filter(([name]) => name in typed);
    const changed = edited.map(
      ([name, field]) => [name, toWire(field, typed[name], { ...row, ...typed })] as const,
    );
    void outbox.retry(n, { ...values, ...Object.fromEntries(changed) });
  };
  return (
    <form noValidate onSubmit={submit} className="mt-3 max-w-xl">
      <div className="grid gap-3">
        {fields.map(([name, field]) => (
          <FieldRow
            key={name}
            name={name}
            field={field}
            required={schema.required.includes(name)}
            value={
              name in typed ? (typed[name] ?? null) : toTyped(field, values[name] ?? null, row)
            }
            row={{ ...row, ...typed }}
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
