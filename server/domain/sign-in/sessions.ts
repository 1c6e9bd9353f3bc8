import { and, desc, eq, gt, inArray, lte } from "drizzle-orm";
import { givenNumber, givenText, prepared } from "../../../db/statements.ts";
import { sessions, users } from "../../../db/schema.ts";
import { wroteIfPossible } from "../../../db/unwritable.ts";
import type { CurrentUser, SessionInfo } from "../../contract/auth.ts";
import { refusals } from "../../contract/refusals.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { type Administrator, currentUser } from "./administrators.ts";
import { deviceName } from "./device-name.ts";
import { sha256Hex } from "../tokens.ts";

/** However often it is used, a session ends then: a stolen one does not last for ever. */
export const SESSION_LIFETIME_MS = 60 * DAY_MS;
/**
 * How long a session lasts from its last use and from its beginning, and how
 * old the note of its last use may be: a write for every request would be a commit for every request.
 */
const USER_SESSION = { idleMs: 30 * DAY_MS, lifetimeMs: SESSION_LIFETIME_MS, noteMs: HOUR_MS };
const ADMIN_SESSION = { idleMs: 12 * HOUR_MS, lifetimeMs: 7 * DAY_MS, noteMs: MINUTE_MS };
const SESSIONS_A_STEP = 200;

type Needs = Pick<Deps, "db" | "clock">;
type Role = Pick<CurrentUser, "isAdmin">;

/** The user of a session cookie's token; undefined when it is unknown or over. */
export function findSessionUser(
  deps: Needs & Pick<Deps, "config">,
  token: string,
): CurrentUser | undefined {
  const { db, clock } = deps;
  const now = clock.now();
  const found = openSessionOf(db).get({ tokenHash: sha256Hex(token), now: now.getTime() });
  if (!found) return undefined;
  const { session } = found;
  const user = currentUser(deps, found.user);
  // Those who are signed in can read while nothing can be written.
  if (isOver(session, user, now)) {
    wroteIfPossible(() => endSession(deps, token));
    return undefined;
  }
  const unnotedMs = now.getTime() - session.lastUsedAt.getTime();
  if (unnotedMs >= limitsOf(user).noteMs) {
    wroteIfPossible(() => prolong(db, session, { user, now }));
  }
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
      user: {
        id: users.id,
        email: users.email,
        name: users.name,
        isAdmin: users.isAdmin,
        emailVerifiedAt: users.emailVerifiedAt,
      },
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

/**
 * Returns the user as an administrator with the session of `token`. Checking the rights does not
 * extend the session.
 */
export function administratorOf(
  deps: Needs & Pick<Deps, "config">,
  { user, token }: { user: CurrentUser; token: string },
): CurrentUser & Administrator {
  const tokenHash = sha256Hex(token);
  const requireRights = () => {
    const now = deps.clock.now();
    const found = openSessionOf(deps.db).get({ tokenHash, now: now.getTime() });
    const current = found && currentUser(deps, found.user);
    if (!current || isOver(found.session, current, now)) {
      throw new AppError("unauthenticated", refusals.notSignedIn);
    }
    if (current.isAdmin) return;
    throw new AppError("forbidden", refusals.administrators, { reason: "not_admin" });
  };
  return {
    ...user,
    requireRights,
    write: (work) =>
      deps.db.write((tx) => {
        requireRights();
        return work(tx);
      }),
  };
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

/** The browsers that a user is signed in with: the one of `token` first, then the newest used. */
export function listSessions(
  { db, clock }: Needs,
  user: Role & Pick<CurrentUser, "id">,
  token: string | undefined,
): SessionInfo[] {
  const now = clock.now();
  const stored = db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, user.id), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .all();
  const open = stored.filter((session) => !isOver(session, user, now));
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

type Session = Pick<typeof sessions.$inferSelect, "id" | "createdAt" | "lastUsedAt">;
type Use = Omit<Session, "id">;

/** When a session of a user is over that was begun and last used then, unless it is used again. */
export function sessionEnd({ createdAt, lastUsedAt }: Use, user: Role): Date {
  const { idleMs, lifetimeMs } = limitsOf(user);
  return new Date(Math.min(lastUsedAt.getTime() + idleMs, createdAt.getTime() + lifetimeMs));
}

/** Where the stored end is later than the one of administrators: its user has become one since. */
function isOver(session: Session, user: Role, now: Date): boolean {
  return user.isAdmin && sessionEnd(session, user) <= now;
}

function limitsOf({ isAdmin }: Role) {
  return isAdmin ? ADMIN_SESSION : USER_SESSION;
}

function prolong(
  db: Deps["db"],
  { id, createdAt }: Session,
  { user, now }: { user: Role; now: Date },
): void {
  const use = { createdAt, lastUsedAt: now };
  const change = { lastUsedAt: now, expiresAt: sessionEnd(use, user) };
  db.write((tx) => tx.update(sessions).set(change).where(eq(sessions.id, id)).run());
}
