import { DOCTOR_WORDS, MODES, NEW_KEY, message, SET_CLOCK, type Words } from "./doctor-words.ts";
import { countOf, formatRoom, formatSpan } from "./format.ts";
import type { AskedName, CheckName, Line, LineState, LinkedRow } from "./health.ts";
import type { Mode } from "./site.ts";

const TITLES: Record<CheckName | AskedName, string> = {
  payments: "Payment provider",
  products: "Products on sale",
  webhooks: "Webhooks",
  inbox: "Events to handle",
  delivery: "Mails of paid orders",
  mail: "Outgoing mail",
  files: "Stored files",
  database: "Database",
  disk: "Disk",
  backup: "Backup",
  replica: "Replica",
  clock: "Clock",
  content: "Content",
  version: "Version",
  key: "Secret key",
  mode: "Mode",
  sessions: "Checkouts",
  events: "Events",
  endpoint: "Webhook endpoint",
  codes: "Discount codes",
  address: "This shop's address",
  missed: "Missed events",
  settings: "Settings",
  data: "Data folder",
  integrity: "Database file",
  schema: "Schema",
  mail_server: "Mail server",
};

const HIDDEN_CREATOR =
  "The section “Creator” is hidden until you have replaced its heading, paragraphs and signature.";
const LOOK_AT_NEEDS = "See “Needs attention”.";
const MAKE_ROOM =
  "Free some space on the disk of DATA_DIR, for example by deleting old backups, or move the shop to a larger one.";

const checkEndpoint = (url: string) =>
  `Open the webhooks in the provider's dashboard: the endpoint ${url} must be enabled, send all events that docs/configuration.md names, and show no failed deliveries. Meanwhile the store fetches events every five minutes, so buyers' mails arrive later.`;
const waitingMails = ({ count, ms }: { count: number; ms: number }) =>
  `${countOf(count, "mail")} to send, the oldest for ${formatSpan(ms)}.`;
const lastMail = ({ sentMs }: { sentMs: number | null }) =>
  sentMs === null ? "" : ` The last one was sent ${formatSpan(sentMs)} ago.`;
const lastWebhook = ({ lastMs }: { lastMs: number | null }) =>
  lastMs === null
    ? "No webhook has arrived yet."
    : `The last one arrived ${formatSpan(lastMs)} ago.`;
const waitingEvents = ({ count, ms }: { count: number; ms: number }) =>
  `${countOf(count, "event")} to handle, the oldest for ${formatSpan(ms)}.`;

type LastBackup = { last: { ms: number; bytes: number } | null };
const lastBackup = ({ last }: LastBackup) =>
  last
    ? `The last one is ${formatSpan(last.ms)} old and takes up ${formatRoom(last.bytes)}.`
    : "There is none yet.";

type DiskValues = { free: number; total: number; database: number; files: number };
const diskText = ({ free, total, database, files }: DiskValues) =>
  `${formatRoom(free)} of ${formatRoom(total)} is free. The shop uses ${formatRoom(database + files)}: database ${formatRoom(database)}, files ${formatRoom(files)}.`;

