import { countOf, formatSpan } from "../../contract/format.ts";
import { bad, type Finding, ok, warn } from "../../contract/health.ts";
import { DAY_MS, MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";

/** A mail is tried within seconds, and again after half a minute. */
const LONG_MS = 15 * MINUTE_MS;
const FLOWING_MS = 5 * MINUTE_MS;
const SHOWN_MS = 7 * DAY_MS;
/** Every order that is paid queues its mail with it: one without is looked for among these. */
const MISSING_LOOK_MS = DAY_MS;
const MOST_NAMED = 3;
/** A mail server that is down for a day leaves thousands: past this the number says no more. */
const MOST_COUNTED = 1000;

type Waiting = { count: number; oldest: number | null };

/** Whether mails leave. */
export function mailFinding({ db, clock, watch }: Deps): Finding {
  const now = clock.now().getTime();
  const { sqlite } = db;
  const waiting = sqlite
    .prepare<[], Waiting>(
      `SELECT count(*) AS count, min(created_at) AS oldest FROM emails INDEXED BY emails_unsent
       WHERE status <> 'sent' AND status IN ('queued', 'sending')`,
    )
    .get() ?? { count: 0, oldest: null };
  const { sentAt, failed } = watch.mail;
  const last = sentAt ? `The last one left ${formatSpan(now - sentAt.getTime())} ago.` : "";
  if (waiting.oldest !== null && now - waiting.oldest >= LONG_MS) {
    const text = `${countOf(waiting.count, "mail")} to send, the oldest for ${formatSpan(now - waiting.oldest)}.`;
    if (sentAt && now - sentAt.getTime() < FLOWING_MS) {
      return warn(`${text} ${last}`, "Others leave: look at their reasons in the table “Emails”.");
    }
    const fault = failed ? ` The mail server answers with ${failed.code}.` : "";
    return bad(
      `${text}${fault} ${last}`.trim(),
      "Press “Send a test mail”: it says what the mail server answers. Check SMTP_URL and that server; the mails leave by themselves as soon as it takes them.",
    );
  }
  const dead = Number(
    sqlite
      .prepare(
        `SELECT count(*) FROM emails INDEXED BY emails_dead
         WHERE status = 'dead' AND expires_at IS NULL AND updated_at > ?`,
      )
      .pluck()
      .get(now - SHOWN_MS),
  );
  const queue =
    waiting.count === 0 ? "Nothing waits." : `${countOf(waiting.count, "mail")} to send.`;
  if (dead > 0) {
    return warn(
      `${queue} ${countOf(dead, "mail")} of the last seven days could not be delivered. ${last}`.trim(),
      "They stand under “Needs you”: most have a mistyped email.",
    );
  }
  return ok(`${queue} ${last}`.trim());
}

/** The newest mail of an order decides, unless one went to the email that it has now. */
const UNSENT = `
SELECT orders.number, emails.status FROM emails INDEXED BY emails_unsent
  JOIN orders ON orders.id = emails.order_id
WHERE emails.status <> 'sent' AND emails.status IN ('queued', 'sending', 'dead')
  AND emails.created_at > ? AND emails.created_at <= ? AND emails.kind = 'delivery'
  AND orders.status = 'paid' AND (orders.refunded_amount = 0 OR orders.refunded_amount < orders.total_amount)
  AND NOT EXISTS (SELECT 1 FROM emails AS other WHERE other.order_id = orders.id
    AND other.kind = 'delivery'
    AND (other.id > emails.id OR (other.status = 'sent' AND other.recipient IS orders.email)))
LIMIT ${MOST_COUNTED}`;
const MISSING = `
SELECT orders.number, NULL AS status FROM orders INDEXED BY orders_by_paid_at
WHERE paid_at > ? AND paid_at <= ? AND orders.status = 'paid' AND session_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM emails WHERE emails.order_id = orders.id AND emails.kind = 'delivery')
LIMIT ${MOST_COUNTED}`;

/** Whether every order that was paid was mailed its files. */
export function deliveryFinding({ db, clock }: Pick<Deps, "db" | "clock">): Finding {
  const now = clock.now().getTime();
  const late = now - LONG_MS;
  const rows = (sql: string, since: number) =>
    db.sqlite.prepare<number[], { number: string; status: string | null }>(sql).all(since, late);
  const unmailed = [...rows(MISSING, now - MISSING_LOOK_MS), ...rows(UNSENT, now - SHOWN_MS)];
  if (unmailed.length === 0) return ok("Every order that was paid has its mail.");
  const numbers = unmailed.slice(0, MOST_NAMED).map(({ number }) => number);
  const more = unmailed.length > MOST_NAMED ? ", …" : "";
  const isWaiting = unmailed.every(({ status }) => status === "queued" || status === "sending");
  const least = unmailed.length < MOST_COUNTED ? "" : "At least ";
  const text = `${least}${countOf(unmailed.length, "paid order")} without a mail that arrived: ${numbers.join(", ")}${more}.`;
  return isWaiting
    ? bad(
        `${text} It waits to be sent.`,
        "See “Outgoing mail”: as soon as that is well, they leave by themselves.",
      )
    : bad(
        text,
        "Open the order: correct its email if that is mistyped, else send its files again.",
      );
}
