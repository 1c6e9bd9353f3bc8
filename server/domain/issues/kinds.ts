import type { NeedKind } from "../../contract/admin-answers.ts";
import type { Line } from "../../contract/health.ts";
import type { Deps } from "../../deps.ts";
import type { MailSubjects } from "../mails/queue-mail.ts";
import { clockFinding } from "./clock.ts";
import { contentFinding } from "./content.ts";
import type { Finding } from "./finding.ts";
import { deadMails, deliveryFinding, mailFinding } from "./mails.ts";
import { offersFinding } from "./offers.ts";
import { paymentsFinding } from "./payments.ts";
import { productsFinding } from "./products.ts";
import { orderIdsOf, type RowFinder } from "./rows.ts";
import {
  backupFinding,
  databaseFinding,
  diskFinding,
  filesFinding,
  replicaFinding,
} from "./storage.ts";
import { versionFinding } from "./version.ts";
import { endpointsFinding, failingEndpoints } from "./webhook-endpoints.ts";
import {
  changedPasskeys,
  disputes,
  duplicatePayments,
  failedRefunds,
  newReviews,
  orderNotes,
  unreadMessages,
  withdrawals,
} from "./waiting-rows.ts";
import { failedEvents, inboxFinding, webhooksFinding } from "./webhooks.ts";

type Check = { title: string; find: (deps: Deps) => Finding | Promise<Finding> };

/**
 * Checks of the running store, most urgent for buyers first. The health page shows them all, and
 * the admin's badge counts the bad ones. A bad one is mailed at once, once per outage.
 */
export const CHECKS = {
  payments: { title: "Payment provider", find: paymentsFinding },
  products: { title: "Products on sale", find: productsFinding },
  offers: { title: "Offers after a purchase", find: offersFinding },
  webhooks: { title: "Webhooks", find: webhooksFinding },
  inbox: { title: "Events to handle", find: inboxFinding },
  delivery: { title: "Mails of paid orders", find: deliveryFinding },
  mail: { title: "Outgoing mail", find: mailFinding },
  endpoints: { title: "Outgoing webhooks", find: endpointsFinding },
  files: { title: "Stored files", find: filesFinding },
  database: { title: "Database", find: databaseFinding },
  disk: { title: "Disk", find: async ({ disk }) => diskFinding(await disk.measure()) },
  backup: { title: "Backup", find: backupFinding },
  replica: { title: "Replica", find: ({ replica }) => replicaFinding(replica) },
  clock: { title: "Clock", find: clockFinding },
  content: { title: "Content", find: contentFinding },
  version: { title: "Version", find: versionFinding },
} satisfies Record<string, Check>;

export type CheckName = keyof typeof CHECKS;
export type CheckLine = Line & { name: CheckName };

export function checkLine(name: CheckName, finding: Finding): CheckLine {
  return { name, title: CHECKS[name].title, ...finding };
}

type OwnerMailKind =
  "owner_dispute" | "owner_double" | "owner_dead_mails" | "owner_sales" | "weekly_summary";
export type OwnerMail = {
  [Kind in OwnerMailKind]: { kind: Kind; uniqueKey: string; about: MailSubjects[Kind] };
}[OwnerMailKind];

export type MailedRow = { id: number; orderId: number; dueAt: number | null };

/** Which rows are mailed to the owner at once, and how often. */
export type RowMail = {
  /** Returns the mail about a row. It is sent once per unique key; `day` is a UTC date. */
  mailOf: (row: MailedRow, day: string) => OwnerMail;
  /** Whether one mail is about all rows. */
  isDigest?: boolean;
  /** Column with the time of the problem. Rows older than a day are not mailed. */
  since?: string;
  /** Check whose alarm reports the rows that match the SQL condition `when`. */
  leftTo?: { check: CheckName; when: string };
};

type Rows = {
  find: RowFinder<never>;
  /** Noun in the weekly mail. */
  noun: [one: string, more: string];
  mail?: RowMail;
};

/**
 * Rows that wait for the owner. “Needs attention” lists them, the weekly mail counts them, and the
 * kinds with a mail are mailed at once.
 */
export const ROWS: Record<NeedKind, Rows> = {
  passkey_changes: { find: changedPasskeys, noun: ["changed passkey", "changed passkeys"] },
  disputes: {
    find: disputes,
    noun: ["open dispute", "open disputes"],
    mail: {
      mailOf: ({ id, orderId, dueAt }) => ({
        kind: "owner_dispute",
        uniqueKey: `owner-dispute:${id}:${dueAt ?? 0}`,
        about: { orderId, noteId: id },
      }),
    },
  },
  withdrawals: { find: withdrawals, noun: ["withdrawal", "withdrawals"] },
  double_payments: {
    find: duplicatePayments,
    noun: ["possible duplicate payment", "possible duplicate payments"],
    mail: {
      mailOf: ({ orderId }) => ({
        kind: "owner_double",
        uniqueKey: `owner-double:${orderId}`,
        about: { orderId },
      }),
      since: "orders.paid_at",
    },
  },
  odd_totals: { find: orderNotes, noun: ["note on an order", "notes on orders"] },
  failed_refunds: { find: failedRefunds, noun: ["failed refund", "failed refunds"] },
  dead_mails: {
    find: deadMails,
    noun: ["undelivered mail", "undelivered mails"],
    mail: {
      mailOf: (_row, day) => ({
        kind: "owner_dead_mails",
        uniqueKey: `owner-dead-mails:${day}`,
        about: {},
      }),
      isDigest: true,
      since: "emails.updated_at",
      leftTo: { check: "delivery", when: "emails.kind = 'delivery'" },
    },
  },
  failed_events: {
    find: failedEvents,
    noun: ["failed event of the payment provider", "failed events of the payment provider"],
  },
  failing_endpoints: {
    find: failingEndpoints,
    noun: ["failing webhook endpoint", "failing webhook endpoints"],
  },
  unread_messages: { find: unreadMessages, noun: ["unread message", "unread messages"] },
  reviews: { find: newReviews, noun: ["new review", "new reviews"] },
};

/** Tables whose rows belong to an order and may wait for the owner. */
export const ORDER_TABLES = ["orders", "order_notes", "withdrawals", "refunds", "emails"];

/** SQL query of the ids of the orders with rows that wait for the owner. */
export const WAITING_ORDERS = Object.values(ROWS)
  .filter(({ find }) => ORDER_TABLES.includes(find.table))
  .map(({ find }) => orderIdsOf(find))
  .join(" UNION ");