/** Texts of each finding. Durations end in `Ms`, sizes are in bytes. */
const FINDINGS = {
  fault: ({ text }: { text: string }) => message(text, "Fix this, then run the check again."),
  demo: () => message("The demo uses a built-in one."),

  "payments.key_refused": () =>
    message(
      "The payment provider refuses the secret key: nothing can be bought or refunded.",
      NEW_KEY,
    ),
  "payments.silent": ({ ms }: { ms: number }) =>
    message(
      `The payment provider hasn't answered for ${formatSpan(ms)}: nobody can pay.`,
      "Look at the provider's status page. If all is well there, check this machine's network and DNS. Payments made meanwhile are fetched later.",
    ),
  "payments.unlisted": ({ ms }: { ms: number }) =>
    message(
      `The provider's events couldn't be listed for ${formatSpan(ms)}.`,
      "Click “Check payments”: it shows what the key may not do, or what isn't responding.",
    ),
  "payments.late": ({ ms }: { ms: number }) =>
    message(
      `The payment provider hasn't answered for ${formatSpan(ms)}.`,
      "You need not do anything yet: the store asks again every minute.",
    ),
  "payments.unasked": ({ mode }: { mode: Mode }) =>
    message(`${MODES[mode]} The provider hasn't been checked yet.`),
  "payments.ok": ({ mode, ms }: { mode: Mode; ms: number }) =>
    message(`${MODES[mode]} It answered ${formatSpan(ms)} ago.`),

  "products.none": () => message("No product is on sale."),
  "products.ok": () => message("The payment provider accepts all products on sale."),
  "products.refused": ({ name, ms, said }: { name: string; ms: number; said: string }) =>
    message(
      `“${name}” can't be paid for: the payment provider refused its checkout ${formatSpan(ms)} ago. It said: ${said}`,
      "Correct the product's price or currency, or take it off sale.",
    ),

  "webhooks.off": ({ url }: { url: string }) =>
    message(
      "No webhook secret is set: events are fetched every five minutes instead.",
      `Create the endpoint ${url} at the provider, set STRIPE_WEBHOOK_SECRET to its signing secret, and restart the store.`,
    ),
  "webhooks.refused": ({ url, isOutOfTime }: { url: string; isOutOfTime: boolean }) =>
    message(
      "Webhooks arrive, but their signature doesn't match.",
      isOutOfTime
        ? SET_CLOCK
        : `Copy the signing secret of the endpoint ${url} into STRIPE_WEBHOOK_SECRET and restart the store. Two secrets may be set, separated by a comma.`,
    ),
  "webhooks.missed": (v: { count: number; types: string; url: string; lastMs: number | null }) =>
    message(
      `The provider has ${countOf(v.count, "event")} that didn't arrive by webhook (${v.types}). ${lastWebhook(v)}`,
      checkEndpoint(v.url),
    ),
  "webhooks.partly": (v: { count: number; types: string; url: string; lastMs: number | null }) =>
    message(
      `${countOf(v.count, "event")} of the last day didn't arrive by webhook (${v.types}); others did. ${lastWebhook(v)}`,
      checkEndpoint(v.url),
    ),
  "webhooks.none": () =>
    message(
      "No webhook has arrived yet, and the provider hasn't had an event to send.",
      "Click “Check payments”: it checks the endpoint at the provider.",
    ),
  "webhooks.ok": (v: { lastMs: number | null }) =>
    message(`${lastWebhook(v)} All events of the provider arrived.`),

  "inbox.empty": () => message("No event is waiting."),
  "inbox.waiting": (v: { count: number; ms: number }) => message(waitingEvents(v)),
  "inbox.late": (v: { count: number; ms: number }) =>
    message(waitingEvents(v), "The store tries them again; look here again in a few minutes."),
  "inbox.failed": (v: { count: number; ms: number; failed: number }) =>
    message(
      `${waitingEvents(v)} ${countOf(v.failed, "event")} failed repeatedly.`,
      `${LOOK_AT_NEEDS} It shows the reasons. The store keeps trying.`,
    ),

  "delivery.ok": () => message("Every paid order has its mail."),
  "delivery.unsent": (v: {
    count: number;
    isAtLeast: boolean;
    numbers: string;
    isWaiting: boolean;
  }) =>
    message(
      `${v.isAtLeast ? "At least " : ""}${countOf(v.count, "paid order")} without a delivered mail: ${v.numbers}.${v.isWaiting ? " The mail is waiting to be sent." : ""}`,
      v.isWaiting
        ? "See “Outgoing mail”: as soon as that works, the store sends them."
        : "Open the order: correct the email if it is mistyped, or send its files again.",
    ),
  "mail.ok": (v: { count: number; sentMs: number | null }) =>
    message(
      `${v.count === 0 ? "The queue is empty." : `${countOf(v.count, "mail")} to send.`}${lastMail(v)}`,
    ),
  "mail.some_wait": (v: { count: number; ms: number; sentMs: number | null }) =>
    message(
      waitingMails(v) + lastMail(v),
      "Other mails are being sent. The table “Emails” shows why these aren't.",
    ),
  "mail.stuck": (v: { count: number; ms: number; sentMs: number | null; fault: string | null }) =>
    message(
      `${waitingMails(v)}${v.fault === null ? "" : ` The mail server answers with ${v.fault}.`}${lastMail(v)}`,
      "Click “Send a test mail” to see what the mail server answers. Check SMTP_URL and that server; the store sends the mails as soon as it accepts them.",
    ),
  "mail.failed": (v: { dead: number }) =>
    message(
      `${countOf(v.dead, "mail")} of the last seven days couldn't be delivered.`,
      `${LOOK_AT_NEEDS} Most of them have a mistyped email.`,
    ),

  "files.none": () => message("No files are stored yet."),
  "files.ok": ({ inBucket }: { inBucket: boolean }) =>
    message(`The newest file is complete and ${inBucket ? "in the bucket" : "on the disk"}.`),
  "files.silent": ({ inBucket }: { inBucket: boolean }) =>
    message(
      `The ${inBucket ? "bucket" : "disk"} that stores them isn't responding: buyers can't download.`,
      inBucket
        ? "Check the bucket of FILES_URL: does it answer, and is the key still valid?"
        : "Look at the system's log (dmesg): the disk may be faulty.",
    ),
  "files.missing": ({ inBucket }: { inBucket: boolean }) =>
    message(
      `The newest file is missing ${inBucket ? "in the bucket" : "on the disk"}, or incomplete.`,
      "Restore a backup into an empty folder, and copy its “files” from there.",
    ),

  "database.ok": () => message("The store can save changes."),
  "database.unwritable": ({ ms, problem }: { ms: number; problem: WriteProblem }) =>
    message(
      `The store hasn't been able to save anything for ${formatSpan(ms)}: ${WRITE_PROBLEMS[problem].text}. Nobody can buy; pages and downloads still work.`,
      WRITE_PROBLEMS[problem].todo,
    ),
  "disk.ok": (v: DiskValues) => message(diskText(v)),
  "disk.low": (v: DiskValues) => message(diskText(v), MAKE_ROOM),
  "disk.few_files": (v: DiskValues & { freeFiles: number }) =>
    message(`${diskText(v)} Only ${v.freeFiles} more files fit.`, MAKE_ROOM),

  "backup.ok": (v: LastBackup & { keep: number }) =>
    message(
      `${lastBackup(v)} This disk keeps ${countOf(v.keep, "daily backup")}: copy them elsewhere.`,
    ),
  "backup.failed": (v: LastBackup & { reason: string }) =>
    message(
      `The last attempt failed: ${v.reason} ${lastBackup(v)}`,
      "Fix this; the next attempt is within the hour.",
    ),
  "backup.incomplete": (v: LastBackup & { missing: number }) =>
    message(
      `${lastBackup(v)} It lacks ${countOf(v.missing, "stored file")}.`,
      "These files are missing on this machine too: copy them from an older backup.",
    ),
  "backup.by_hand": (v: LastBackup) =>
    message(
      `${lastBackup(v)} Automatic backups are off.`,
      "Set BACKUP_KEEP, or make a backup now and then.",
    ),
  "backup.first": (v: LastBackup) =>
    message(`${lastBackup(v)} The first one is made a few minutes after the start.`),
  "backup.late": (v: LastBackup) =>
    message(lastBackup(v), "The store should make one a day: look at its log, and make one now."),

  "replica.off": () => message("No replica is monitored: LITESTREAM_METRICS_URL isn't set."),
  "replica.ok": () => message("Litestream is running."),
  "replica.silent": ({ fault }: { fault: string }) =>
    message(
      `Litestream isn't responding (${fault}).`,
      "Look at Litestream's log and restart it (systemctl restart litestream). Is LITESTREAM_METRICS_URL the address of its “addr”?",
    ),

  "content.demo": () => message("The demo shows placeholder testimonials and a made-up creator."),
  "content.ok": () => message("No placeholders are left."),
  "content.testimonials": ({ count, hasCreator }: { count: number; hasCreator: boolean }) =>
    message(
      `${countOf(count, "testimonial")} ${count === 1 ? "is a placeholder, so visitors don't see it" : "are placeholders, so visitors don't see them"}.${hasCreator ? ` ${HIDDEN_CREATOR}` : ""}`,
      "Replace each with the words of a real customer and clear “Placeholder”, or delete it.",
    ),
  "content.creator": () => message(HIDDEN_CREATOR),

  version: (v: VersionValues) =>
    message(`Papercub ${v.program}, schema ${v.schema}, Bun ${v.bun}.`),
  "version.old": (v: VersionValues & { known: number }) =>
    message(
      `Papercub ${v.program} knows schema ${v.known}, and the database has schema ${v.schema}: a newer program is running next to this one.`,
      "Start the newer program, and stop this one.",
    ),

  ...DOCTOR_WORDS,
} satisfies Record<string, (values: never) => Words>;

