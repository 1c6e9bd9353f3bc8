import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, id, rowColumns, searchedText, time } from "./columns.ts";
import { DELIVERY_STATUSES, EVENT_SUBJECTS, WEBHOOK_TYPES, type WebhookType } from "./enums.ts";

// Internal tables of the store, and tables for its administrators.

export const idempotencyKeys = sqliteTable("idempotency_keys", {
  id: id(),
  scope: text("scope").notNull(),
  key: text("key").notNull(),
  requestHash: text("request_hash").notNull(),
  status: integer("status"),
  response: text("response"),
  createdAt: time("created_at").notNull(),
});

export const savedViews = sqliteTable("saved_views", {
  id: id(),
  tableName: text("table_name").notNull(),
  title: text("title").notNull(),
  /** Owner of the view; null for all administrators. */
  userId: integer("user_id"),
  search: text("search").notNull(),
  ...rowColumns(),
});

/** Uploaded files; the file store holds the content under its SHA-256. */
export const uploads = sqliteTable("uploads", {
  id: id(),
  sha256: text("sha256").notNull(),
  name: text("name").notNull(),
  /** Media type, detected from the bytes. */
  type: text("type").notNull(),
  bytes: integer("bytes").notNull(),
  pages: integer("pages"),
  createdAt: time("created_at").notNull(),
});

/** Counters of the library rate-limiter-flexible. */
export const rateLimits = sqliteTable("rate_limits", {
  key: text("key").primaryKey(),
  points: integer("points").notNull().default(0),
  expire: integer("expire"),
});

export const jobCursors = sqliteTable("job_cursors", {
  name: text("name").primaryKey(),
  value: integer("value").notNull(),
});

export const storeFacts = sqliteTable("store_facts", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
});

/** Downloads of a product's sample by day (YYYY-MM-DD, UTC). */
export const sampleDownloads = sqliteTable("sample_downloads", {
  id: id(),
  productId: integer("product_id").notNull(),
  day: text("day").notNull(),
  count: integer("count").notNull(),
});

/** Paid orders that the owner has not been mailed about yet; `daily` ones wait for their day's mail. */
export const unreportedSales = sqliteTable("unreported_sales", {
  orderId: integer("order_id").primaryKey(),
  daily: flag("daily").notNull(),
});

/** Webhook inbox: each provider event is stored once, then processed. */
export const webhookEvents = sqliteTable("webhook_events", {
  id: id(),
  eventId: searchedText("event_id").notNull(),
  type: text("type").notNull(),
  about: text("about", { enum: EVENT_SUBJECTS }).notNull(),
  objectId: searchedText("object_id"),
  payload: text("payload").notNull(),
  /** Time when reconciliation found this event without a webhook delivery. */
  missedAt: time("missed_at"),
  handledAt: time("handled_at"),
  attempts: integer("attempts").notNull().default(0),
  nextAttemptAt: time("next_attempt_at").notNull(),
  lastError: text("last_error"),
  ...rowColumns(),
});

/** Addresses that the store reports events to, and the secret that signs the reports. */
export const webhookEndpoints = sqliteTable("webhook_endpoints", {
  id: id(),
  url: text("url").notNull(),
  secret: text("secret").notNull(),
  events: text("events", { mode: "json" }).$type<WebhookType[]>().notNull(),
  active: flag("active").notNull().default(true),
  /** Since when deliveries are given up; null after a success, and after a change by the owner. */
  failingSince: time("failing_since"),
  lastError: text("last_error"),
  ...rowColumns(),
});

export type WebhookEndpoint = typeof webhookEndpoints.$inferSelect;

/** Queue and log of outgoing webhooks: one row for each event and endpoint. */
export const webhookDeliveries = sqliteTable("webhook_deliveries", {
  id: id(),
  /** The endpoint may be deleted; its deliveries are erased soon after. */
  endpointId: integer("endpoint_id").notNull(),
  type: text("type", { enum: WEBHOOK_TYPES }).notNull(),
  /** Header `webhook-id`: the same at each attempt. */
  messageId: text("message_id").notNull(),
  /** Row that the event is about, such as "orders:12". Its events are delivered in their order. */
  subject: text("subject").notNull(),
  payload: text("payload").notNull(),
  status: text("status", { enum: DELIVERY_STATUSES }).notNull().default("queued"),
  attempts: integer("attempts").notNull().default(0),
  nextAttemptAt: time("next_attempt_at").notNull(),
  sentAt: time("sent_at"),
  /** Status code of the last response. */
  lastStatus: integer("last_status"),
  lastError: text("last_error"),
  ...rowColumns(),
});

export type WebhookDelivery = typeof webhookDeliveries.$inferSelect;
