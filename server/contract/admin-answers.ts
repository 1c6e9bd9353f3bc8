import { formatAmount } from "./format.ts";
import type { TableRow } from "./tables.ts";

export type TimelineEntry = {
  at: string;
  kind: "order" | "payment" | "mail" | "note" | "refund" | "event" | "change";
  title: string;
  detail: string | null;
  /** "buyer", "webhook", "admin:7"; null for the store itself. */
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
  /** Of the same email, newest first, ten at most. */
  otherOrders: TableRow[];
  /** In the smallest unit of the order's currency. */
  refundable: number;
  /** Newest first, 200 at most. */
  timeline: TimelineEntry[];
};

export const MAIL_NAMES: Record<string, string> = {
  contact_answer: "Answer to a message",
  new_version: "New version of a file",
  code: "Sign-in code",
  delivery: "Files",
  order_received: "Order received",
  payment_failed: "Payment failed",
  address_changed: "Email corrected",
  contact_notice: "Message from the form",
  contact_thanks: "Thanks for a message",
  contact_suspects: "Held messages",
  alarm: "Alarm",
  test: "Test mail",
};

const NEED_KINDS = [
  "disputes",
  "double_payments",
  "odd_totals",
  "failed_refunds",
  "dead_mails",
  "failed_events",
  "unread_messages",
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

/** `GET /api/admin/needs`, the most urgent kind first; at most 20 rows of each. */
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
} as const;

/** Only `refund_kept_access` has an amount, only `text` has a text. */
type NoteFacts = {
  kind: keyof typeof WORDING | "refund_kept_access" | "text";
  amount: number | null;
  text: string | null;
};

export function noteText({ kind, amount, text }: NoteFacts, currency: string): string {
  if (kind === "text") return text ?? "";
  if (kind !== "refund_kept_access") return WORDING[kind];
  return `${formatAmount(amount ?? 0, currency)} refunded; access was kept.`;
}

export type BackupList = {
  backups: KeptArchive[];
  isUnderWay: boolean;
  /** Error of the last attempt since startup; null when it succeeded. */
  failure: { at: string; text: string } | null;
  /** 0 disables automatic backups. */
  keep: number;
};

export type KeptArchive = {
  name: string;
  at: string;
  bytes: number;
  isByHand: boolean;
  /** Number of stored files that could not be read. */
  missing: number;
};
