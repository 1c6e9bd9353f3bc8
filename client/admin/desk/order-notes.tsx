import type { TableRow } from "../../../server/contract/tables.ts";
import { orderWords as words, stateWords } from "../../content/admin-orders.ts";
import { textOf } from "../../lib/read-fields.ts";
import { deadlineOf, noteWords } from "./order-rules.ts";
import { Panel, PanelRows, StateMark, Time } from "./panels.tsx";
import { RowActions } from "./row-actions.tsx";
import { dayOf, useNow } from "./times.ts";

type NotesProps = { notes: readonly TableRow[]; currency: string };

export function OpenNotes({ notes, currency }: NotesProps) {
  return (
    <Panel title={words.notes} count={notes.length} urgent>
      <PanelRows>
        {notes.map((note) => {
          const text = noteWords(note, currency);
          return (
            <li key={note.id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2">
              <p className="min-w-0 flex-1 basis-64 font-semibold wrap-anywhere">{text}</p>
              <Deadline dueAt={textOf(note["due_at"])} />
              <RowActions table="order_notes" row={note} label={text} buttons={1} />
            </li>
          );
        })}
      </PanelRows>
    </Panel>
  );
}

/** A deadline with the time left; nothing for an empty text. */
export function Deadline({ dueAt }: { dueAt: string }) {
  const now = useNow();
  if (!dueAt) return null;
  return (
    <>
      <StateMark state={deadlineOf(dueAt, now)} />
      <span className="whitespace-nowrap text-ink-2">
        <Time at={dueAt}>{stateWords.deadline.due(dayOf(dueAt))}</Time>
      </span>
    </>
  );
}

export function SettledNotes({ notes, currency }: NotesProps) {
  return (
    <Panel title={words.settled}>
      <PanelRows>
        {notes.map((note) => {
          const text = noteWords(note, currency);
          return (
            <li key={note.id} className="flex items-center gap-3 px-4 py-2 text-ink-2">
              <p className="min-w-0 flex-1 wrap-anywhere">{text}</p>
              <Time at={textOf(note["done_at"])}>{dayOf(textOf(note["done_at"]))}</Time>
              <RowActions table="order_notes" row={note} label={text} />
            </li>
          );
        })}
      </PanelRows>
    </Panel>
  );
}
