import { desc, eq } from "drizzle-orm";
import { contactSubmissions } from "../../../db/buyer-schema.ts";
import type { Reader, Transaction } from "../../../db/client.ts";
import { type Author, eraseRow, updateRow } from "../../../db/record.ts";
import { oneTimeCodes, orders, sessions, subscriptionRecords, users } from "../../../db/schema.ts";
import { isPaidOrProcessing } from "../../../db/order-status.ts";
import { maskEmail } from "../../contract/email.ts";
import { messages } from "../../contract/messages.ts";
import { CURRENT_CODE_FIELD, emailChangeRefusals as texts } from "../../contract/email-change.ts";
import { CODE_FIELD, type CurrentUser } from "../../contract/sign-in.ts";
import type { Deps } from "../../deps.ts";
import { AppError, conflict } from "../../errors.ts";
import { movePreferences } from "../mails/mail-preferences.ts";
import { queueMail } from "../mails/queue-mail.ts";
import { isAdministratorEmail } from "../sign-in/administrators.ts";
import {
  type Code,
  countGuess,
  insertCode,
  isOpen,
  isPaused,
  isSameCode,
  signInCodeOf,
} from "../sign-in/one-time-code.ts";
import { removePasskeys } from "../sign-in/passkeys.ts";
import { openSession, type SignIn, type SignInDevice } from "../sign-in/sign-in.ts";
import { removeAdminRows } from "../sign-in/users.ts";
import { moveOrders } from "./correct-email.ts";

/** Limit of messages that move in one transaction. */
const MOST_MESSAGES = 100;

type Account = Pick<CurrentUser, "id" | "email">;

/**
 * Mails one code to the new email and another one to the current email, so that a stolen session
 * cannot change it. Does not tell whether the new email has an account. Throws AppError `invalid`
 * for the current email, and `conflict` for administrators.
 */
export function sendChangeCodes(
  deps: Deps,
  { user, email, browserHash }: { user: Account; email: string; browserHash: string },
): void {
  const now = deps.clock.now();
  deps.db.write((tx) => {
    requireMayChange(deps, tx, { user, email });
    const { codeId, mailBy } = insertCode(tx, { email, browserHash, userId: user.id, now });
    for (const recipient of [user.email, email]) {
      queueMail(tx, {
        uniqueKey: `email-change:${codeId}:${recipient}`,
        kind: "email_change",
        recipient,
        about: { codeId },
        expiresAt: mailBy,
        author: { actor: "buyer", now },
      });
    }
  });
}

/** Throws AppError `conflict` for an administrator, and `invalid` for the current email. */
export function requireMayChange(
  deps: Pick<Deps, "config">,
  db: Pick<Reader, "select">,
  { user, email }: { user: Account; email: string },
): void {
  if (isAdministratorEmail(deps, db, user.email)) {
    throw conflict(texts.administrator, "own_rights");
  }
  if (email !== user.email) return;
  const errors = { email: [texts.same] };
  throw new AppError("invalid", texts.same, { reason: "same_email", errors });
}

/** Returns the codes of a change: one for each email. */
export function changeCodesOf(deps: Pick<Deps, "secret">, { seed }: Pick<Code, "seed">) {
  return { next: signInCodeOf(deps, seed), current: signInCodeOf(deps, `${seed}\ncurrent`) };
}

/** Returns the newest change of an account's email, whether valid or not. */
export function findNewestChange(db: Pick<Reader, "select">, userId: number): Code | undefined {
  const isTheirs = eq(oneTimeCodes.userId, userId);
  return db.select().from(oneTimeCodes).where(isTheirs).orderBy(desc(oneTimeCodes.id)).get();
}

type ChangeGuess = Omit<SignInDevice, "now" | "provenAt"> & {
  user: Account;
  /** New email. */
  email: string;
  /** Code mailed to the new email. */
  otp: string;
  /** Code mailed to the current email. */
  currentOtp: string;
};

/**
 * Changes the email of an account, and of its orders, subscriptions and messages. Ends all sessions and
 * returns a new one; undefined if the account has this email already, as after a repeated request.
 * Throws AppError `malformed`, reason `code_invalid`, and `conflict` when the email has an account.
 */
