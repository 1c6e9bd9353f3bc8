import { notInArray } from "drizzle-orm";
import { contactSubmissions, mailPreferences, withdrawals } from "../../../db/buyer-schema.ts";
import { CACHE_KIB, type Transaction } from "../../../db/client.ts";
import { type Author, eraseRow, eraseRows } from "../../../db/record.ts";
import {
  emails,
  identities,
  orderItems,
  orderNotes,
  orders,
  refunds,
  sessions,
  subscriptionRecords,
  users,
} from "../../../db/schema.ts";
import { storeFacts, webhookEvents } from "../../../db/store-schema.ts";
import type { Deps } from "../../deps.ts";
import { DEMO_PAST, findPast } from "../../domain/public-reads.ts";
import type { SimulatorStore } from "../payments/objects.ts";
import { planYear } from "./plan.ts";
import { type PlayDeps, playYear } from "./play.ts";

const FILL_CACHE_KIB = 64_000;
/** Tables with a history that hold a shop's past. */
const RECORDS = [
  orderNotes,
  refunds,
  withdrawals,
  emails,
  subscriptionRecords,
  orderItems,
  orders,
  contactSubmissions,
  mailPreferences,
  webhookEvents,
];
/** Tables without a history. The sums are last, because deleting other rows changes them. */
const COUNTS = [
  "unreported_sales",
  "renewals",
  "refund_entries",
  "sample_downloads",
  "visits",
  "visit_months",
  "sales_days",
  "sales_months",
  "stale_days",
];

export type PastShop = PlayDeps &
  Pick<Deps, "db"> & {
    /** Records of the simulated payment provider. */
    payments: SimulatorStore;
    webhookUrl: string;
  };

/** Fills a demo that has no orders, unless its visitor has chosen an empty shop. */
export function fillNewShop(shop: PastShop, now = new Date()): void {
  const hasOrders = shop.db.select({ id: orders.id }).from(orders).limit(1).get() !== undefined;
  if (!hasOrders && findPast(shop.db) === undefined) replacePast(shop, "year", now);
}

/**
 * Replaces orders, customers, messages, mails and visits with those of a sample year until now, or
 * with none, in one transaction. Products, content, settings and administrators stay.
 */
export function replacePast(shop: PastShop, value: "year" | "empty", now = new Date()): void {
  const { db } = shop;
  // The transaction changes most pages of the database, which would be written several times.
  db.sqlite.pragma(`cache_size = -${FILL_CACHE_KIB}`);
  try {
    db.write((tx) => {
      erasePast(tx, { actor: "demo", now });
      if (value === "year") fillPast(tx, shop, now);
      else shop.payments.reset([]);
      const fact = tx.insert(storeFacts).values({ name: DEMO_PAST, value });
      fact.onConflictDoUpdate({ target: storeFacts.name, set: { value } }).run();
      tx.touched.add("store_facts");
    });
  } finally {
    db.sqlite.pragma(`cache_size = -${CACHE_KIB}`);
  }
}

function fillPast(tx: Transaction, shop: PastShop, now: Date): void {
  const events = planYear(now.getTime());
  const { webhookUrl } = shop;
  shop.payments.reset(playYear(tx, shop, { events, now, webhookUrl }).entries());
}

function erasePast(tx: Transaction, author: Author): void {
  // Orders and items refer to each other.
  tx.sqlite.pragma("defer_foreign_keys = ON");
  for (const table of RECORDS) eraseRows(tx, table, undefined, author);
  const signedIn = tx.select({ id: sessions.userId }).from(sessions);
  const linked = tx.select({ id: identities.userId }).from(identities);
  const others = tx
    .select({ id: users.id, isAdmin: users.isAdmin })
    .from(users)
    .where(notInArray(users.id, signedIn.union(linked)))
    .all();
  for (const { id, isAdmin } of others) if (!isAdmin) eraseRow(tx, users, id, author);
  for (const table of COUNTS) tx.sqlite.exec(`DELETE FROM ${table}`);
}
