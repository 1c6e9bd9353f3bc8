import { type FormEvent, useState } from "react";
import type { TableSchema } from "../../../server/contract/tables.ts";
import { outboxWords } from "../../content/admin-outbox.ts";
import type { Entry } from "../offline/entry.ts";
import { type Choices, findConflicts, type Values } from "../offline/merge.ts";
import { useAdmin } from "../data/admin-context.ts";
import { ToolButton } from "../ui/controls.tsx";
import { useUploads } from "../kinds/uploads.ts";
import { ConflictList } from "../forms/conflict-list.tsx";
import { lastChangeText } from "../forms/conflict-list.tsx";
import { FieldRow } from "../forms/field-row.tsx";
import type { Typed } from "../forms/row-values.ts";
import type { RowPart } from "../kinds/field-kind.ts";
import { toTyped, toWire } from "../kinds/kinds.ts";
import { CardActions, type CardProps, useEntryRow, ValueList } from "./card-parts.tsx";

const words = outboxWords.pending;
type Update = Extract<Entry, { kind: "update" }>;

/** Form that resolves a conflict between a queued edit and a change on the server. */
export function ConflictForm({ entry, schema }: CardProps) {
  const { user } = useAdmin();
  const last = lastChangeText(entry.theirs ?? {}, user.id);
  return (
    <>
      {last && <p className="mt-2 text-ink-2">{last}</p>}
      {entry.kind === "update" ? (
        <FieldChoices entry={entry} schema={schema} />
      ) : (
        <DeletionChoice entry={entry} />
      )}
    </>
  );
}

function DeletionChoice({ entry }: { entry: Entry }) {
  const { outbox } = useAdmin();
  return (
    <>
      <p className="mt-1">{words.changedSince}</p>
      <CardActions entry={entry}>
        <ToolButton onClick={() => void outbox.discard(entry.n)}>{words.keepRow}</ToolButton>
        <ToolButton look="danger" onClick={() => void outbox.decide(entry.n, {})}>
          {words.deleteAnyway}
        </ToolButton>
      </CardActions>
    </>
  );
}

function FieldChoices({ entry, schema }: CardProps<Update>) {
  const { outbox } = useAdmin();
  const [choices, setChoices] = useState<Choices>({});
  const [typed, setTyped] = useState<Typed>({});
  const { isUploading, onUploading } = useUploads();
  const { base, values: mine, theirs } = entry;
  // The current row is missing if the server did not send it.
  const conflicts = theirs?.current ? findConflicts({ base, current: theirs.current, mine }) : [];
  const open = new Set(conflicts.map(({ name }) => name));
  const others = Object.keys(mine).filter((name) => !open.has(name));
  const row = { ...useEntryRow(entry, schema), ...theirs?.current, ...mine };
  const decide = (chosen: Choices) =>
    void outbox.decide(entry.n, chosenValues(entry, schema, { choices: chosen, typed, row }));
  const all = (side: "mine" | "theirs") =>
    decide(Object.fromEntries(conflicts.map(({ name }) => [name, side])));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isUploading) return;
    decide(choices);
  };
  return (
    <form noValidate onSubmit={submit}>
      <ConflictList
        properties={schema.properties}
        row={row}
        conflicts={conflicts}
        choices={choices}
        onChoose={(name, side) => setChoices({ ...choices, [name]: side })}
        renderOther={(name, field) => (
          <FieldRow
            name={name}
            field={field}
            required={schema.required.includes(name)}
            value={typed[name] ?? toTyped(field, mine[name] ?? null, row)}
            row={{ ...row, ...typed }}
            problem={undefined}
            disabled={false}
            onChange={(value) => setTyped({ ...typed, [name]: value })}
            onUploading={onUploading}
          />
        )}
      />
      {others.length > 0 && (
        <section className="mt-3">
          <h4 className="font-sans text-xs font-semibold">{words.alsoMine}</h4>
          <ValueList entry={entry} schema={schema} names={others} />
        </section>
      )}
      <CardActions entry={entry}>
        <ToolButton type="submit" look="main" disabled={isUploading}>
          {words.save}
        </ToolButton>
        <ToolButton onClick={() => all("mine")}>{words.keepMine}</ToolButton>
        <ToolButton onClick={() => all("theirs")}>{words.takeTheirs}</ToolButton>
      </CardActions>
    </form>
  );
}

/** Returns the values to write over the current row, according to the user's choices. */
function chosenValues(
  { values: mine }: Update,
  { properties }: TableSchema,
  { choices, typed, row }: { choices: Choices; typed: Typed; row: RowPart },
): Values {
  const chosen: Values = {};
  for (const [name, value] of Object.entries(mine)) {
    const field = properties[name];
    const isOther = choices[name] === "other" && name in typed && field;
    if (choices[name] !== "theirs")
      chosen[name] = isOther ? toWire(field, typed[name], { ...row, ...typed }) : value;
  }
  return chosen;
}
