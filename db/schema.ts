import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, id, rowColumns, searchedText, time } from "./columns.ts";
import {
  BILLING_PERIODS,
  CHANGE_ACTIONS,
  LICENCES,
  MAIL_KINDS,
  MAIL_STATUSES,
  NOTE_KINDS,
  ORDER_SOURCES,
  ORDER_STATUSES,
  PAPERS,
  PRODUCT_TYPES,
  REFUND_STATUSES,
  REVOKE_REASONS,
} from "./enums.ts";

// A test compares this schema with migrations/. Money is in integer cents, times in milliseconds.

export const products = sqliteTable("products", {
  id: id(),
  name: searchedText("name").notNull(),
  slug: searchedText("slug").notNull(),
  description: searchedText("description").notNull().default(""),
  price: integer("price").notNull(),
  currency: text("currency").notNull().default("usd"),
  listPrice: integer("list_price"),
  images: text("images", { mode: "json" }).$type<string[]>().notNull(),
  type: text("type", { enum: PRODUCT_TYPES }).notNull(),
  billingPeriod: text("billing_period", { enum: BILLING_PERIODS }),
  features: text("features", { mode: "json" }).$type<string[]>().notNull(),
  badge: text("badge"),
  active: flag("active").notNull().default(true),
  position: integer("position").notNull().default(0),
  /** Product whose buyers pay only the difference. */
  upgradesFromId: integer("upgrades_from_id"),
  licence: text("licence", { enum: LICENCES }).notNull().default("personal"),
  /** Whether the landing page lists it among the packs. */
  onLanding: flag("on_landing").notNull().default(true),
  /** Path of an uploaded PDF that visitors may open without buying. */
  sample: text("sample"),
  /** Id of the provider's product, which exists only for discount codes of single products. */
  providerProductId: text("provider_product_id"),
  ...rowColumns(),
});

/** A file as buyers see it ("Month 1, A4"); its content is that of the current version. */
export const files = sqliteTable("files", {
  id: id(),
  slug: text("slug").notNull(),
  title: text("title").notNull(),
  paper: text("paper", { enum: PAPERS }),
  currentVersionId: integer("current_version_id"),
  ...rowColumns(),
});

/** Immutable content, stored in the file store under its SHA-256. A correction adds a version. */
export const fileVersions = sqliteTable("file_versions", {
  id: id(),
  fileId: integer("file_id").notNull(),
  sha256: text("sha256").notNull(),
  bytes: integer("bytes").notNull(),
  pages: integer("pages").notNull(),
  ...rowColumns(),
});

export const productFiles = sqliteTable("product_files", {
  id: id(),
  productId: integer("product_id").notNull(),
  fileId: integer("file_id").notNull(),
  position: integer("position").notNull().default(0),
  ...rowColumns(),
});

