import { randomBytes } from "node:crypto";
import { and, desc, eq, gt, isNull, max } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { insertRow, updateRow } from "../../../db/record.ts";
import {
  identities,
  oneTimeCodes,
  orders,
  sessions,
  type User,
  users,
} from "../../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { spokenForSince } from "../files/grants.ts";
import { addAdministrator } from "./administrators.ts";
import { sessionEnd } from "./sessions.ts";
import { sha256Hex } from "../tokens.ts";

/** More than a household orders in four weeks; each one is a change that is recorded. */
const MOST_MOVED = 50;

/** The hashes of the id that a browser has shown so far, if any, and of the one it gets. */
export type NewBrowserId = { former: string | null; fresh: string };

/** A fresh session: the token goes to the browser, only its hash is stored. */
export type SignIn = { user: User; token: string };

type Visit = { userAgent: string | null; browser: NewBrowserId; now: Date };

/** Signs in the owner of an email that has just been proved, making the account if need be. */
export function signIn(tx: Transaction, { email, ...visit }: { email: string } & Visit): SignIn {
  return openSession(tx, provenUser(tx, email, visit.now), visit);
}

/** Signs in without a proof, as an administrator: for a shop in which nothing is real. */
export function signInOwner(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { email, ...visit }: { email: string } & Omit<Visit, "now">,
): SignIn {
  const now = clock.now();
  return db.write((tx) => {
    addAdministrator(tx, email, { actor: "sign-in", now });
    return signIn(tx, { email, ...visit, now });
  });
}

/**
 * The account of an email that has just been proved. The first proof ends all sessions that were
 * opened without one, and unties logins that were tied to it.
 */
export function provenUser(tx: Transaction, email: string, now: Date): User {
  const author = { actor: "sign-in", now };
  const known = tx.select().from(users).where(eq(users.email, email)).get();
  if (!known) return insertRow(tx, users, { email, emailVerifiedAt: now }, author);
  if (known.emailVerifiedAt) return known;
  tx.delete(sessions).where(eq(sessions.userId, known.id)).run();
  tx.delete(identities).where(eq(identities.userId, known.id)).run();
  return updateRow(tx, users, known.id, { emailVerifiedAt: now }, author);
}

/** Opens a session of a user who has just shown who they are, by code or otherwise. */
export function openSession(
  tx: Transaction,
  user: User,
  { userAgent, browser, now }: Visit,
): SignIn {
  voidCodes(tx, user.email, now);
  moveGuestOrders(tx, { ...browser, now });
  const token = randomBytes(32).toString("base64url");
  tx.insert(sessions)
    .values({
      tokenHash: sha256Hex(token),
      userId: user.id,
      userAgent: userAgent?.slice(0, 300) ?? null,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: sessionEnd({ createdAt: now, lastUsedAt: now }, user),
    })
    .run();
  return { user, token };
}

/** The newest code counts as used: none is left to guess at, and guesses are counted from zero. */
function voidCodes(tx: Transaction, email: string, now: Date): void {
  const ofAddress = and(eq(oneTimeCodes.email, email), eq(oneTimeCodes.isLink, false));
  const newest = tx
    .select({ id: max(oneTimeCodes.id) })
    .from(oneTimeCodes)
    .where(ofAddress)
    .get();
  if (!newest?.id) return;
  tx.update(oneTimeCodes).set({ usedAt: now }).where(eq(oneTimeCodes.id, newest.id)).run();
}

/**
 * Lets the browser that signs in speak for its guest orders under its new id alone: another computer
 * that knows the former id, because it was planted, speaks for nothing then.
 */
function moveGuestOrders(
  tx: Transaction,
  { former, fresh, now }: NewBrowserId & { now: Date },
): void {
  if (former === null) return;
  const isTheirs = and(
    eq(orders.browserHash, former),
    isNull(orders.userId),
    gt(orders.createdAt, spokenForSince(now)),
  );
  const found = tx
    .select({ id: orders.id })
    .from(orders)
    .where(isTheirs)
    .orderBy(desc(orders.id))
    .limit(MOST_MOVED)
    .all();
  for (const { id } of found) {
    updateRow(tx, orders, id, { browserHash: fresh }, { actor: "sign-in", now });
  }
}
