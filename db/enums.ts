// Allowed values, shared by types, CHECK constraints and form options; a test compares them.

export const PAPERS = ["a4", "letter"] as const;

export const PRODUCT_TYPES = ["digital", "subscription"] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];

export const LICENCES = ["personal", "classroom"] as const;
export type Licence = (typeof LICENCES)[number];

export const BILLING_PERIODS = ["month", "year"] as const;
export type BillingPeriod = (typeof BILLING_PERIODS)[number];

/** creating: no session yet · open: can be paid · processing: a delayed payment is pending. */
export const ORDER_STATUSES = [
  "creating",
  "open",
  "processing",
  "paid",
  "expired",
  "failed",
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Shop that an order was made in. `csv`: a shop that is only known by a CSV file. */
export const ORDER_SOURCES = ["own", "gumroad", "shopify", "edd", "csv"] as const;

/**
 * Why access was revoked, or `kept` by the owner. A decision of the owner, or of a buyer who deleted
 * the account, overrides all other reasons.
 */
export const REVOKE_REASONS = [
  "refund",
  "dispute",
  "withdrawal",
  "owner",
  "account_deleted",
  "kept",
] as const;
export type RevokeReason = (typeof REVOKE_REASONS)[number];

/** Kinds of order notes; `text` is a free-text note. */
export const NOTE_KINDS = [
  "missing_products",
  "other_total",
  "dispute_open",
  "dispute_lost",
  "refund_kept_access",
  "renewal_dispute_open",
  "renewal_dispute_lost",
  "credit_used_twice",
  "credit_refunded",
  "text",
] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

export const MAIL_KINDS = [
  "code",
  "delivery",
  "order_received",
  "payment_failed",
  "address_changed",
  "order_refunded",
  "access_ended",
  "contact_notice",
  "contact_thanks",
  "contact_suspects",
  "contact_answer",
  "new_version",
  "order_waiting",
  "gift_receipt",
  "recovery",
  "review_request",
  "moved_shop",
  "withdrawal",
  "withdrawal_notice",
  "alarm",
  "owner_dispute",
  "owner_double",
  "owner_dead_mails",
  "owner_sales",
  "weekly_summary",
  "passkey_changed",
  "support_changed",
  "email_change",
  "email_changed",
  "test",
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export const PASSKEY_CHANGES = ["added", "removed"] as const;
export type PasskeyChange = (typeof PASSKEY_CHANGES)[number];

/** Mails that a buyer may choose: news of corrected files, reminders of an unpaid checkout, requests for a review. */
export const MAIL_TOPICS = ["news", "reminders", "reviews"] as const;
export type MailTopic = (typeof MAIL_TOPICS)[number];

export const MAIL_STATUSES = ["queued", "sending", "sent", "dead"] as const;

/** `suspect`: the honeypot field was filled in. */
export const SUBMISSION_STATUSES = ["new", "suspect", "answered", "done"] as const;

/** pending: the provider has not answered; the request is retried with the same key. */
export const REFUND_STATUSES = ["pending", "succeeded", "failed"] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

export const EVENT_SUBJECTS = ["checkout", "payment", "subscription", "other"] as const;
export type EventSubject = (typeof EVENT_SUBJECTS)[number];

/** Events that outgoing webhooks report. */
export const WEBHOOK_TYPES = [
  "order.paid",
  "order.refunded",
  "access.ended",
  "message.received",
] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/** queued: not accepted by the endpoint yet · dead: given up. */
export const DELIVERY_STATUSES = ["queued", "sent", "dead"] as const;

export const CHANGE_ACTIONS = ["insert", "update", "delete"] as const;
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

/** restart: runs again at each visit · until: ends at a fixed time. */
export const COUNTDOWNS = ["restart", "off", "until"] as const;

/** When the owner gets a mail about sales: never, at each sale, or once a day about all of them. */
export const SALE_MAILS = ["off", "each", "daily"] as const;

export const POSTHOG_REGIONS = ["us", "eu"] as const;

/** added: on top of the prices · included: part of the prices. */
export const TAXES = ["none", "added", "included"] as const;
export type Tax = (typeof TAXES)[number];

/** Where buyers accept the terms and lose the right of withdrawal before they pay. */
export const CONSENT_REGIONS = ["off", "eu", "everywhere"] as const;

/** Delivery without that consent: at once, or after the withdrawal period. */
export const WITHOUT_CONSENT = ["deliver", "wait"] as const;

const SOURCES = ["referrer", "utm_source", "utm_campaign"] as const;

/** Groupings of a day's sums; `total` is all orders, `tax` the orders by country and tax rate. */
export const SALES_KINDS = ["total", "product", "country", "code", ...SOURCES, "tax"] as const;
export type SalesKind = (typeof SALES_KINDS)[number];

/** Columns by which the visits of a month are summed; `total` sums all visits. */
export const VISIT_KINDS = ["total", ...SOURCES] as const;

/** Counted steps of visitors; `accepted` and `declined` answer the offer on the page. */
export const VISIT_STEPS = ["page", "pricing", "checkout", "accepted", "declined"] as const;
export type VisitStep = (typeof VISIT_STEPS)[number];

export const DEVICES = ["phone", "tablet", "desktop"] as const;
export type Device = (typeof DEVICES)[number];
