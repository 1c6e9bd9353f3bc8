import { randomBytes } from "node:crypto";
import { eq, max } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { insertRow, updateRow } from "../../../db/record.ts";
import { identities, oneTimeCodes, sessions, type User, users } from "../../../db/schema.ts";
import type { CurrentUser } from "../../contract/auth.ts";
import { moveGuestOrders, type NewBrowserId } from "../orders/guest-orders.ts";
import { sessionEnd } from "./sessions.ts";
import { sha256Hex } from "../tokens.ts";

/** A fresh session: the token goes to the browser, only its hash is stored. */
export type SignIn = { user: CurrentUser; token: string };

type Visit = { userAgent: string | null; browser: NewBrowserId; now: Date };

/** Signs in the owner of an email that has just been proved, making the account if need be. */
export function signIn(tx: Transaction, { email, ...visit }: { email: string } & Visit): SignIn {
  return openSession(tx, provenUser(tx, email, visit.now), visit);
}

/**
 * The account of an email that has just been proved. The first proof ends all sessions that were
 * opened without one, and unties logins that were tied to it (decision: issuer-subject).
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
      expiresAt: sessionEnd(now, now),
    })
    .run();
  const { id, email, name, isAdmin } = user;
  return { user: { id, email, name, isAdmin }, token };
}

/** The newest code counts as used: none is left to guess at, and guesses are counted from zero. */
function voidCodes(tx: Transaction, email: string, now: Date): void {
  const ofAddress = eq(oneTimeCodes.email, email);
  const newest = tx
    .select({ id: max(oneTimeCodes.id) })
    .from(oneTimeCodes)
    .where(ofAddress)
    .get();
  if (!newest?.id) return;
  tx.update(oneTimeCodes).set({ usedAt: now }).where(eq(oneTimeCodes.id, newest.id)).run();
}
