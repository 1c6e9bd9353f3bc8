import { inArray } from "drizzle-orm";
import type { MailKind } from "../../../db/enums.ts";
import { emails } from "../../../db/schema.ts";
import { DAY_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { readSite } from "../content/settings.ts";
import { DEAD_MAILS, DISPUTES, OPEN_DOUBLES, OPEN_NOTES } from "./needs.ts";
import { type MailSubjects, queueMail } from "../queue-mail.ts";

type NoticeDeps = Pick<Deps, "db" | "config" | "clock">;

/** Maximum age of reported duplicates and dead mails, so that an update does not report old ones. */
const RECENT_MS = DAY_MS;
/** Notices expire after this time. Mails that expire are never reported as undelivered. */
const NOTICE_VALID_MS = 7 * DAY_MS;

type OwnerMailKind = "owner_dispute" | "owner_double" | "owner_dead_mails" | "weekly_summary";
type OwnerMail = {
  [Kind in OwnerMailKind]: { kind: Kind & MailKind; uniqueKey: string; about: MailSubjects[Kind] };
}[OwnerMailKind];

// The alarm of the health check already reports a paid order's undelivered files, once per outage.
const UNREPORTED = `AND (emails.kind <> 'delivery' OR EXISTS (SELECT 1 FROM store_facts
  WHERE name = 'outage:delivery'
    AND value < strftime('%Y-%m-%dT%H:%M:%fZ', emails.updated_at / 1000.0, 'unixepoch')))`;

/**
 * Queues a mail to the owner for each new dispute and duplicate payment, and one a day for mails
 * that could not be delivered. Idempotent.
 */
export function queueOwnerNotices(deps: NoticeDeps): void {
  const { sqlite } = deps.db;
  const now = deps.clock.now();
  const since = now.getTime() - RECENT_MS;
  type Row = { id: number; orderId: number; dueAt: number | null };
  const disputes = sqlite
    .prepare<[], Row>(
      `SELECT order_notes.id, order_id AS orderId, due_at AS dueAt ${OPEN_NOTES}
       AND kind IN ${DISPUTES}`,
    )
    .all();
  const doubles = sqlite
    .prepare<[number], Pick<Row, "orderId">>(
      `SELECT orders.id AS orderId ${OPEN_DOUBLES} AND orders.paid_at > ?`,
    )
    .all(since);
  const dead = sqlite
    .prepare<[number], unknown>(`SELECT 1 ${DEAD_MAILS} ${UNREPORTED} LIMIT 1`)
    .get(since);
  const day = now.toISOString().slice(0, 10);
  queueOwnerMails(deps, [
    ...disputes.map(({ id, orderId, dueAt }) => ({
      kind: "owner_dispute" as const,
      uniqueKey: `owner-dispute:${id}:${dueAt ?? 0}`,
      about: { orderId, noteId: id },
    })),
    ...doubles.map(({ orderId }) => ({
      kind: "owner_double" as const,
      uniqueKey: `owner-double:${orderId}`,
      about: { orderId },
    })),
    ...(dead
      ? [{ kind: "owner_dead_mails" as const, uniqueKey: `owner-dead-mails:${day}`, about: {} }]
      : []),
  ]);
}

/** Queues mails to the owner, each once per key. Writes nothing if all are queued already. */
export function queueOwnerMails(deps: NoticeDeps, mails: OwnerMail[]): void {
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
  });
}
