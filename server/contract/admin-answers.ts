import { formatAmount } from "./format.ts";
import { ENGLISH } from "./language.ts";
import type { RowValues, TableRow } from "./tables.ts";

export type TimelineEntry = {
  at: string;
  kind: "order" | "payment" | "mail" | "note" | "refund" | "event" | "change";
  title: string;
  detail: string | null;
  /** Author, such as "buyer", "webhook" or "admin:7"; null for the store itself. */
  actor: string | null;
  row: { table: string; id: number };
};

/** `GET /api/admin/orders/{id}` */
export type OrderPage = {
  order: TableRow;
  items: TableRow[];
  emails: TableRow[];
  notes: TableRow[];
  refunds: TableRow[];
  /** Earlier orders whose purchase was credited to an upgrade in this order. */
  credits: { itemId: number; orderId: number; number: string }[];
  /** Orders with the same email, newest first, ten at most. */
  otherOrders: TableRow[];
  /** Refundable amount in the smallest unit of the order's currency. */
  refundable: number;
  /** Newest first, 200 at most. */
  timeline: TimelineEntry[];
};

/** Rows of a table, 20 at most, and the number of all rows. */
export type RowList = { total: number; rows: TableRow[] };

/** What a customer paid in one currency, in its smallest unit. */
export type CustomerSum = {
  currency: string;
  /** Number of paid orders. */
  orders: number;
  /** Number of paid renewals of subscriptions. */
  renewals: number;
  paid: number;
  refunded: number;
};

/**
 * `GET /api/admin/customers/{id}`: an account with its orders and those with its email, or an email
 * without an account.
 */
export type CustomerPage = {
  account: TableRow | null;
  /** The account's email, then other emails of its orders. */
  emails: string[];
  /** Number of browsers in which the account is signed in. */
  sessions: number;
  sums: CustomerSum[];
  /** Newest first. */
  orders: RowList;
  /** Items of the orders in `orders`. */
  items: TableRow[];
  /** Newest item of each product and licence that the customer owns, with the titles of its files. */
  held: { item: TableRow; files: string[] }[];
  /** Used discount codes with the number of orders, the latest first. */
  codes: { code: string; orders: number }[];
  /** Open notes first; `orders` are those of the listed notes. */
  notes: RowList & { orders: { id: number; number: string; currency: string }[] };
  /** Newest first. */
  messages: RowList;
  /** Mails to these emails or about these orders, undelivered ones first, then the newest. */
  mails: RowList & { undelivered: number };
  /**
   * Accounts that may belong to the same person: `mailbox` is another spelling of the email, `order`
   * means that one account placed an order with the email of the other.
   */
  otherAccounts: { account: TableRow; link: "mailbox" | "order" }[];
};

/** Descriptions of the payment provider's events, by their type. */
export const EVENT_NAMES: Record<string, string> = {
  "checkout.session.completed": "checkout completed",
  "checkout.session.expired": "checkout expired",
  "checkout.session.async_payment_succeeded": "delayed payment received",
  "checkout.session.async_payment_failed": "delayed payment failed",
  "charge.refunded": "payment refunded",
  "refund.created": "refund started",
  "refund.updated": "refund changed",
  "refund.failed": "refund failed",
  "charge.dispute.created": "dispute opened",
  "charge.dispute.updated": "dispute changed",
  "charge.dispute.closed": "dispute closed",
  "customer.subscription.created": "subscription started",
  "customer.subscription.updated": "subscription changed",
  "customer.subscription.deleted": "subscription ended",
  "invoice.paid": "invoice paid",
  "invoice.payment_failed": "invoice payment failed",
};

export const MAIL_NAMES: Record<string, string> = {
  contact_answer: "Answer to a message",
  new_version: "New version of a file",
  order_waiting: "Order confirmed, files follow",
  gift_receipt: "Receipt of a gift",
  recovery: "Reminder of an unfinished checkout",
  moved_shop: "Files have moved here",
  withdrawal: "Withdrawal received",
  withdrawal_notice: "Withdrawal",
  code: "Sign-in code",
  delivery: "Delivery of the files",
  order_received: "Order received",
  payment_failed: "Payment failed",
  address_changed: "Email corrected",
  order_refunded: "Refund",
  access_ended: "Access ended",
  contact_notice: "Message from the form",
  contact_thanks: "Thanks for a message",
  contact_suspects: "Held messages",
  alarm: "Alarm",
  owner_dispute: "Notice of a dispute",
  owner_double: "Notice of a duplicate payment",
  owner_dead_mails: "Notice of undelivered mails",
  owner_sales: "Notice of sales",
  weekly_summary: "Weekly summary",
  passkey_changed: "Notice of a changed passkey",
  support_changed: "Notice of a changed support email",
  email_change: "Code to change the email",
  email_changed: "Notice of a changed email",
  test: "Test mail",
};

