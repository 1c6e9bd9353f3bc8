import { and, eq, exists, gte, isNotNull, lt, notExists, or } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { eraseRow } from "../../db/record.ts";
import { emails, oneTimeCodes, orders, users } from "../../db/schema.ts";
import type { Deps } from "../deps.ts";

const KEPT_MS = 30 * 24 * 3_600_000;
/** A short transaction for each round: nobody who buys waits behind a long one. */
const MAILS_A_ROUND = 500;

type Needs = Pick<Deps, "db" | "clock">;

/**
 * Forgets codes of more than a month ago, and that a mail went out with them: anybody can type in
 * anybody's address. Guesses since the last good sign-in still count, where there is something to
 * guess at.
 */
export function dropOldCodes(needs: Needs): void {
  const now = needs.clock.now();
  const before = new Date(now.getTime() - KEPT_MS);
  dropCodes(needs, before);
  dropMails(needs, { before, now });
}

function dropCodes({ db }: Needs, before: Date): void {
  const good = alias(oneTimeCodes, "good");
  db.write((tx) => {
    const goodSince = tx
      .select({ id: good.id })
      .from(good)
      .where(
        and(
          eq(good.email, oneTimeCodes.email),
          isNotNull(good.usedAt),
          gte(good.id, oneTimeCodes.id),
        ),
      );
    const user = tx.select({ id: users.id }).from(users).where(eq(users.email, oneTimeCodes.email));
    const order = tx
      .select({ id: orders.id })
      .from(orders)
      .where(eq(orders.email, oneTimeCodes.email));
    const countsNoMore = or(
      eq(oneTimeCodes.attempts, 0),
      exists(goodSince),
      and(notExists(user), notExists(order)),
    );
    tx.delete(oneTimeCodes)
      .where(and(lt(oneTimeCodes.createdAt, before), countsNoMore))
      .run();
  });
}

function dropMails({ db }: Needs, { before, now }: { before: Date; now: Date }): void {
  db.write((tx) => {
    const old = tx
      .select({ id: emails.id })
      .from(emails)
      .where(and(eq(emails.kind, "code"), lt(emails.createdAt, before)))
      .limit(MAILS_A_ROUND)
      .all();
    for (const { id } of old) eraseRow(tx, emails, id, { actor: "sweep", now });
  });
}