export const orders = sqliteTable("orders", {
  id: id(),
  number: searchedText("number").notNull(),
  status: text("status", { enum: ORDER_STATUSES }).notNull(),
  sessionId: searchedText("session_id"),
  checkoutUrl: text("checkout_url"),
  checkoutKey: text("checkout_key"),
  browserHash: text("browser_hash"),
  userId: integer("user_id"),
  email: searchedText("email"),
  customerName: searchedText("customer_name"),
  currency: text("currency").notNull(),
  totalAmount: integer("total_amount").notNull(),
  paymentIntentId: searchedText("payment_intent_id"),
  subscriptionId: text("subscription_id"),
  /** The provider's customer that this payment saved a card for; null without a saved card. */
  customerId: text("customer_id"),
  paidAt: time("paid_at"),
  firstViewedAt: time("first_viewed_at"),
  /** Part of every file link's signature; incrementing it invalidates earlier links. */
  linkEpoch: integer("link_epoch").notNull().default(1),
  refundedAmount: integer("refunded_amount").notNull().default(0),
  /** Id of an earlier paid order of the same buyer with one of these products. */
  duplicateOfId: integer("double_of_id"),
  duplicateResolvedAt: time("double_settled_at"),
  addressChanges: integer("address_changes").notNull().default(0),
  nextCheckAt: time("next_check_at"),
  /** Part of the total. */
  taxAmount: integer("tax_amount").notNull().default(0),
  /** Part of `taxAmount` that is not included in the prices. */
  addedTax: integer("added_tax").notNull().default(0),
  /** Subtracted from the prices before tax. */
  discountAmount: integer("discount_amount").notNull().default(0),
  discountCode: text("discount_code"),
  /** Billing country, ISO 3166-1 alpha-2. */
  country: text("country"),
  /** The buyer's VAT number. */
  taxId: text("tax_id"),
  invoiceNumber: text("invoice_number"),
  /** The provider's page with the invoice and its PDF. */
  invoiceUrl: text("invoice_url"),
  /** The text that the buyer accepted before paying. */
  termsText: text("terms_text"),
  termsAcceptedAt: time("terms_accepted_at"),
  /** The provider's link to an expired checkout, if the buyer agreed to a reminder. */
  recoveryUrl: text("recovery_url"),
  /** Host of the page that linked to the shop. */
  referrer: text("referrer"),
  utmSource: text("utm_source"),
  utmCampaign: text("utm_campaign"),
  /**
   * Email of the recipient, set before the payment; null unless the order is a gift. Once it is paid,
   * `email` is the same.
   */
  giftTo: text("gift_to"),
  /** Email of the buyer of a gift, who has no access to its files. */
  giverEmail: searchedText("giver_email"),
  /** Browser that bought the gift; `browserHash` and `userId` are null, because they grant access. */
  giverHash: text("giver_hash"),
  source: text("source", { enum: ORDER_SOURCES }).notNull().default("own"),
  /** Id and number in the other shop; null in the store's own orders. */
  sourceId: text("source_id"),
  sourceNumber: searchedText("source_number"),
  /** When the buyer, or the recipient of a gift, deleted the account. No account shows the order. */
  accountDeletedAt: time("account_deleted_at"),
  /** When the giver of the gift deleted the account. */
  giverDeletedAt: time("giver_deleted_at"),
  ...rowColumns(),
});

export type Order = typeof orders.$inferSelect;

export type FileSnapshot = { fileId: number; versionId: number };

/** A purchased product, which gives access from `granted_at` until `revoked_at`. */
export const orderItems = sqliteTable("order_items", {
  id: id(),
  orderId: integer("order_id").notNull(),
  productId: integer("product_id").notNull(),
  name: text("name").notNull(),
  price: integer("price").notNull(),
  quantity: integer("quantity").notNull().default(1),
  type: text("type", { enum: PRODUCT_TYPES }).notNull(),
  billingPeriod: text("billing_period", { enum: BILLING_PERIODS }),
  files: text("files", { mode: "json" }).$type<FileSnapshot[]>().notNull(),
  grantedAt: time("granted_at"),
  revokedAt: time("revoked_at"),
  revokeReason: text("revoke_reason", { enum: REVOKE_REASONS }),
  /** End of a subscription's paid period; null means unlimited access. */
  accessUntil: time("access_until"),
  /** Start of the access when delivery waits for the end of the withdrawal period. */
  accessFrom: time("access_from"),
  /**
   * Paid for this item, with tax and after the discount; while the payment is processing, the amount
   * that will be taken. Null until the checkout is complete, and in older orders.
   */
  paidAmount: integer("paid_amount"),
  /** Part of `paidAmount`. */
  taxAmount: integer("tax_amount").notNull().default(0),
  /** Rate of the tax in millionths: 190000 is 19 %. Null without tax and in older orders. */
  taxRate: integer("tax_rate"),
  /** Subtracted from the product's price for an earlier purchase; `price` is the rest. */
  creditAmount: integer("credit_amount").notNull().default(0),
  creditedItemId: integer("credited_item_id"),
  licence: text("licence", { enum: LICENCES }).notNull().default("personal"),
  ...rowColumns(),
});

export type OrderItem = typeof orderItems.$inferSelect;

/** Payment problems of an order, one per kind; open while `doneAt` is null. */
export const orderNotes = sqliteTable("order_notes", {
  id: id(),
  orderId: integer("order_id").notNull(),
  kind: text("kind", { enum: NOTE_KINDS }).notNull(),
  amount: integer("amount"),
  text: text("text"),
  dueAt: time("due_at"),
  doneAt: time("done_at"),
  /** Closed because its cause ended; reopened if the cause returns. */
  causeGone: flag("cause_gone").notNull().default(false),
  ...rowColumns(),
});

export type OrderNote = typeof orderNotes.$inferSelect;

