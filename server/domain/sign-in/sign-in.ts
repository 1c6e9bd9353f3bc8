import { randomBytes } from "node:crypto";
import { and, desc, eq, gt, isNull, max, or } from "drizzle-orm";
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
import { guestAccessSince } from "../viewer.ts";
import { addAdministrator } from "./administrators.ts";
import { sessionEnd } from "./sessions.ts";
import { sha256Hex } from "../tokens.ts";

/** Limit of moved orders: each move records a change. A household has fewer in four weeks. */
const MOST_MOVED = 50;

/** Hashes of the browser's former id, if any, and of its new id. */
export type NewBrowserId = { former: string | null; fresh: string };

/** A new session. The browser gets the token; only its hash is stored. */
export type SignIn = { user: User; token: string };

export type SignInDevice = {
  userAgent: string | null;
  browser: NewBrowserId;
  now: Date;
  /** Time of a passkey check, or of another proof that replaces it. */
  provenAt?: Date | null;
};

/** Creates a session for a verified email, and the account if it does not exist. */
export function signIn(
  tx: Transaction,
  { email, ...device }: { email: string } & SignInDevice,
): SignIn {
  return openSession(tx, provenUser(tx, email, device.now), device);
}

/** Signs in as an administrator without verifying the email. For demo shops only. */
export function signInOwner(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { email, ...device }: { email: string } & Omit<SignInDevice, "now">,
): SignIn {
  const now = clock.now();
  return db.write((tx) => {
    addAdministrator(tx, email, { actor: "sign-in", now });
    return signIn(tx, { email, ...device, now, provenAt: now });
  });
}

/** Returns a verified email's account. The first verification ends earlier sessions and logins. */
export function provenUser(tx: Transaction, email: string, now: Date): User {
  const author = { actor: "sign-in", now };
  const known = tx.select().from(users).where(eq(users.email, email)).get();
  if (!known) return insertRow(tx, users, { email, emailVerifiedAt: now }, author);
  if (known.emailVerifiedAt) return known;
  tx.delete(sessions).where(eq(sessions.userId, known.id)).run();
  tx.delete(identities).where(eq(identities.userId, known.id)).run();
  return updateRow(tx, users, known.id, { emailVerifiedAt: now }, author);
}

export function openSession(
  tx: Transaction,
  user: User,
  { userAgent, browser, now, provenAt = null }: SignInDevice,
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
      provenAt,
    })
    .run();
  return { user, token };
}

/** Marks the newest sign-in code as used. This resets the count of wrong guesses. */
function voidCodes(tx: Transaction, email: string, now: Date): void {
  const signsIn = and(eq(oneTimeCodes.isLink, false), isNull(oneTimeCodes.userId));
  const ofAddress = and(eq(oneTimeCodes.email, email), signsIn);
  const newest = tx
    .select({ id: max(oneTimeCodes.id) })
    .from(oneTimeCodes)
    .where(ofAddress)
    .get();
  if (!newest?.id) return;
  tx.update(oneTimeCodes).set({ usedAt: now }).where(eq(oneTimeCodes.id, newest.id)).run();
}

/** Moves the browser's guest orders and gifts to its new id: an attacker may have planted the former one. */
function moveGuestOrders(
  tx: Transaction,
  { former, fresh, now }: NewBrowserId & { now: Date },
): void {
  if (former === null) return;
  const isTheirs = and(
    or(and(eq(orders.browserHash, former), isNull(orders.userId)), eq(orders.giverHash, former)),
    gt(orders.createdAt, guestAccessSince(now)),
  );
  const found = tx
    .select({ id: orders.id, giftTo: orders.giftTo })
    .from(orders)
    .where(isTheirs)
    .orderBy(desc(orders.id))
    .limit(MOST_MOVED)
    .all();
  for (const { id, giftTo } of found) {
    const patch = giftTo === null ? { browserHash: fresh } : { giverHash: fresh };
    updateRow(tx, orders, id, patch, { actor: "sign-in", now });
  }
}
