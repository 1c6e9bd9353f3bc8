import { and, desc, eq, exists, gt, sql } from "drizzle-orm";
import { passkeys } from "../../../db/passkey-schema.ts";
import { givenNumber, givenText, prepared } from "../../../db/statements.ts";
import { sessions, users } from "../../../db/schema.ts";
import { wroteIfPossible } from "../../../db/unwritable.ts";
import type { CurrentUser, SessionInfo } from "../../contract/sign-in.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { buyerRefusals } from "../../contract/refusals.ts";
import { AppError, refusals } from "../../errors.ts";
import { type Administrator, currentUser, isAdministratorEmail } from "./administrators.ts";
import { sha256Hex } from "../tokens.ts";

/** How long a passkey check allows sensitive changes, such as refunds. */
const PASSKEY_CHECK_MS = 15 * MINUTE_MS;

/** Absolute lifetime, so that a stolen session cannot be used forever. */
export const SESSION_LIFETIME_MS = 60 * DAY_MS;
// Idle timeout, absolute lifetime, and the minimum interval between updates of the last use.
const USER_SESSION = { idleMs: 30 * DAY_MS, lifetimeMs: SESSION_LIFETIME_MS, noteMs: HOUR_MS };
const ADMIN_SESSION = { idleMs: 12 * HOUR_MS, lifetimeMs: 7 * DAY_MS, noteMs: MINUTE_MS };

type SessionDeps = Pick<Deps, "db" | "clock">;
type Role = Pick<CurrentUser, "isAdmin">;

/** The user of a session token; undefined when the session is unknown or expired. */
export function findSessionUser(
  deps: SessionDeps & Pick<Deps, "config">,
  token: string,
): CurrentUser | undefined {
  const now = deps.clock.now();
  const found = openSessionOf(deps.db).get({ tokenHash: sha256Hex(token), now: now.getTime() });
  if (!found) return undefined;
  const { session } = found;
  const user = sessionUser(deps, found);
  // Tolerate failed writes, so that signed-in users can read while the database is read-only.
  if (isOver(session, user, now)) {
    wroteIfPossible(() => endSession(deps, token));
    return undefined;
  }
  if (now.getTime() - session.lastUsedAt.getTime() >= limitsOf(user).noteMs) {
    const expiresAt = sessionEnd({ createdAt: session.createdAt, lastUsedAt: now }, user);
    const change = { lastUsedAt: now, expiresAt };
    wroteIfPossible(() =>
      deps.db.write((tx) =>
        tx.update(sessions).set(change).where(eq(sessions.id, session.id)).run(),
      ),
    );
  }
  return user;
}

type Found = {
  session: Pick<typeof sessions.$inferSelect, "provenAt">;
  user: Parameters<typeof currentUser>[1];
  hasPasskey: boolean;
};

/** Returns a session's user, without admin rights while a required passkey check is missing. */
function sessionUser(
  deps: Pick<Deps, "config">,
  { session, user, hasPasskey }: Found,
): CurrentUser {
  const current = currentUser(deps, user);
  if (!current.isAdmin || !hasPasskey || session.provenAt !== null) return current;
  return { ...current, isAdmin: false, needsPasskey: true };
}