export type WriteProblem = keyof typeof WRITE_PROBLEMS;
const WRITE_PROBLEMS = {
  full: {
    text: "the disk is full",
    todo: "Free some space on the disk of DATA_DIR. The store recovers without a restart.",
  },
  locked: {
    text: "another program keeps the database locked",
    todo: "End that program, for example a backup tool or an open sqlite3. The store recovers without a restart.",
  },
  read_only: {
    text: "the disk or the file of the database is read-only",
    todo: "Look at the system's log (dmesg) for the reason, and make it writable. Restart the store if the disk was mounted again.",
  },
  failed: {
    text: "the disk of the database fails, or has become read-only",
    todo: "Look at the system's log (dmesg) and at the store's log. Keep a backup ready.",
  },
};

type VersionValues = { program: string; schema: number; bun: string };
type FindingCode = keyof typeof FINDINGS;

export type Finding = {
  code: FindingCode;
  level: LineState;
  values: object;
  rows?: readonly LinkedRow[];
};

export function finding<Code extends FindingCode>(
  level: LineState,
  code: Code,
  ...values: Parameters<(typeof FINDINGS)[Code]>
): Finding {
  return { code, level, values: values[0] ?? {} };
}

export function lineOf<Name extends CheckName | AskedName>(
  name: Name,
  { code, level, values, rows }: Finding,
): Line<Name> {
  const words: (values: never) => Words = FINDINGS[code];
  const line = { name, title: TITLES[name], state: level, ...words(values as never) };
  return rows ? { ...line, rows } : line;
}