export const NEED_KINDS = [
  "passkey_changes",
  "disputes",
  "withdrawals",
  "double_payments",
  "odd_totals",
  "failed_refunds",
  "dead_mails",
  "failed_events",
  "failing_endpoints",
  "unread_messages",
  "reviews",
] as const;
export type NeedKind = (typeof NEED_KINDS)[number];

export type Need = {
  table: string;
  id: number;
  orderId: number | null;
  title: string;
  detail: string | null;
  at: string;
  dueAt: string | null;
};

/** `GET /api/admin/needs`: most urgent kind first, at most 20 rows per kind. */
export type Needs = {
  total: number;
  groups: { kind: NeedKind; count: number; rows: Need[] }[];
};

/** `GET /api/admin/search?q=` */
export type SearchHit = {
  table: string;
  id: number;
  title: string;
  detail: string | null;
};

export type Upload = {
  url: string;
  fileUrl: string;
  name: string;
  bytes: number;
  type: string;
  sha256: string;
};

const WORDING = {
  missing_products: "Some of its products no longer exist in this shop.",
  other_total: "The payment provider reports another total. Please compare it with this order.",
  dispute_open: "A dispute is open: answer it at the payment provider.",
  dispute_lost: "A dispute was lost.",
  renewal_dispute_open: "A dispute about a renewal is open: answer it at the payment provider.",
  renewal_dispute_lost: "A dispute about a renewal was lost.",
  credit_used_twice: "The credit for its upgrade was already used by another order.",
} as const;

const WITH_AMOUNT = {
  refund_kept_access: (amount: string) => `${amount} refunded; access was kept.`,
  credit_refunded: (amount: string) =>
    `${amount} of the credit for its upgrade was refunded with the earlier order; access was kept.`,
} as const;

/** Data of a note. `amount` is used for the kinds of WITH_AMOUNT, `text` for the kind "text". */
type NoteFacts = {
  kind: keyof typeof WORDING | keyof typeof WITH_AMOUNT | "text";
  amount: number | null;
  text: string | null;
};

export function noteText({ kind, amount, text }: NoteFacts, currency: string): string {
  if (kind === "text") return text ?? "";
  if (kind === "refund_kept_access" || kind === "credit_refunded") {
    return WITH_AMOUNT[kind](formatAmount(amount ?? 0, currency, ENGLISH));
  }
  return WORDING[kind];
}

export type BackupList = {
  backups: KeptArchive[];
  isUnderWay: boolean;
  /** Error of the last backup attempt since startup, or null. */
  failure: { at: string; text: string } | null;
  /** Number of automatic backups to keep; 0 disables them. */
  keep: number;
};

export type KeptArchive = {
  name: string;
  at: string;
  bytes: number;
  isByHand: boolean;
  /** Number of stored files that are missing in the archive. */
  missing: number;
};

/** Tables whose unsaved rows a preview can show. */
export const PREVIEWED_TABLES = ["faqs", "pages", "settings", "testimonials"] as const;

/** Unsaved row: a new one without `id`, else the changed values of a stored one. */
export type PreviewRow = {
  table: (typeof PREVIEWED_TABLES)[number];
  id?: number | undefined;
  values: RowValues;
};

/**
 * Page or mail to show with `texts` and `rows` in place of the stored ones. One of `path` and `mail`
 * is set, or neither with a row of `pages`: its own page is shown.
 */
export type PreviewRequest = {
  /** Path of a group in the text catalogue. */
  path?: string | undefined;
  /** Kind of a mail in the text catalogue. */
  mail?: string | undefined;
  texts: Record<string, string>;
  rows?: PreviewRow[] | undefined;
};

/** Rendered page or mail; `subject` is null for a page. */
export type Preview = { html: string; subject: string | null };
