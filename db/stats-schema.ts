import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, time } from "./columns.ts";
import { DEVICES, SALES_KINDS, VISIT_KINDS, VISIT_STEPS } from "./enums.ts";

// Numbers of the overview. Days are YYYY-MM-DD in the shop's time zone, amounts integer cents.

/** Changes of the refunded amount of an order or its renewals, written by triggers. */
export const refundEntries = sqliteTable("refund_entries", {
  id: id(),
  orderId: integer("order_id").notNull(),
  /** Null if the order's own payment was refunded. */
  renewalId: integer("renewal_id"),
  /** Negative if a refund failed later. */
  amount: integer("amount").notNull(),
  createdAt: time("created_at").notNull(),
});

/** Paid renewals of subscriptions, one for each payment. */
export const renewals = sqliteTable("renewals", {
  id: id(),
  /** Order that started the subscription. */
  orderId: integer("order_id").notNull(),
  /** Null if the payment renews several products. */
  productId: integer("product_id"),
  paymentIntentId: text("payment_intent_id").notNull().unique(),
  currency: text("currency").notNull(),
  country: text("country"),
  amount: integer("amount").notNull(),
  paidAt: time("paid_at").notNull(),
  refundedAmount: integer("refunded_amount").notNull().default(0),
  /** Time of the last change of `refundedAmount`. */
  refundedAt: time("refunded_at"),
  /** Part of `amount`; null if it was not stored. */
  taxAmount: integer("tax_amount"),
  /** Rate of the tax in millionths; null without tax, or if it is unknown. */
  taxRate: integer("tax_rate"),
});

const sums = () => ({
  kind: text("kind", { enum: SALES_KINDS }).notNull(),
  /**
   * Product id, country, code, host or campaign; empty for `total` and if unknown. For `tax`,
   * country and rate in millionths ("DE:190000"): 0 without tax, empty if unknown.
   */
  value: text("value").notNull(),
  currency: text("currency").notNull(),
  /** Includes renewals, by product, country and tax too; other kinds have no renewals. */
  orders: integer("orders").notNull(),
  revenue: integer("revenue").notNull(),
  /** 0 except for `total` and `tax`. */
  refunds: integer("refunds").notNull(),
  /** Orders that contain a product of the offers. */
  extras: integer("extras").notNull(),
  /** Parts of `revenue` and of `refunds`; 0 except for `tax`. */
  tax: integer("tax").notNull(),
  refundedTax: integer("refunded_tax").notNull(),
});

/** Sums of paid orders and renewals by the day of payment, and of refunds by the day of the refund. */
export const salesDays = sqliteTable(
  "sales_days",
  { day: text("day").notNull(), ...sums() },
  ({ kind, day, value, currency }) => [primaryKey({ columns: [kind, day, value, currency] })],
);

/** `sales_days` by month (YYYY-MM), updated by triggers. */
export const salesMonths = sqliteTable(
  "sales_months",
  { month: text("month").notNull(), ...sums() },
  ({ kind, month, value, currency }) => [primaryKey({ columns: [kind, month, value, currency] })],
);

/** UTC days (days since 1970) whose orders changed after they were summed; set by triggers. */
export const staleDays = sqliteTable("stale_days", {
  day: integer("day").primaryKey(),
  /** Incremented by each change, to detect changes made while the sums are computed. */
  changes: integer("changes").notNull(),
});

/** Counted page views and steps of visitors. */
export const visits = sqliteTable(
  "visits",
  {
    step: text("step", { enum: VISIT_STEPS }).notNull(),
    day: text("day").notNull(),
    path: text("path").notNull(),
    referrer: text("referrer").notNull(),
    utmSource: text("utm_source").notNull(),
    utmCampaign: text("utm_campaign").notNull(),
    device: text("device", { enum: DEVICES }).notNull(),
    count: integer("count").notNull(),
  },
  ({ step, day, path, referrer, utmSource, utmCampaign, device }) => [
    primaryKey({ columns: [step, day, path, referrer, utmSource, utmCampaign, device] }),
  ],
);

/** `visits` by month (YYYY-MM), in total and by each known source; updated by triggers. */
export const visitMonths = sqliteTable(
  "visit_months",
  {
    kind: text("kind", { enum: VISIT_KINDS }).notNull(),
    month: text("month").notNull(),
    value: text("value").notNull(),
    step: text("step", { enum: VISIT_STEPS }).notNull(),
    path: text("path").notNull(),
    device: text("device", { enum: DEVICES }).notNull(),
    count: integer("count").notNull(),
  },
  ({ kind, month, value, step, path, device }) => [
    primaryKey({ columns: [kind, month, value, step, path, device] }),
  ],
);
