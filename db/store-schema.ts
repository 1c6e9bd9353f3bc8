import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, rowColumns, time } from "./columns.ts";

// What the store keeps for its own work and for those who administer it.

export const idempotencyKeys = sqliteTable("idempotency_keys", {
  id: id(),
  scope: text("scope").notNull(),
  key: text("key").notNull(),
  requestHash: text("request_hash").notNull(),
  status: integer("status"),
  response: text("response"),
  createdAt: time("created_at").notNull(),
});

/** A way to look at a table that the owner has kept: filters, sorting and columns. */
export const savedViews = sqliteTable("saved_views", {
  id: id(),
  tableName: text("table_name").notNull(),
  title: text("title").notNull(),
  /** Whose view it is; null for one that all administrators have. */
  userId: integer("user_id"),
  /** The part of the table's URL behind the question mark. */
  search: text("search").notNull(),
  ...rowColumns(),
});

/** Files that administrators have sent; their bytes stand in the file store under the SHA-256. */
export const uploads = sqliteTable("uploads", {
  id: id(),
  sha256: text("sha256").notNull(),
  name: text("name").notNull(),
  /** The media type that its bytes have, whatever the sender said. */
  type: text("type").notNull(),
  bytes: integer("bytes").notNull(),
  /** Of a PDF. */
  pages: integer("pages"),
  createdAt: time("created_at").notNull(),
});

/** Counters of rate-limiter-flexible; kept here so that a restart resets none. */
export const rateLimits = sqliteTable("rate_limits", {
  key: text("key").primaryKey(),
  points: integer("points").notNull().default(0),
  expire: integer("expire"),
});

/** How far background work has come, as times in milliseconds. */
export const jobCursors = sqliteTable("job_cursors", {
  name: text("name").primaryKey(),
  value: integer("value").notNull(),
});

/** What the store remembers of itself over restarts and restored backups. */
export const storeFacts = sqliteTable("store_facts", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
});
