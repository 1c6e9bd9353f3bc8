import { and, asc, eq, exists, gt, gte, inArray, isNotNull, lt, notExists, or } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Transaction } from "../../../db/client.ts";
import { eraseRow } from "../../../db/record.ts";
import { emails, oneTimeCodes, orders, users } from "../../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { findCursor, moveCursor } from "../money/cursors.ts";

const KEPT_MS = 30 * 24 * 3_600_000;
const CODES_A_STEP = 100;
const MAILS_A_STEP = 20;
const CURSOR = "old-codes";

type Needs = Pick<Deps, "db" | "clock">;

/**
 * Forgets codes of more than a month ago: any visitor can type in any email (decision: code-nowhere).
 * Guesses since the last good sign-in still count, where there is something to guess at. Looks at a
 * few codes after those of the step before; false when it has come to the young ones, and begins anew.
 */
export function dropOldCodes({ db, clock }: Needs): boolean {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  return db.write((tx) => {
    const from = findCursor(tx, CURSOR) ?? 0;
    const old = listOld(tx, { from, before });
    const last = old.at(-1);
    if (last !== undefined) dropThoseOver(tx, old);
    if (last !== undefined || from > 0) moveCursor(tx, CURSOR, last ?? 0);
    return last !== undefined;
  });
}

/** The next few codes, as far as they are old. */
function listOld(tx: Transaction, { from, before }: { from: number; before: Date }): number[] {
  const next = tx
    .select({ id: oneTimeCodes.id, createdAt: oneTimeCodes.createdAt })
    .from(oneTimeCodes)
    .where(gt(oneTimeCodes.id, from))
    .orderBy(asc(oneTimeCodes.id))
    .limit(CODES_A_STEP)
    .all();
  return next.filter(({ createdAt }) => createdAt < before).map((code) => code.id);
}

/** Drops those of these codes whose guesses count no more. */
function dropThoseOver(tx: Transaction, codeIds: number[]): void {
  const good = alias(oneTimeCodes, "good");
  const { id, email } = oneTimeCodes;
  const goodSince = tx
    .select({ id: good.id })
    .from(good)
    .where(and(eq(good.email, email), isNotNull(good.usedAt), gte(good.id, id)));
  const user = tx.select({ id: users.id }).from(users).where(eq(users.email, email));
  const order = tx.select({ id: orders.id }).from(orders).where(eq(orders.email, email));
  const countsNoMore = or(
    eq(oneTimeCodes.attempts, 0),
    exists(goodSince),
    and(notExists(user), notExists(order)),
  );
  tx.delete(oneTimeCodes)
    .where(and(inArray(id, codeIds), countsNoMore))
    .run();
}

/** Forgets that mails with codes went out more than a month ago; false when none is left. */
export function dropCodeMails({ db, clock }: Needs): boolean {
  const now = clock.now();
  const before = new Date(now.getTime() - KEPT_MS);
  return db.write((tx) => {
    const old = tx
      .select({ id: emails.id })
      .from(emails)
      .where(and(eq(emails.kind, "code"), lt(emails.createdAt, before)))
      .limit(MAILS_A_STEP)
      .all();
    for (const { id } of old) eraseRow(tx, emails, id, { actor: "sweep", now });
    return old.length === MAILS_A_STEP;
  });
}
