import { randomBytes } from "node:crypto";
import { and, eq, gt, isNull } from "drizzle-orm";
import type { Reader, Transaction } from "../../../db/client.ts";
import { oneTimeCodes } from "../../../db/schema.ts";
import { CODE_FIELD, EMAIL_FIELD } from "../../contract/sign-in.ts";
import { loginPathTo } from "../../contract/paths.ts";
import { HOUR_MS, MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { queueMail } from "../mails/queue-mail.ts";
import { isSigned, sign } from "../tokens.ts";
import { isAdministratorEmail } from "./administrators.ts";

/** Link lifetime: the window of the code limit, so an administrator over the limit has a link. */
const LIFETIME_MS = HOUR_MS;
/** Deadline for sending the mail, so that the recipient has ten minutes to use the link. */
const MAIL_WITHIN_MS = LIFETIME_MS - 10 * MINUTE_MS;
/** Delays a mail past the queue run after the request, so timing is the same for all emails. */
export const MAIL_WAIT_MS = 1000;
const KEY_PURPOSE = "sign-in-key";
/** 256 bits in base64url. */
const KEY_LENGTH = 43;

type LinkRow = typeof oneTimeCodes.$inferSelect;

/** Queues a link despite the code limit, unless a valid one exists. Only sent to administrators. */
export function sendAdminLink({ db, clock }: Pick<Deps, "db" | "clock">, email: string): void {
  const now = clock.now();
  if (listLive(db, email, now).length > 0) return;
  db.write((tx) => {
    const { id } = insertLink(tx, { email, skipsPasskey: false, now });
    queueMail(tx, {
      uniqueKey: `code:${id}`,
      kind: "code",
      recipient: email,
      about: { codeId: id, forBuyers: false },
      dueAt: new Date(now.getTime() + MAIL_WAIT_MS),
      expiresAt: new Date(now.getTime() + MAIL_WITHIN_MS),
      author: { actor: "sign-in", now },
    });
  });
}

/**
 * Creates a link that signs in without a passkey. Returns undefined unless the email is an
 * administrator's.
 */
export function makeAdminLink(
  deps: Pick<Deps, "db" | "clock" | "config" | "secret">,
  email: string,
): string | undefined {
  return deps.db.write((tx) => {
    if (!isAdministratorEmail(deps, tx, email)) return undefined;
    const link = insertLink(tx, { email, skipsPasskey: true, now: deps.clock.now() });
    return signInLink(deps, { ...link, path: "/admin" });
  });
}

/** Returns a sign-in URL that leads to `path`. A GET does not sign in; the page has a button. */
export function signInLink(
  { config, secret }: Pick<Deps, "config" | "secret">,
  { email, seed, path }: Pick<LinkRow, "email" | "seed"> & { path: string },
): string {
  const link = new URL(loginPathTo(path), config.publicUrl);
  link.searchParams.set(EMAIL_FIELD, email);
  link.searchParams.set(CODE_FIELD, sign(secret, KEY_PURPOSE, seed));
  return link.href;
}

/** Whether the text has the length of a key rather than of a code. */
export function looksLikeKey(text: string): boolean {
  return text.length === KEY_LENGTH;
}

export function isKey({ secret }: Pick<Deps, "secret">, seed: string, text: string): boolean {
  return isSigned(secret, KEY_PURPOSE, seed, text);
}

export function isLinkLive({ usedAt, expiresAt }: LinkRow, now: Date): boolean {
  return usedAt === null && now < expiresAt;
}

/** Consumes the administrator's link with this key. Returns undefined when it is invalid. */
export function takeAdminLink(
  deps: Pick<Deps, "config" | "secret">,
  tx: Transaction,
  { email, key, now }: { email: string; key: string; now: Date },
): LinkRow | undefined {
  const link = listLive(tx, email, now).find(({ seed }) => isKey(deps, seed, key));
  if (!link || !isAdministratorEmail(deps, tx, email)) return undefined;
  tx.update(oneTimeCodes).set({ usedAt: now }).where(eq(oneTimeCodes.id, link.id)).run();
  return link;
}

function insertLink(
  tx: Transaction,
  { email, skipsPasskey, now }: Pick<LinkRow, "email" | "skipsPasskey"> & { now: Date },
): LinkRow {
  const seed = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  const link = {
    email,
    seed,
    browserHash: "",
    createdAt: now,
    expiresAt,
    isLink: true,
    skipsPasskey,
  };
  return tx.insert(oneTimeCodes).values(link).returning().get();
}

function listLive(db: Pick<Reader, "select">, email: string, now: Date): LinkRow[] {
  const { email: address, usedAt, expiresAt, isLink } = oneTimeCodes;
  const isLive = and(eq(address, email), eq(isLink, true), isNull(usedAt), gt(expiresAt, now));
  return db.select().from(oneTimeCodes).where(isLive).all();
}
