import { and, eq, inArray } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { type Author, insertRow, updateRow } from "../../../db/record.ts";
import { orderNotes } from "../../../db/schema.ts";
import type { NoteKind } from "../../../db/enums.ts";
import { orderErrors } from "./refusals.ts";
import { conflict } from "../../errors.ts";

/** Note for the owner about an order's payment; `dueAt` is the provider's response deadline. */
export type Note = { kind: NoteKind; amount: number | null; dueAt?: Date | null };

type CurrentNotes = {
  orderId: number;
  kinds: readonly NoteKind[];
  current: Note[];
  author: Author;
};

/** Syncs notes of `kinds` with `current`. A changed amount or a returning cause reopens a note. */
export function syncNotes(
  tx: Transaction,
  { orderId, kinds, current, author }: CurrentNotes,
): void {
  const ofKinds = and(eq(orderNotes.orderId, orderId), inArray(orderNotes.kind, kinds));
  const known = tx.select().from(orderNotes).where(ofKinds).all();
  for (const note of current) {
    const row = known.find(({ kind }) => kind === note.kind);
    const { amount, dueAt = null } = note;
    if (!row) {
      addNote(tx, { orderId, ...note, author });
    } else if (row.causeGone || row.amount !== amount) {
      const reopened = { amount, dueAt, causeGone: false, doneAt: null };
      updateRow(tx, orderNotes, row.id, reopened, author);
    } else if (row.dueAt?.getTime() !== dueAt?.getTime()) {
      updateRow(tx, orderNotes, row.id, { dueAt }, author);
    }
  }
  for (const { id, kind, causeGone, doneAt } of known) {
    if (causeGone || current.some((note) => note.kind === kind)) continue;
    updateRow(tx, orderNotes, id, { causeGone: true, doneAt: doneAt ?? author.now }, author);
  }
}

export function addNote(
  tx: Transaction,
  { orderId, kind, amount, dueAt = null, author }: Note & { orderId: number; author: Author },
): void {
  insertRow(tx, orderNotes, { orderId, kind, amount, dueAt }, author);
}

/** Resolves or reopens a note. Throws AppError `conflict` when it already has that state. */
export function decideNote(
  tx: Transaction,
  { id, isDone, author }: { id: number; isDone: boolean; author: Author },
): void {
  const note = tx.select().from(orderNotes).where(eq(orderNotes.id, id)).get();
  if (isDone === (note?.doneAt !== null)) {
    throw conflict(isDone ? orderErrors.alreadyResolved : orderErrors.notResolved);
  }
  updateRow(tx, orderNotes, id, { doneAt: isDone ? author.now : null }, author);
}

export function hasNote(tx: Transaction, orderId: number, kind: NoteKind): boolean {
  const ofKind = and(eq(orderNotes.orderId, orderId), eq(orderNotes.kind, kind));
  return tx.select({ id: orderNotes.id }).from(orderNotes).where(ofKind).get() !== undefined;
}
