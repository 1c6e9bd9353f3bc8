import { MAIL_NAMES } from "../../contract/admin-answers.ts";
import { countOf, formatSpan } from "../../contract/format.ts";
import { DAY_MS, MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { bad, type Finding, ok, warn } from "./finding.ts";
import { cut, RECENT_MS, type RowFinder } from "./rows.ts";

/** Age at which an unsent mail counts as late; the first retry follows after 30 seconds. */
const LATE_MS = 15 * MINUTE_MS;
const FLOWING_MS = 5 * MINUTE_MS;
const SHOWN_MS = 7 * DAY_MS;
/** Time window of the search for paid orders without a delivery mail. */
const MISSING_SHOWN_MS = DAY_MS;
const MAX_NAMED = 3;
const MAX_COUNTED = 1000;

/** A mail that is due later, such as the delivery of files that wait. */
const IS_SCHEDULED = "(attempts = 0 AND next_attempt_at > ?)";

export function mailFinding({ db, clock, watch }: Deps): Finding {
  const now = clock.now().getTime();
  const { sqlite } = db;
  const { count, oldest } = sqlite
    .prepare<[number], { count: number; oldest: number | null }>(
      `SELECT count(*) AS count, min(max(created_at, iif(attempts = 0, next_attempt_at, 0))) AS oldest
       FROM emails INDEXED BY emails_unsent
       WHERE status <> 'sent' AND status IN ('queued', 'sending') AND NOT ${IS_SCHEDULED}`,
    )
    .get(now) ?? { count: 0, oldest: null };
  const { sentAt, failed } = watch.mail;
  const sentMs = sentAt ? now - sentAt.getTime() : null;
  const last = sentMs === null ? "" : ` The last one was sent ${formatSpan(sentMs)} ago.`;
  const queue = `${countOf(count, "mail")} to send`;
  if (oldest !== null && now - oldest >= LATE_MS) {
    const waiting = `${queue}, the oldest for ${formatSpan(now - oldest)}.`;
    if (sentMs !== null && sentMs < FLOWING_MS) {
      return warn(
        waiting + last,
        "Other mails are being sent. The table “Emails” shows why these aren't.",
      );
    }
    const reply = failed ? ` The mail server answers with ${failed.code}.` : "";
    return bad(
      waiting + reply + last,
      "Click “Send a test mail” to see what the mail server answers. Check SMTP_URL and that server; the store sends the mails as soon as it accepts them.",
    );
  }
  const dead = sqlite
    .prepare<[number], number>(
      `SELECT count(*) FROM emails INDEXED BY emails_dead
       WHERE status = 'dead' AND expires_at IS NULL AND updated_at > ?`,
    )
    .pluck()
    .get(now - SHOWN_MS);
  return dead
    ? warn(
        `${countOf(dead, "mail")} of the last seven days couldn't be delivered.`,
        "See “Needs attention”. Most of them have a mistyped email.",
      )
    : ok(`${count === 0 ? "The queue is empty." : `${queue}.`}${last}`);
}

/** Paid orders whose newest delivery mail is unsent, unless one was sent to the current email. */
const UNSENT = `
SELECT orders.number, emails.status FROM emails INDEXED BY emails_unsent
  JOIN orders ON orders.id = emails.order_id
WHERE emails.status <> 'sent' AND emails.status IN ('queued', 'sending', 'dead')
  AND emails.created_at > ? AND emails.created_at <= ? AND NOT ${IS_SCHEDULED}
  AND emails.kind = 'delivery'
  AND orders.status = 'paid' AND (orders.refunded_amount = 0 OR orders.refunded_amount < orders.total_amount)
  AND NOT EXISTS (SELECT 1 FROM emails AS other WHERE other.order_id = orders.id
    AND other.kind = 'delivery'
    AND (other.id > emails.id OR (other.status = 'sent' AND other.recipient IS orders.email)))
LIMIT ${MAX_COUNTED}`;
const MISSING = `
SELECT orders.number, NULL AS status FROM orders INDEXED BY orders_by_paid_at
WHERE paid_at > ? AND paid_at <= ? AND orders.status = 'paid' AND session_id IS NOT NULL
  AND source = 'own'
  AND NOT EXISTS (SELECT 1 FROM emails WHERE emails.order_id = orders.id AND emails.kind = 'delivery')
LIMIT ${MAX_COUNTED}`;

export function deliveryFinding({ db, clock }: Pick<Deps, "db" | "clock">): Finding {
  const now = clock.now().getTime();
  const list = (sql: string, ...values: number[]) =>
    db.sqlite.prepare<number[], { number: string; status: string | null }>(sql).all(...values);
  const late = now - LATE_MS;
  const unmailed = [
    ...list(MISSING, now - MISSING_SHOWN_MS, late),
    ...list(UNSENT, now - SHOWN_MS, late, now),
  ];
  if (unmailed.length === 0) return ok("Every paid order has its mail.");
  const atLeast = unmailed.length >= MAX_COUNTED ? "At least " : "";
  const numbers = unmailed.slice(0, MAX_NAMED).map(({ number }) => number);
  const named = numbers.join(", ") + (unmailed.length > MAX_NAMED ? ", …" : "");
  const text = `${atLeast}${countOf(unmailed.length, "paid order")} without a delivered mail: ${named}.`;
  return unmailed.every(({ status }) => status === "queued" || status === "sending")
    ? bad(
        `${text} The mail is waiting to be sent.`,
        "See “Outgoing mail”: as soon as that works, the store sends them.",
      )
    : bad(text, "Open the order: correct the email if it is mistyped, or send its files again.");
}

// Excludes mails to a corrected email, mails that were sent again, and deliveries of revoked items.
export const deadMails: RowFinder<{
  subject: string | null;
  mail: string;
  to: string;
  error: string | null;
}> = {
  table: "emails",
  from: `FROM emails INDEXED BY emails_dead LEFT JOIN orders ON orders.id = emails.order_id
    WHERE emails.status = 'dead' AND emails.expires_at IS NULL AND emails.updated_at > ?
      AND (orders.id IS NULL OR emails.kind = 'address_changed' OR emails.recipient IS orders.email)
      AND (emails.kind <> 'delivery' OR coalesce((SELECT max(revoked_at IS NULL) FROM order_items
        WHERE order_items.order_id = orders.id), 1))
      AND NOT EXISTS (SELECT 1 FROM emails AS later WHERE later.order_id = emails.order_id
        AND later.kind = emails.kind AND later.id > emails.id AND later.status <> 'dead')`,
  ages: [RECENT_MS],
  columns: `emails.id, emails.order_id AS orderId, emails.updated_at AS at, NULL AS dueAt,
    emails.subject, emails.kind AS mail, emails.recipient AS "to", emails.last_error AS error`,
  order: "emails.updated_at DESC",
  describe: ({ subject, mail, to, error }) => ({
    title: `“${subject ?? MAIL_NAMES[mail] ?? mail}” did not reach ${to}`,
    detail: cut(error),
  }),
};
