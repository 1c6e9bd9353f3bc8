import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, id, rowColumns, searchedText, time } from "./columns.ts";
import { MAIL_TOPICS, SUBMISSION_STATUSES } from "./enums.ts";

// Messages, withdrawals and mail preferences of buyers.

export const contactSubmissions = sqliteTable("contact_submissions", {
  id: id(),
  name: searchedText("name").notNull(),
  email: searchedText("email").notNull(),
  subject: searchedText("subject"),
  message: searchedText("message").notNull(),
  userAgent: text("user_agent"),
  deviceType: text("device_type"),
  localTime: text("local_time"),
  italianTime: text("italian_time"),
  browserLanguage: text("browser_language"),
  screenResolution: text("screen_resolution"),
  sentAt: text("sent_at"),
  status: text("status", { enum: SUBMISSION_STATUSES }).notNull().default("new"),
  answer: text("answer"),
  answeredAt: time("answered_at"),
  ...rowColumns(),
});

/** A buyer's withdrawal from an order, one per order; open while `doneAt` is null. */
export const withdrawals = sqliteTable("withdrawals", {
  id: id(),
  orderId: integer("order_id").notNull(),
  name: text("name").notNull(),
  email: text("email").notNull(),
  /** The declaration as sent. */
  statement: text("statement").notNull(),
  /** Whether it arrived after the withdrawal period. */
  late: flag("late").notNull().default(false),
  doneAt: time("done_at"),
  ...rowColumns(),
});

/** Whether an address wants the mails of a topic; without a row, it has never been asked. */
export const mailPreferences = sqliteTable("mail_preferences", {
  id: id(),
  email: text("email").notNull(),
  topic: text("topic", { enum: MAIL_TOPICS }).notNull(),
  wanted: flag("wanted").notNull(),
  ...rowColumns(),
});
