import { useState } from "react";
import type { TableSchema } from "../../../server/contract/tables.ts";
import { outboxWords } from "../../content/admin-outbox.ts";
import { randomKey } from "../../lib/retry.ts";
import { readableMessage } from "../../lib/answer.ts";
import { ToolButton } from "../app/controls.tsx";
import { adminCalls } from "../data/api.ts";
import { useWrites } from "../data/use-writes.tsx";
import { type Entry, isTemporary } from "../offline/entry.ts";
import { StateMark, Time } from "../desk/panels.tsx";
import { rowPath, ScreenLink } from "../desk/screen.tsx";
import { tableLabel } from "../app/formats.ts";
import { findDeletion } from "../table/history.tsx";
import { CardActions, type CardProps, DiscardButton, ValueList } from "./card-parts.tsx";
import { ConflictForm } from "./conflict-form.tsx";
import { useAdmin } from "../app/admin-context.ts";
import { RefusedForm } from "./refused-form.tsx";

const words = outboxWords.pending;

type EntryCardProps = { entry: Entry; schema: TableSchema | undefined };

/** One queued edit with its row, its age and the actions that it needs. */
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

/** A change of a row that was deleted meanwhile: bringing it back sends the change. */
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
      // Without a deletion somebody has already brought it back.
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
