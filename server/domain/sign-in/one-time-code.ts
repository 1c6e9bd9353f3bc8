import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { and, desc, eq, gt, isNotNull, isNull, sql, sum } from "drizzle-orm";
import type { Reader, Transaction } from "../../../db/client.ts";
import { oneTimeCodes } from "../../../db/schema.ts";
import { prepared } from "../../../db/statements.ts";
import { CODE_LENGTH } from "../../contract/sign-in.ts";
import { messages } from "../../contract/messages.ts";
import { MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { queueMail } from "../mails/queue-mail.ts";
import { isKey, looksLikeKey, MAIL_WAIT_MS, takeAdminLink } from "./sign-in-link.ts";
import { type NewBrowserId, type SignIn, signIn } from "./sign-in.ts";

const LIFETIME_MS = 10 * MINUTE_MS;
/** Deadline for sending the mail, so that the recipient has a minute to enter the code. */
const MAIL_WITHIN_MS = LIFETIME_MS - MINUTE_MS;
/** Tolerance for clocks that a time server sets back. A larger step would extend a code's lifetime. */
const CLOCK_LEEWAY_MS = MINUTE_MS;
const MOST_ATTEMPTS = 5;
/** Maximum wrong guesses between two sign-ins; limits the chance of a hit to 1 in 10,000. */
const MOST_GUESSES = 100;

type CodeReader = Pick<Reader, "select" | "sqlite">;
export type Code = typeof oneTimeCodes.$inferSelect;
type CodeRequest = { email: string; browserHash: string };

/** Mails a code for this browser. Timing does not reveal whether the email is known. */
export function sendCode(deps: Deps, request: CodeRequest): void {
  makeCode(deps, { ...request, forBuyers: false });
}

/** Mails a code if the email has orders. Checks this later, so timing does not reveal buyers. */
export function sendOrderCode(deps: Deps, request: CodeRequest): void {
  makeCode(deps, { ...request, forBuyers: true });
}

/** Mails a code with which the signed-in user confirms the deletion of the account. */
export function sendDeletionCode(deps: Deps, request: CodeRequest): void {
  makeCode(deps, { ...request, forBuyers: false, deletesAccount: true });
}

type CodePurpose = { forBuyers: boolean; deletesAccount?: true };

function makeCode(deps: Deps, { email, browserHash, ...purpose }: CodeRequest & CodePurpose): void {
  const now = deps.clock.now();
  deps.db.write((tx) => {
    const { codeId, mailBy } = insertCode(tx, { email, browserHash, now });
    queueMail(tx, {
      uniqueKey: `code:${codeId}`,
      kind: "code",
      recipient: email,
      about: { codeId, ...purpose },
      ...(purpose.forBuyers && { dueAt: new Date(now.getTime() + MAIL_WAIT_MS) }),
      expiresAt: mailBy,
      author: { actor: "sign-in", now },
    });
  });
}

/** Stores a code for a browser. Returns its id and the deadline of its mail. */
export function insertCode(
  tx: Transaction,
  { now, ...request }: CodeRequest & { userId?: number; now: Date },
): { codeId: number; mailBy: Date } {
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  const seed = randomBytes(32).toString("base64url");
  const row = { ...request, seed, createdAt: now, expiresAt };
  const { id } = tx.insert(oneTimeCodes).values(row).returning({ id: oneTimeCodes.id }).get();
  return { codeId: id, mailBy: new Date(now.getTime() + MAIL_WITHIN_MS) };
}

type Guess = { email: string; otp: string; browser: NewBrowserId; userAgent: string | null };

/**
 * Signs in with the newest code or key of an email in the browser that requested it, or with the key of an
 * administrator's link. A guess is counted before it is compared, so concurrent ones cannot exceed five.
 */
export function verifyCode(deps: Deps, guess: Guess): SignIn {
  const { email, browser, userAgent } = guess;
  const now = deps.clock.now();
  const signedIn = deps.db.write((tx) => {
    const match = matchGuess(deps, tx, { ...guess, now });
    const provenAt = match?.skipsPasskey ? now : null;
    return match && signIn(tx, { email, browser, userAgent, now, provenAt });
  });
  // Throw outside the transaction, so that the counted attempt is not rolled back.
  if (!signedIn) throw new AppError("malformed", messages.codeInvalid, { reason: "code_invalid" });
  return signedIn;
}

/**
 * Uses up the newest code of an email in the browser that requested it, without a sign-in. Counts
 * the guess, and returns whether it was right.
 */
export function redeemCode(
  deps: Deps,
  { email, otp, browserHash }: { email: string; otp: string; browserHash: string | null },
): boolean {
  const now = deps.clock.now();
  return deps.db.write((tx) => {
    const match = matchGuess(deps, tx, { email, otp, browser: { former: browserHash }, now });
    if (match)
      tx.update(oneTimeCodes).set({ usedAt: now }).where(eq(oneTimeCodes.id, match.id)).run();
    return match !== undefined;
  });
}

type Match = Pick<Guess, "email" | "otp"> & { browser: Pick<NewBrowserId, "former">; now: Date };

/** Returns the matching code or link. Counts guesses of a code; uses up a matching admin link. */
function matchGuess(deps: Deps, tx: Transaction, guess: Match): Code | undefined {
  const { email, otp, browser, now } = guess;
  const newest = findNewestSignInCode(tx, email);
  const own = newest?.browserHash === browser.former ? newest : undefined;
  // Keys have 256 bits and need no attempt limit, so they work even when codes are paused.
  if (looksLikeKey(otp)) {
    if (own && isLive(own, now) && isKey(deps, own.seed, otp)) return own;
    return takeAdminLink(deps, tx, { email, key: otp, now });
  }
  if (!own || !isOpen(own, now) || isPaused(tx, email)) return undefined;
  countGuess(tx, own);
  return isSameCode(signInCodeOf(deps, own.seed), otp) ? own : undefined;
}

/** Counts a guess. Call it before comparing, so that concurrent guesses cannot exceed the limit. */
export function countGuess(tx: Transaction, { id, attempts }: Code): void {
  const counted = { attempts: attempts + 1 };
  tx.update(oneTimeCodes).set(counted).where(eq(oneTimeCodes.id, id)).run();
}

/** Compares two codes in constant time. */
export function isSameCode(code: string, guess: string): boolean {
  const [expected, given] = [Buffer.from(code), Buffer.from(guess)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

export function isOpen(code: Code, now: Date): boolean {
  return code.attempts < MOST_ATTEMPTS && isLive(code, now);
}

function isLive({ usedAt, createdAt, expiresAt }: Code, now: Date): boolean {
  if (usedAt !== null) return false;
  return now < expiresAt && now.getTime() >= createdAt.getTime() - CLOCK_LEEWAY_MS;
}

const newestCodeOf = prepared((db) =>
  db
    .select()
    .from(oneTimeCodes)
    .where(
      and(
        eq(oneTimeCodes.email, sql.placeholder("email")),
        eq(oneTimeCodes.isLink, false),
        isNull(oneTimeCodes.userId),
      ),
    )
    .orderBy(desc(oneTimeCodes.id))
    .limit(1)
    .prepare(),
);

/** Returns the newest sign-in code of an email, whether valid or not. */
export function findNewestSignInCode(db: CodeReader, email: string): Code | undefined {
  return newestCodeOf(db).get({ email });
}

const guessesSinceGoodCode = prepared((db) => {
  const ofAddress = eq(oneTimeCodes.email, sql.placeholder("email"));
  const lastGood = db
    .select({ id: sql<number>`coalesce(max(${oneTimeCodes.id}), 0)` })
    .from(oneTimeCodes)
    .where(and(ofAddress, isNotNull(oneTimeCodes.usedAt)));
  return db
    .select({ count: sum(oneTimeCodes.attempts) })
    .from(oneTimeCodes)
    .where(and(ofAddress, gt(oneTimeCodes.id, lastGood)))
    .prepare();
});

/** Whether codes are disabled for an email after too many wrong guesses. Keys still work. */
export function isPaused(db: CodeReader, email: string): boolean {
  return Number(guessesSinceGoodCode(db).get({ email })?.count ?? 0) >= MOST_GUESSES;
}

/** Returns a row's six digits, derived from its seed and the shop's secret instead of stored. */
export function signInCodeOf({ secret }: Pick<Deps, "secret">, seed: string): string {
  const digest = createHmac("sha256", secret).update(`one-time-code\n${seed}`).digest();
  // The modulo bias is negligible: one part in 280 million.
  const number = digest.readUIntBE(0, 6) % 10 ** CODE_LENGTH;
  return String(number).padStart(CODE_LENGTH, "0");
}
