// The values that a column may have, each list once: types follow from them, the tables' CHECKs are
// compared with them by a test, and what a form offers is one of them (decision: values-once).

export const PAPERS = ["a4", "letter"] as const;

export const PRODUCT_TYPES = ["digital", "subscription"] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];

export const BILLING_PERIODS = ["month", "year"] as const;
export type BillingPeriod = (typeof BILLING_PERIODS)[number];

/**
 * creating: the provider has not answered yet · open: the buyer may pay · processing: a delayed
 * method is under way · paid · expired · failed.
 */
export const ORDER_STATUSES = [
  "creating",
  "open",
  "processing",
  "paid",
  "expired",
  "failed",
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * Why an item gives no access any more: `owner` is a person's decision and stays. So is `kept`: it
 * gives access, whatever becomes of its payment.
 */
export const REVOKE_REASONS = ["refund", "dispute", "owner", "kept"] as const;
export type RevokeReason = (typeof REVOKE_REASONS)[number];

/** What the owner should know of an order's money; `text` is what no kind has words for. */
export const NOTE_KINDS = [
  "missing_products",
  "other_total",
  "dispute_open",
  "dispute_lost",
  "refund_kept_access",
  "renewal_dispute_open",
  "renewal_dispute_lost",
  "text",
] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

export const MAIL_KINDS = [
  "code",
  "delivery",
  "order_received",
  "payment_failed",
  "address_changed",
  "contact_notice",
  "contact_thanks",
  "contact_suspects",
  "contact_answer",
  "new_version",
  "alarm",
  "test",
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export const MAIL_STATUSES = ["queued", "sending", "sent", "dead"] as const;

/** `suspect` is what a trap of the form has caught; `done` waits for nothing any more. */
export const SUBMISSION_STATUSES = ["new", "suspect", "answered", "done"] as const;

/** pending: the provider has not answered yet, and is asked again with the same key. */
export const REFUND_STATUSES = ["pending", "succeeded", "failed"] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** What an event of the provider tells about. */
export const EVENT_SUBJECTS = ["checkout", "payment", "subscription", "other"] as const;
export type EventSubject = (typeof EVENT_SUBJECTS)[number];

export const CHANGE_ACTIONS = ["insert", "update", "delete"] as const;
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];