export function changeEmail(deps: Deps, guess: ChangeGuess): SignIn | undefined {
  const { user, email, browser } = guess;
  const now = deps.clock.now();
  const result = deps.db.write((tx) => {
    const change = findNewestChange(tx, user.id);
    if (change?.usedAt && email === user.email) return undefined;
    const isTheirs = change?.email === email && change.browserHash === browser.former;
    if (!isTheirs || !isOpen(change, now) || isPaused(tx, email)) {
      return new AppError("malformed", texts.codesUsedUp, { reason: "code_invalid" });
    }
    countGuess(tx, change);
    const wrong = findWrongCodes(deps, change, guess);
    if (wrong) return wrong;
    tx.update(oneTimeCodes).set({ usedAt: now }).where(eq(oneTimeCodes.id, change.id)).run();
    return move(deps, tx, { ...guess, change, now });
  });
  // Throw outside the transaction, so that the counted guess is not rolled back.
  if (result instanceof AppError) throw result;
  return result;
}

function findWrongCodes(deps: Deps, change: Code, guess: ChangeGuess): AppError | undefined {
  const { next, current } = changeCodesOf(deps, change);
  const wrong = [messages.codeInvalid];
  const errors = {
    ...(!isSameCode(next, guess.otp) && { [CODE_FIELD]: wrong }),
    ...(!isSameCode(current, guess.currentOtp) && { [CURRENT_CODE_FIELD]: wrong }),
  };
  if (Object.keys(errors).length === 0) return undefined;
  return new AppError("malformed", messages.codeInvalid, { reason: "code_invalid", errors });
}

type Move = ChangeGuess & { change: Code; now: Date };

/** Performs a proven change. */
function move(deps: Deps, tx: Transaction, { user, email, change, now, ...device }: Move): SignIn {
  const author = { actor: "buyer", now, set: { id: null } };
  requireMayChange(deps, tx, { user, email });
  absorbAccount(deps, tx, { email, user, author });
  const changed = updateRow(tx, users, user.id, { email, emailVerifiedAt: now }, author);
  const both = { from: user.email, to: email, author };
  moveOrders(tx, { ...both, userId: user.id });
  movePreferences(tx, both);
  for (const record of recordsOf(tx, user.id)) {
    updateRow(tx, subscriptionRecords, record.id, { email }, author);
  }
  moveMessages(tx, both);
  queueMail(tx, {
    uniqueKey: `email-changed:${change.id}`,
    kind: "email_changed",
    recipient: user.email,
    about: { newAddress: maskEmail(email) ?? "" },
    author,
  });
  tx.delete(sessions).where(eq(sessions.userId, user.id)).run();
  // A former administrator may still have passkeys.
  removePasskeys(tx, { userId: user.id, email: user.email, author });
  return openSession(tx, changed, { ...device, now });
}

/**
 * Makes an email free for an account: merges an account of the email that has never paid while signed
 * in. Throws AppError `conflict` if the email belongs to another account.
 */
function absorbAccount(
  deps: Deps,
  tx: Transaction,
  { email, user, author }: { email: string; user: Account; author: Author },
): void {
  const other = tx.select({ id: users.id }).from(users).where(eq(users.email, email)).get();
  const otherOrders = other ? listOrders(tx, other.id) : [];
  const hasPaid = otherOrders.some(({ status }) => isPaidOrProcessing(status));
  if (isAdministratorEmail(deps, tx, email) || hasPaid) throw conflict(texts.taken, "taken");
  if (!other) return;
  for (const { id } of otherOrders) updateRow(tx, orders, id, { userId: user.id }, author);
  for (const { id } of recordsOf(tx, other.id)) {
    updateRow(tx, subscriptionRecords, id, { userId: user.id }, author);
  }
  removeAdminRows(tx, { id: other.id, email }, author);
  eraseRow(tx, users, other.id, author);
}

/** Moves the newest contact messages, so that the download and the deletion of the data find them. */
function moveMessages(
  tx: Transaction,
  { from, to, author }: { from: string; to: string; author: Author },
): void {
  const { id } = contactSubmissions;
  const newest = tx
    .select({ id })
    .from(contactSubmissions)
    .where(eq(contactSubmissions.email, from))
    .orderBy(desc(id))
    .limit(MOST_MESSAGES)
    .all();
  for (const message of newest) {
    updateRow(tx, contactSubmissions, message.id, { email: to }, author);
  }
}

/** Lists the orders that an account has placed while signed in. */
function listOrders(tx: Transaction, userId: number) {
  const { id, status } = orders;
  return tx.select({ id, status }).from(orders).where(eq(orders.userId, userId)).all();
}

function recordsOf(tx: Transaction, userId: number) {
  const isTheirs = eq(subscriptionRecords.userId, userId);
  return tx.select().from(subscriptionRecords).where(isTheirs).all();
}
