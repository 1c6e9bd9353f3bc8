import type { TableSchema } from "../../../server/contract/tables.ts";
import { outboxWords } from "../../content/admin-outbox.ts";
import { type Entry, isTemporary } from "../offline/entry.ts";
import { StateMark, Time } from "../desk/panels.tsx";
import { ScreenLink } from "../desk/screen.tsx";
import { rowPath } from "../desk/screen-paths.ts";
import { tableLabel } from "../app/labels.ts";
import { type CardProps, DiscardButton } from "./card-actions.tsx";
import { ConflictForm } from "./conflict-form.tsx";
import { GoneRow } from "./gone-row.tsx";
import { RefusedForm } from "./refused-form.tsx";
import { ValueList } from "./value-list.tsx";

const words = outboxWords.pending;

type EntryCardProps = { entry: Entry; schema: TableSchema | undefined };

/** One edit: what it does to which row, since when it waits, and what its owner can do about it. */
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
      {!schema && state !== "waiting" && (
        <div className="mt-2 flex flex-wrap gap-2">
          <DiscardButton entry={entry} />
        </div>
      )}
    </li>
  );
}

function EntryBody({ entry, schema }: CardProps) {
  if (entry.state === "rejected") return <RefusedForm entry={entry} schema={schema} />;
  if (entry.state === "gone") return <GoneRow entry={entry} schema={schema} />;
  if (entry.state === "conflict") return <ConflictForm entry={entry} schema={schema} />;
  return <ValueList entry={entry} schema={schema} />;
}
