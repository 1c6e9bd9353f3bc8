import { and, eq, inArray } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { type Author, insertRow, updateRow } from "../../../db/record.ts";
import { type OrderNote, orderNotes } from "../../../db/schema.ts";
import type { NoteKind } from "../../../db/enums.ts";
import { deskRefusals } from "../../contract/admin-messages.ts";
import { AppError } from "../../errors.ts";

/**
 * Something that the owner should know about an order's payment: `amount` in the currency's smallest unit,
 * `dueAt` until when the provider waits for an answer.
 */
export type Note = { kind: NoteKind; amount: number | null; dueAt?: Date | null };

type CurrentNotes = {
  orderId: number;
  kinds: readonly NoteKind[];
  current: Note[];
  author: Author;
};

/**
 * Updates the order's notes of these kinds to the `current` ones. A note whose cause is gone is resolved,
 * and reopened when the cause returns. A note that the owner resolved stays so while its cause is the same.
 */
export function syncNotes(
  tx: Transaction,
  { orderId, kinds, current, author }: CurrentNotes,
): void {
  const ofKinds = and(eq(orderNotes.orderId, orderId), inArray(orderNotes.kind, kinds));
  const known = tx.select().from(orderNotes).where(ofKinds).all();
  for (const note of current) {
    const row = known.find(({ kind }) => kind === note.kind);
    if (!row) addNote(tx, { orderId, ...note, author });
    else if (row.causeGone || row.amount !== note.amount) reopen(tx, row, { note, author });
    else updateDueDate(tx, row, { note, author });
  }
  const gone = known.filter((row) => !current.some(({ kind }) => kind === row.kind));
  for (const { id, causeGone, doneAt } of gone) {
    if (causeGone) continue;
    updateRow(tx, orderNotes, id, { causeGone: true, doneAt: doneAt ?? author.now }, author);
  }
}

export function addNote(
  tx: Transaction,
  { orderId, kind, amount, dueAt, author }: Note & { orderId: number; author: Author },
): void {
  insertRow(tx, orderNotes, { orderId, kind, amount, dueAt: dueAt ?? null }, author);
}

function reopen(
  tx: Transaction,
  { id }: OrderNote,
  { note, author }: { note: Note; author: Author },
): void {
  const { amount, dueAt = null } = note;
  updateRow(tx, orderNotes, id, { amount, dueAt, causeGone: false, doneAt: null }, author);
}

/** Another due date is not another cause. */
function updateDueDate(
  tx: Transaction,
  row: OrderNote,
  { note: { dueAt = null }, author }: { note: Note; author: Author },
): void {
  if (row.dueAt?.getTime() === dueAt?.getTime()) return;
  updateRow(tx, orderNotes, row.id, { dueAt }, author);
}

/** Resolves or reopens a note for an administrator. Throws AppError `conflict` when it is so already. */
export function decideNote(
  tx: Transaction,
  { id, isDone, author }: { id: number; isDone: boolean; author: Author },
): void {
  const note = tx.select().from(orderNotes).where(eq(orderNotes.id, id)).get();
  if (isDone === (note?.doneAt !== null)) {
    const text = isDone ? deskRefusals.settledAlready : deskRefusals.notSettled;
    throw new AppError("conflict", text);
  }
  updateRow(tx, orderNotes, id, { doneAt: isDone ? author.now : null }, author);
}

export function hasNote(tx: Transaction, orderId: number, kind: NoteKind): boolean {
  const ofKind = and(eq(orderNotes.orderId, orderId), eq(orderNotes.kind, kind));
  return tx.select({ id: orderNotes.id }).from(orderNotes).where(ofKind).get() !== undefined;
}
