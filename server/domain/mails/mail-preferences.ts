import { and, eq } from "drizzle-orm";
import type { Reader, Transaction } from "../../../db/client.ts";
import { MAIL_TOPICS, type MailTopic } from "../../../db/enums.ts";
import { type Author, eraseRow, insertRow, updateRow } from "../../../db/record.ts";
import { mailPreferences } from "../../../db/buyer-schema.ts";
import { orders } from "../../../db/schema.ts";
import type { MailStop } from "../../contract/answers.ts";
import type { CurrentUser } from "../../contract/sign-in.ts";
import { foldEmail } from "../../contract/email.ts";
import type { Deps } from "../../deps.ts";
import { conflict } from "../../errors.ts";
import { isSigned, sign } from "../tokens.ts";

const PURPOSE = "mail-stop";
export const STOP_PATH = "/mails/stop";

export type MailAudience = { email: string; topic: MailTopic };

type MailChoice = MailAudience & { wanted: boolean; author: Author };

/** Stores whether an address wants the mails of a topic. Idempotent. */
export function setWanted(tx: Transaction, { email, topic, wanted, author }: MailChoice): void {
  const known = findPreference(tx, { email, topic });
  if (known?.wanted === wanted) return;
  if (known) updateRow(tx, mailPreferences, known.id, { wanted }, author);
  else insertRow(tx, mailPreferences, { email: foldEmail(email), topic, wanted }, author);
}

/** Stores whether an address wants the mails of a topic, unless that is stored already. */
export function setFirstWanted(tx: Transaction, choice: MailChoice): void {
  if (!findPreference(tx, choice)) setWanted(tx, choice);
}

/** Stops the mails of a preference. Throws AppError `conflict` when they are stopped already. */
export function stopPreference(
  tx: Transaction,
  { id, author }: { id: number; author: Author },
): void {
  const row = tx.select().from(mailPreferences).where(eq(mailPreferences.id, id)).get();
  if (!row?.wanted) throw conflict("These mails are already stopped.");
  updateRow(tx, mailPreferences, id, { wanted: false }, author);
}

/** Whether the address has asked for the mails of a topic. */
export function isWanted(db: Pick<Reader, "select">, audience: MailAudience): boolean {
  return findPreference(db, audience)?.wanted === true;
}

/** Whether the address has stopped the mails of a topic. */
export function isUnwanted(db: Pick<Reader, "select">, audience: MailAudience): boolean {
  return findPreference(db, audience)?.wanted === false;
}

/**
 * Copies the preferences of an email to another one of the same person, unless that one has its
 * own. A stopped topic also stays stopped for the former email.
 */
export function movePreferences(
  tx: Transaction,
  { from, to, author }: { from: string; to: string; author: Author },
): void {
  for (const topic of MAIL_TOPICS) {
    const former = findPreference(tx, { email: from, topic });
    if (!former) continue;
    const { id, wanted } = former;
    setFirstWanted(tx, { email: to, topic, wanted, author });
    if (wanted) eraseRow(tx, mailPreferences, id, author);
  }
}

function findPreference(db: Pick<Reader, "select">, { email, topic }: MailAudience) {
  const isTheirs = and(
    eq(mailPreferences.email, foldEmail(email)),
    eq(mailPreferences.topic, topic),
  );
  return db.select().from(mailPreferences).where(isTheirs).get();
}

/**
 * Returns the link that stops the mails of a topic: a page with a button, and the target of
 * one-click unsubscribe (RFC 8058). It does not expire.
 */
export function stopUrl(
  { config, secret }: Pick<Deps, "config" | "secret">,
  { email, topic }: MailAudience,
): string {
  const payload = `${topic}.${Buffer.from(foldEmail(email)).toString("base64url")}`;
  return `${config.publicUrl}${STOP_PATH}?token=${payload}.${sign(secret, PURPOSE, payload)}`;
}

const TOKEN = /^((\w{1,20})\.([\w-]{1,400}))\.([\w-]{43})$/;

/** Returns the address and topic of a stop link; undefined for an invalid or incomplete link. */
export function readStopToken(
  { secret }: Pick<Deps, "secret">,
  token: string,
): MailAudience | undefined {
  const [, payload, name, encoded, signature] = TOKEN.exec(token) ?? [];
  const topic = MAIL_TOPICS.find((each) => each === name);
  if (!payload || !topic || !encoded || !signature) return undefined;
  if (!isSigned(secret, PURPOSE, payload, signature)) return undefined;
  return { email: Buffer.from(encoded, "base64url").toString(), topic };
}

/** Returns what the page of a stop link shows; null for an invalid link. */
export function findMailStop(deps: Pick<Deps, "db" | "secret">, token: string): MailStop | null {
  const audience = readStopToken(deps, token);
  return audience ? { ...audience, isStopped: isUnwanted(deps.db, audience) } : null;
}

/** Stops the mails that a link names. Returns false for an invalid link. */
export function stopMails(deps: Pick<Deps, "db" | "clock" | "secret">, token: string): boolean {
  const audience = readStopToken(deps, token);
  if (!audience) return false;
  const author = { actor: "buyer", now: deps.clock.now() };
  deps.db.write((tx) => setWanted(tx, { ...audience, wanted: false, author }));
  return true;
}

type UsersChoice = { user: { id: number; email: string }; topic: MailTopic; wanted: boolean };

/** Stores whether a user wants the mails of a topic, also for other emails with which the user has ordered. */
export function setUsersChoice(
  deps: Pick<Deps, "db" | "clock">,
  { user, topic, wanted }: UsersChoice,
): void {
  const author = { actor: "buyer", now: deps.clock.now() };
  deps.db.write((tx) => {
    const isTheirs = eq(orders.userId, user.id);
    const ordered = tx.selectDistinct({ email: orders.email }).from(orders).where(isTheirs).all();
    const emails = new Set([user.email, ...ordered.flatMap(({ email }) => email ?? [])]);
    for (const email of emails) setWanted(tx, { email, topic, wanted, author });
  });
}

/** Adds whether the user wants news. */
export function withNews({ db }: Pick<Deps, "db">, user: CurrentUser): CurrentUser {
  return { ...user, news: isWanted(db, { email: user.email, topic: "news" }) };
}
