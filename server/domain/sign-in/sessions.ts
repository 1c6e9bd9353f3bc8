import { and, desc, eq, gt, inArray, lte } from "drizzle-orm";
import { givenNumber, givenText, prepared } from "../../../db/prepared.ts";
import { sessions, users } from "../../../db/schema.ts";
import type { CurrentUser, SessionInfo } from "../../contract/auth.ts";
import { refusals } from "../../contract/messages.ts";
import { DAY_MS, HOUR_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { deviceName } from "./device-name.ts";
import { sha256Hex } from "../tokens.ts";

/** A session ends this long after it was last used (decision: session-end). */
const IDLE_MS = 30 * DAY_MS;
/** However often it is used: a stolen one does not last for ever. */
export const SESSION_LIFETIME_MS = 60 * DAY_MS;
const SESSIONS_A_STEP = 200;

type Needs = Pick<Deps, "db" | "clock">;

/** The user of a session cookie's token; undefined when it is unknown or over. */
export function findSessionUser({ db, clock }: Needs, token: string): CurrentUser | undefined {
  const now = clock.now();
  const found = openSessionOf(db).get({ tokenHash: sha256Hex(token), now: now.getTime() });
  if (!found) return undefined;
  const { session, user } = found;
  // Once an hour is often enough: a write for every request would be a commit for every request.
  if (now.getTime() - session.lastUsedAt.getTime() >= HOUR_MS) prolong(db, session, now);
  return user;
}

const openSessionOf = prepared((db) =>
  db
    .select({
      session: {
        id: sessions.id,
        createdAt: sessions.createdAt,
        lastUsedAt: sessions.lastUsedAt,
      },
      user: { id: users.id, email: users.email, name: users.name, isAdmin: users.isAdmin },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, givenText("tokenHash")),
        gt(sessions.expiresAt, givenNumber("now")),
      ),
    )
    .prepare(),
);

/** Ends the session of a token; does nothing when it is over already. */
export function endSession({ db }: Needs, token: string): void {
  db.write((tx) =>
    tx
      .delete(sessions)
      .where(eq(sessions.tokenHash, sha256Hex(token)))
      .run(),
  );
}

/** The browsers that a user is signed in with: the one of `token` first, then the newest used. */
export function listSessions(
  { db, clock }: Needs,
  { id: userId }: Pick<CurrentUser, "id">,
  token: string | undefined,
): SessionInfo[] {
  const open = db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, clock.now())))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .all();
  const tokenHash = token && sha256Hex(token);
  const infos = open.map((session) => ({
    id: session.id,
    current: session.tokenHash === tokenHash,
    device: deviceName(session.userAgent),
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
  }));
  return infos.toSorted((a, b) => Number(b.current) - Number(a.current));
}

/** Ends one session of a user; throws AppError `not_found` for any that is not theirs. */
export function endOwnSession({ db }: Needs, user: Pick<CurrentUser, "id">, id: number): void {
  const isTheirs = and(eq(sessions.id, id), eq(sessions.userId, user.id));
  const { changes } = db.write((tx) => tx.delete(sessions).where(isTheirs).run());
  if (changes === 0) throw new AppError("not_found", refusals.notFound);
}

/** Signs a user out everywhere. */
export function endAllSessions({ db }: Needs, user: Pick<CurrentUser, "id">): void {
  db.write((tx) => tx.delete(sessions).where(eq(sessions.userId, user.id)).run());
}

/** Forgets sessions that are over, a few at a time; false when none is left. */
export function dropOldSessions({ db, clock }: Needs): boolean {
  return db.write((tx) => {
    const over = tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(lte(sessions.expiresAt, clock.now()))
      .limit(SESSIONS_A_STEP);
    const gone = tx.delete(sessions).where(inArray(sessions.id, over)).run();
    return gone.changes === SESSIONS_A_STEP;
  });
}

/** When a session that was begun then and is used now is over, unless it is used again. */
export function sessionEnd(createdAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + IDLE_MS, createdAt.getTime() + SESSION_LIFETIME_MS));
}

type Session = Pick<typeof sessions.$inferSelect, "id" | "createdAt">;

function prolong(db: Deps["db"], { id, createdAt }: Session, now: Date): void {
  const change = { lastUsedAt: now, expiresAt: sessionEnd(createdAt, now) };
  db.write((tx) => tx.update(sessions).set(change).where(eq(sessions.id, id)).run());
}