/** Refunds. A row is stored before the provider request and determines its idempotency key. */
export const refunds = sqliteTable("refunds", {
  id: id(),
  orderId: integer("order_id").notNull(),
  orderItemId: integer("order_item_id"),
  amount: integer("amount").notNull(),
  status: text("status", { enum: REFUND_STATUSES }).notNull(),
  refundId: text("refund_id"),
  lastError: text("last_error"),
  /** Idempotency key of the owner's request; null once the refund was refused. */
  requestKey: text("request_key"),
  reason: text("reason"),
  ...rowColumns(),
});

export type Refund = typeof refunds.$inferSelect;

export const users = sqliteTable("users", {
  id: id(),
  email: searchedText("email").notNull(),
  name: searchedText("name"),
  isAdmin: flag("is_admin").notNull().default(false),
  emailVerifiedAt: time("email_verified_at"),
  /** Paper size of the mails and ZIP files; null for all sizes. */
  paper: text("paper", { enum: PAPERS }),
  ...rowColumns(),
});

export type User = typeof users.$inferSelect;

export const subscriptionRecords = sqliteTable("subscription_records", {
  id: id(),
  userId: integer("user_id").notNull(),
  email: searchedText("email").notNull(),
  sessionId: searchedText("session_id").notNull(),
  subscriptionId: text("subscription_id"),
  status: text("status").notNull().default("active"),
  currentPeriodEnd: time("current_period_end"),
  /** Cancelled; the subscription ends with the current period. */
  endsAtPeriodEnd: flag("ends_at_period_end").notNull().default(false),
  ...rowColumns(),
});

/** An external login, identified by issuer and subject, never by email. */
export const identities = sqliteTable("identities", {
  id: id(),
  userId: integer("user_id").notNull(),
  issuer: text("issuer").notNull(),
  subject: text("subject").notNull(),
  createdAt: time("created_at").notNull(),
});

export const sessions = sqliteTable("sessions", {
  id: id(),
  tokenHash: text("token_hash").notNull(),
  userId: integer("user_id").notNull(),
  userAgent: text("user_agent"),
  createdAt: time("created_at").notNull(),
  lastUsedAt: time("last_used_at").notNull(),
  expiresAt: time("expires_at").notNull(),
  /** Time of the last passkey check, or of the sign-in with a link that replaces it. */
  provenAt: time("proven_at"),
});

export const oneTimeCodes = sqliteTable("one_time_codes", {
  id: id(),
  email: text("email").notNull(),
  /** Random seed; the code and the key of its link derive from it and the shop's secret. */
  seed: text("seed").notNull(),
  browserHash: text("browser_hash").notNull(),
  attempts: integer("attempts").notNull().default(0),
  createdAt: time("created_at").notNull(),
  expiresAt: time("expires_at").notNull(),
  usedAt: time("used_at"),
  /** A sign-in link for an administrator, which works in any browser. */
  isLink: flag("is_link").notNull().default(false),
  /** Whether the link replaces the passkey; true only for links printed on the server. */
  skipsPasskey: flag("skips_passkey").notNull().default(false),
  /** Account that gets this email by the code; null for codes that sign in. */
  userId: integer("user_id"),
});

/** Mail queue and log. Bodies are not stored, because they contain working links. */
export const emails = sqliteTable("emails", {
  id: id(),
  uniqueKey: text("unique_key").notNull(),
  kind: text("kind", { enum: MAIL_KINDS }).notNull(),
  recipient: searchedText("recipient").notNull(),
  orderId: integer("order_id"),
  data: text("data", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
  subject: searchedText("subject"),
  messageId: text("message_id").notNull(),
  status: text("status", { enum: MAIL_STATUSES }).notNull(),
  attempts: integer("attempts").notNull().default(0),
  nextAttemptAt: time("next_attempt_at").notNull(),
  leaseUntil: time("lease_until"),
  expiresAt: time("expires_at"),
  sentAt: time("sent_at"),
  lastError: text("last_error"),
  ...rowColumns(),
});

/** Changes of all rows that the admin shows, for audit, history, undo and sync. */
export const changes = sqliteTable("changes", {
  id: id(),
  tableName: text("table_name").notNull(),
  rowId: integer("row_id").notNull(),
  action: text("action", { enum: CHANGE_ACTIONS }).notNull(),
  actor: text("actor").notNull(),
  before: text("before", { mode: "json" }).$type<Record<string, unknown>>(),
  after: text("after", { mode: "json" }).$type<Record<string, unknown>>(),
  /** Id of the first change in the change set; null in that change itself. */
  setId: integer("set_id"),
  ...rowColumns(),
});