const openSessionOf = prepared((db) =>
  db
    .select({
      session: {
        id: sessions.id,
        createdAt: sessions.createdAt,
        lastUsedAt: sessions.lastUsedAt,
        provenAt: sessions.provenAt,
      },
      user: {
        id: users.id,
        email: users.email,
        name: users.name,
        isAdmin: users.isAdmin,
        emailVerifiedAt: users.emailVerifiedAt,
      },
      hasPasskey: sql`${exists(
        db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, users.id)),
      )}`.mapWith(Boolean),
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

/** The user as an administrator. Checking the rights does not extend the session of `token`. */
export function administratorOf(
  deps: SessionDeps & Pick<Deps, "config">,
  { user, token }: { user: CurrentUser; token: string },
): CurrentUser & Administrator {
  const tokenHash = sha256Hex(token);
  const findOpen = () => {
    const now = deps.clock.now();
    const found = openSessionOf(deps.db).get({ tokenHash, now: now.getTime() });
    const current = found && sessionUser(deps, found);
    if (!current || isOver(found.session, current, now)) {
      throw new AppError("unauthenticated", buyerRefusals.notSignedIn);
    }
    return { ...found, current, now };
  };
  const requireRights = () => {
    const { current } = findOpen();
    if (current.isAdmin) return;
    if (current.needsPasskey) {
      throw new AppError("unauthenticated", "Please confirm with your passkey.", {
        reason: "passkey_needed",
      });
    }
    throw new AppError("forbidden", refusals.administrators, { reason: "not_admin" });
  };
  const requirePasskey = () => {
    const { session, hasPasskey, now } = findOpen();
    if (!hasPasskey || isRecent(session.provenAt, now)) return;
    throw new AppError(
      "forbidden",
      "Please confirm with your passkey on the “Passkeys” screen, then try again.",
      { reason: "passkey_stale" },
    );
  };
  const requireRecentSignIn = () => {
    const { session, now } = findOpen();
    if (isRecent(session.createdAt, now) || isRecent(session.provenAt, now)) return;
    throw new AppError(
      "forbidden",
      "You signed in more than 15 minutes ago. To add your first passkey, please log out, sign in again and come back here.",
      { reason: "sign_in_stale" },
    );
  };
  return {
    ...user,
    requireRights,
    requirePasskey,
    requireRecentSignIn,
    isAdministrator: (db, email) => isAdministratorEmail(deps, db, email),
    write: (work) =>
      deps.db.write((tx) => {
        requireRights();
        return work(tx);
      }),
  };
}

function isRecent(at: Date | null, now: Date): boolean {
  return at !== null && Math.abs(now.getTime() - at.getTime()) < PASSKEY_CHECK_MS;
}

export function endSession({ db }: SessionDeps, token: string): void {
  const isThis = eq(sessions.tokenHash, sha256Hex(token));
  db.write((tx) => tx.delete(sessions).where(isThis).run());
}

/** Lists a user's sessions: the session of `token` first, then the most recently used. */
export function listSessions(
  { db, clock }: SessionDeps,
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
  return open
    .map((session) => ({
      id: session.id,
      current: session.tokenHash === tokenHash,
      device: deviceName(session.userAgent),
      createdAt: session.createdAt.toISOString(),
      lastUsedAt: session.lastUsedAt.toISOString(),
    }))
    .toSorted((a, b) => Number(b.current) - Number(a.current));
}

/** Ends one session of a user. Throws AppError `not_found` for another user's session. */
export function endOwnSession(
  { db }: SessionDeps,
  user: Pick<CurrentUser, "id">,
  id: number,
): void {
  const isTheirs = and(eq(sessions.id, id), eq(sessions.userId, user.id));
  const { changes } = db.write((tx) => tx.delete(sessions).where(isTheirs).run());
  if (changes === 0) throw new AppError("not_found", refusals.notFound);
}

export function endAllSessions({ db }: SessionDeps, user: Pick<CurrentUser, "id">): void {
  db.write((tx) => tx.delete(sessions).where(eq(sessions.userId, user.id)).run());
}

type Session = Pick<typeof sessions.$inferSelect, "id" | "createdAt" | "lastUsedAt">;
type Use = Omit<Session, "id">;

export function sessionEnd({ createdAt, lastUsedAt }: Use, user: Role): Date {
  const { idleMs, lifetimeMs } = limitsOf(user);
  return new Date(Math.min(lastUsedAt.getTime() + idleMs, createdAt.getTime() + lifetimeMs));
}

/** Whether an administrator's session is over. The stored end may predate the promotion. */
function isOver(session: Session, user: Role, now: Date): boolean {
  return user.isAdmin && sessionEnd(session, user) <= now;
}

function limitsOf({ isAdmin }: Role) {
  return isAdmin ? ADMIN_SESSION : USER_SESSION;
}

// The first match counts, because most browsers also claim to be Chrome or Safari.
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|OPiOS|OPT)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS)\//, "Chrome"],
  [/\bVersion\/\S+ (?:Mobile\/\S+ )?Safari\//, "Safari"],
];

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "Chromebook"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

/** Returns browser and operating system, such as "Firefox on Windows", or "Unknown browser". */
export function deviceName(userAgent: string | null): string {
  const browser = nameIn(BROWSERS, userAgent);
  const system = nameIn(SYSTEMS, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `Unknown browser on ${system}` : "Unknown browser");
}

function nameIn(names: [RegExp, string][], userAgent: string | null): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
}
