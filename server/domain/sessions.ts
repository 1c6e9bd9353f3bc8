import { and, eq, gt, lte } from "drizzle-orm";
import { sessions, users } from "../../db/schema.ts";
import type { CurrentUser } from "../contract/auth.ts";
import type { Deps } from "../deps.ts";
import { sha256Hex } from "./tokens.ts";

const HOUR_MS = 3_600_000;
/** A session ends this long after it was last used. */
export const SESSION_LIFETIME_MS = 30 * 24 * HOUR_MS;

type Needs = Pick<Deps, "db" | "clock">;

/** The user of a session cookie's token; undefined when it is unknown or over. */
export function findSessionUser({ db, clock }: Needs, token: string): CurrentUser | undefined {
  const now = clock.now();
  const found = db
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, sha256Hex(token)), gt(sessions.expiresAt, now)))
    .get();
  if (!found) return undefined;
  const { session, user } = found;
  // Once an hour is often enough: a write for every request would be a commit for every request.
  if (now.getTime() - session.lastUsedAt.getTime() >= HOUR_MS) prolong(db, session.id, now);
  const { id, email, name, isAdmin } = user;
  return { id, email, name, isAdmin };
}

/** Ends the session of a token; does nothing when it is over already. */
export function endSession({ db }: Needs, token: string): void {
  db.write((tx) =>
    tx
      .delete(sessions)
      .where(eq(sessions.tokenHash, sha256Hex(token)))
      .run(),
  );
}

/** Forgets sessions that are over. */
export function dropOldSessions({ db, clock }: Needs): void {
  db.write((tx) => tx.delete(sessions).where(lte(sessions.expiresAt, clock.now())).run());
}

function prolong(db: Deps["db"], id: number, now: Date): void {
  const expiresAt = new Date(now.getTime() + SESSION_LIFETIME_MS);
  db.write((tx) =>
    tx.update(sessions).set({ lastUsedAt: now, expiresAt }).where(eq(sessions.id, id)).run(),
  );
}
