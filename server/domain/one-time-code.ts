import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { and, desc, eq, gt, isNotNull, isNull, lt, max, sql, sum } from "drizzle-orm";
import type { Transaction } from "../../db/client.ts";
import { oneTimeCodes, orders } from "../../db/schema.ts";
import { CODE_LENGTH } from "../contract/auth.ts";
import { messages } from "../contract/messages.ts";
import type { Deps } from "../deps.ts";
import type { CodeMail } from "../emails/code.tsx";
import { AppError } from "../errors.ts";
import { queueMail } from "./mail-queue.ts";
import { type SignIn, signIn } from "./sign-in.ts";

const LIFETIME_MS = 10 * 60_000;
const MOST_ATTEMPTS = 5;
/** Wrong guesses at one address between two good sign-ins: chance 1 in 10,000 at most. */
const MOST_GUESSES = 100;

type Needs = Pick<Deps, "db" | "clock" | "secret">;
type Code = typeof oneTimeCodes.$inferSelect;

type CodeRequest = {
  email: string;
  browserHash: string;
  /** Does all the work but the mail: an address without orders learns nothing by asking for them. */
  quiet?: boolean;
};

/**
 * Sends a sign-in code to an address, known or not: the work is the same for both, and an account is
 * made only by a good sign-in. It fits in this browser alone and makes earlier codes void.
 */
export function sendCode(deps: Deps, { email, browserHash, quiet = false }: CodeRequest): void {
  const now = deps.clock.now();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  // The code itself is nowhere stored: it follows from this text and the shop's secret.
  const codeHash = randomBytes(32).toString("base64url");
  deps.db.write((tx) => {
    const { id } = tx
      .insert(oneTimeCodes)
      .values({ email, codeHash, browserHash, createdAt: now, expiresAt })
      .returning({ id: oneTimeCodes.id })
      .get();
    if (quiet) return;
    queueMail(tx, {
      uniqueKey: `code:${id}`,
      kind: "code",
      recipient: email,
      orderId: null,
      data: { codeId: id },
      expiresAt,
      author: { actor: "sign-in", now },
    });
  });
  deps.wake.mail();
}

/**
 * The way back to orders: mails a code to an address that has some, and answers alike for every
 * other one.
 */
export function sendOrderCode(deps: Deps, { email, browserHash }: CodeRequest): void {
  const paid = and(eq(orders.email, email), eq(orders.status, "paid"));
  const hasOrders = deps.db.select({ id: orders.id }).from(orders).where(paid).get() !== undefined;
  sendCode(deps, { email, browserHash, quiet: !hasOrders });
}

type Guess = { email: string; otp: string; browserHash: string | null; userAgent: string | null };

/**
 * Signs in with the newest code of an address, in the browser that asked for it. Every guess is
 * counted before it is looked at; all of it is one transaction, so that a code works once and at
 * most five guesses are ever looked at, however many come at the same moment.
 */
export function verifyCode(deps: Deps, guess: Guess): SignIn {
  const { email, otp, userAgent } = guess;
  const now = deps.clock.now();
  const signedIn = deps.db.write((tx) => {
    const code = takeAttempt(tx, guess, now);
    if (!code || !isSame(codeOf(deps, code.codeHash), otp)) return undefined;
    tx.update(oneTimeCodes).set({ usedAt: now }).where(eq(oneTimeCodes.id, code.id)).run();
    return signIn(tx, { email, userAgent, now });
  });
  // Thrown outside, so that the counted attempt stays counted.
  if (!signedIn) throw new AppError("malformed", messages.codeInvalid);
  return signedIn;
}

/** What the mail with a code says; undefined when that code is void by now. */
export function codeMailOf(deps: Deps, data: Record<string, unknown>): CodeMail | undefined {
  const code = deps.db
    .select()
    .from(oneTimeCodes)
    .where(eq(oneTimeCodes.id, Number(data["codeId"])))
    .get();
  if (!code || code.usedAt || newestCode(deps.db, code.email)?.id !== code.id) return undefined;
  return {
    code: codeOf(deps, code.codeHash),
    supportEmail: deps.config.mail.support,
    siteUrl: deps.config.publicUrl,
    demo: deps.config.demo,
  };
}

/** Forgets codes that cannot matter any more; those since the last good sign-in still count. */
export function dropOldCodes({ db, clock }: Needs): void {
  const monthAgo = new Date(clock.now().getTime() - 30 * 24 * 3_600_000);
  const old = and(lt(oneTimeCodes.createdAt, monthAgo), eq(oneTimeCodes.attempts, 0));
  db.write((tx) => tx.delete(oneTimeCodes).where(old).run());
}

function takeAttempt(tx: Transaction, guess: Guess, now: Date): Code | undefined {
  const newest = newestCode(tx, guess.email);
  if (!newest || newest.browserHash !== guess.browserHash) return undefined;
  if (guessesSinceSignIn(tx, guess.email) >= MOST_GUESSES) return undefined;
  return tx
    .update(oneTimeCodes)
    .set({ attempts: sql`${oneTimeCodes.attempts} + 1` })
    .where(
      and(
        eq(oneTimeCodes.id, newest.id),
        isNull(oneTimeCodes.usedAt),
        lt(oneTimeCodes.attempts, MOST_ATTEMPTS),
        gt(oneTimeCodes.expiresAt, now),
      ),
    )
    .returning()
    .get();
}

function newestCode(db: Pick<Transaction, "select">, email: string): Code | undefined {
  return db
    .select()
    .from(oneTimeCodes)
    .where(eq(oneTimeCodes.email, email))
    .orderBy(desc(oneTimeCodes.id))
    .get();
}

function guessesSinceSignIn(tx: Transaction, email: string): number {
  const lastGood = tx
    .select({ id: max(oneTimeCodes.id) })
    .from(oneTimeCodes)
    .where(and(eq(oneTimeCodes.email, email), isNotNull(oneTimeCodes.usedAt)))
    .get();
  const guesses = tx
    .select({ count: sum(oneTimeCodes.attempts) })
    .from(oneTimeCodes)
    .where(and(eq(oneTimeCodes.email, email), gt(oneTimeCodes.id, lastGood?.id ?? 0)))
    .get();
  return Number(guesses?.count ?? 0);
}

/** The six digits that belong to a stored text; without the shop's secret they stay unknown. */
function codeOf({ secret }: Pick<Deps, "secret">, codeHash: string): string {
  const digest = createHmac("sha256", secret).update(`one-time-code\n${codeHash}`).digest();
  // 2^48 values over 10^6 codes: the first codes are likelier by one part in 280 million.
  const number = digest.readUIntBE(0, 6) % 10 ** CODE_LENGTH;
  return String(number).padStart(CODE_LENGTH, "0");
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
