import { eq, inArray } from "drizzle-orm";
import type { Reader, Transaction } from "../../../db/client.ts";
import { emails } from "../../../db/schema.ts";
import { storeFacts } from "../../../db/store-schema.ts";
import { DAY_MS, MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { readSite } from "../settings.ts";
import { type MailSubjects, queueMail } from "../mails/queue-mail.ts";
import { type CheckLine, type MailedRow, type OwnerMail, ROWS, type RowMail } from "./kinds.ts";

/** Maximum age of a reported row, so that an update of the store does not report old ones. */
const RECENT_MS = DAY_MS;
/** Notices expire after this time. Mails that expire are never reported as undelivered. */
const NOTICE_VALID_MS = 7 * DAY_MS;
/** A check that fails again within this time belongs to the same outage. */
const RECOVERED_MS = 15 * MINUTE_MS;

type NoticeDeps = Pick<Deps, "db" | "config" | "clock">;
type OutageDeps = NoticeDeps & Pick<Deps, "watch">;
type Lines = readonly CheckLine[];
type RedLine = CheckLine & { todo: string };

/** Queues the mails about rows of the kinds that are mailed at once. Idempotent. */
export function notifyOfRows(deps: NoticeDeps): void {
  const now = deps.clock.now();
  const day = now.toISOString().slice(0, 10);
  const mails = Object.values(ROWS).flatMap(({ find, mail }) => {
    if (!mail) return [];
    const ages = [...(find.ages ?? []), ...(mail.since ? [RECENT_MS] : [])];
    const values = ages.map((age) => now.getTime() - age);
    const sql = `SELECT ${find.columns} ${find.from} ${conditionOf(mail)}`;
    const rows = deps.db.sqlite.prepare<unknown[], MailedRow>(sql).all(...values);
    return rows.map((row) => mail.mailOf(row, day));
  });
  queueOwnerMails(deps, mails);
}

function conditionOf({ since, leftTo, isDigest }: RowMail): string {
  const recent = since ? ` AND ${since} > ?` : "";
  const unreported = leftTo
    ? ` AND (NOT (${leftTo.when}) OR EXISTS (SELECT 1 FROM store_facts
        WHERE name = '${factOf(leftTo.check)}'
          AND value < strftime('%Y-%m-%dT%H:%M:%fZ', ${since} / 1000.0, 'unixepoch')))`
    : "";
  return `${recent}${unreported}${isDigest ? " LIMIT 1" : ""}`;
}

/**
 * Queues mails to the owner, each once per key, and runs `andThen` in the same transaction. Writes
 * nothing if all are queued already.
 */
export function queueOwnerMails(
  deps: NoticeDeps,
  mails: OwnerMail[],
  andThen?: (tx: Transaction) => void,
): void {
  if (mails.length === 0) return;
  const keys = mails.map(({ uniqueKey }) => uniqueKey);
  const isKnown = inArray(emails.uniqueKey, keys);
  const known = deps.db.select({ uniqueKey: emails.uniqueKey }).from(emails).where(isKnown).all();
  const fresh = mails.filter((mail) =>
    known.every(({ uniqueKey }) => uniqueKey !== mail.uniqueKey),
  );
  if (fresh.length === 0) return;
  const author = { actor: "notices", now: deps.clock.now() };
  const { supportEmail: recipient } = readSite(deps);
  const expiresAt = new Date(author.now.getTime() + NOTICE_VALID_MS);
  deps.db.write((tx) => {
    for (const mail of fresh) queueMail(tx, { ...mail, recipient, expiresAt, author });
    andThen?.(tx);
  });
}

/** Stores new outages and queues their alarms. Throws when the database can't be written. */
export function notifyOfOutages({ db, clock, config, watch }: OutageDeps, lines: Lines): void {
  const author = { actor: "health", now: clock.now() };
  const { reported, greenSince } = watch.outages;
  const { supportEmail: recipient } = readSite({ config, db });
  const recovered = listRecovered(greenSince, lines, author.now);
  db.write((tx) => {
    for (const line of listNewOutages(tx, lines)) {
      const value = author.now.toISOString();
      tx.insert(storeFacts)
        .values({ name: factOf(line.name), value })
        .run();
      if (reported.has(line.name)) continue;
      const uniqueKey = `alarm:${line.name}:${value}`;
      const about = alarmOf(line, author.now);
      queueMail(tx, { uniqueKey, kind: "alarm", recipient, about, author });
    }
    const facts = recovered.map(factOf);
    tx.delete(storeFacts).where(inArray(storeFacts.name, facts)).run();
  });
  for (const name of recovered) reported.delete(name);
}

/** Lists outages that are neither stored nor reported past the queue. */
export function listUnreported({ db, watch }: OutageDeps, lines: Lines): RedLine[] {
  return listNewOutages(db, lines).filter(({ name }) => !watch.outages.reported.has(name));
}

export function alarmOf({ title, text, todo }: RedLine, now: Date): MailSubjects["alarm"] {
  return { title, text, todo, at: now.toISOString() };
}

function listNewOutages(db: Pick<Reader, "select">, lines: Lines): RedLine[] {
  const isRed = (line: CheckLine): line is RedLine => line.state === "bad" && line.todo !== null;
  const isStored = ({ name }: CheckLine) =>
    db
      .select()
      .from(storeFacts)
      .where(eq(storeFacts.name, factOf(name)))
      .get() !== undefined;
  return lines.filter(isRed).filter((line) => !isStored(line));
}

function listRecovered(greenSince: Map<string, Date>, lines: Lines, now: Date): string[] {
  for (const { name, state } of lines) {
    if (state === "bad") greenSince.delete(name);
    else if (state !== "unknown" && !greenSince.has(name)) greenSince.set(name, now);
  }
  const isOver = (since: Date) => now.getTime() - since.getTime() >= RECOVERED_MS;
  return [...greenSince].flatMap(([name, since]) => (isOver(since) ? [name] : []));
}

function factOf(name: string): string {
  return `outage:${name}`;
}
