import type { TableRow } from "../../../server/contract/tables.ts";
import { deskWords } from "../../content/admin-orders.ts";
import { useNow } from "./use-now.ts";
import { deadlineOf, noteWords, textOf } from "./order-rules.ts";
import { Panel, PanelRows, StateMark, Time } from "./panels.tsx";
import { RowActions } from "./row-actions.tsx";
import { dayOf } from "./times.ts";

const words = deskWords.order;

type NotesProps = { notes: readonly TableRow[]; currency: string };

/** What has to be done about an order, the nearest deadline first. */
export function OpenNotes({ notes, currency }: NotesProps) {
  return (
    <Panel title={words.notes} count={notes.length} urgent>
      <PanelRows>
        {notes.map((note) => (
          <li key={note.id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2">
            <p className="min-w-0 flex-1 basis-64 font-semibold wrap-anywhere">
              {noteWords(note, currency)}
            </p>
            <Deadline dueAt={textOf(note["due_at"])} />
            <RowActions
              table="order_notes"
              row={note}
              label={noteWords(note, currency)}
              buttons={1}
            />
          </li>
        ))}
      </PanelRows>
    </Panel>
  );
}

/** By when something has to be done, and how long that still is; nothing without a deadline. */
export function Deadline({ dueAt }: { dueAt: string }) {
  const now = useNow();
  if (!dueAt) return null;
  return (
    <>
      <StateMark state={deadlineOf(dueAt, now)} />
      <span className="whitespace-nowrap text-ink-2">
        <Time at={dueAt}>{deskWords.deadline.due(dayOf(dueAt))}</Time>
      </span>
    </>
  );
}

export function SettledNotes({ notes, currency }: NotesProps) {
  return (
    <Panel title={words.settled}>
      <PanelRows>
        {notes.map((note) => (
          <li key={note.id} className="flex items-center gap-3 px-4 py-2 text-ink-2">
            <p className="min-w-0 flex-1 wrap-anywhere">{noteWords(note, currency)}</p>
            <Time at={textOf(note["done_at"])}>{dayOf(textOf(note["done_at"]))}</Time>
            <RowActions table="order_notes" row={note} label={noteWords(note, currency)} />
          </li>
        ))}
      </PanelRows>
    </Panel>
  );
}
