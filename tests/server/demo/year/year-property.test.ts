import { expect, test } from "vitest";
import { endCodes } from "../../../../server/demo/year/codes.ts";
import type { SimulatorStore } from "../../../../server/demo/payments/objects.ts";
import { planYear, type YearEvent } from "../../../../server/demo/year/plan.ts";
import { playYear } from "../../../../server/demo/year/play.ts";
import { openYearShop, playForReal, type YearShop } from "../../../support/year-shop.ts";

const NOW = new Date("2026-11-20T20:00:00Z");
const TABLES = [
  "orders",
  "order_items",
  "order_notes",
  "refunds",
  "refund_entries",
  "renewals",
  "subscription_records",
  "emails",
  "contact_submissions",
  "users",
];

test.each([1, 2])("plan %i writes the rows that the same real events write", async (seed) => {
  const events = shortened(planYear(NOW.getTime(), seed));
  const [played, real] = [await openYearShop(), await openYearShop()];
  const webhookUrl = "http://localhost:3000/api/stripe/webhook";
  const provider = played.db.write((tx) =>
    playYear(tx, played.deps, { events, now: NOW, webhookUrl }),
  );
  await playForReal(real, events);
  endCodes(real.simulator.context, NOW);
  expect(new Set(events.map(({ kind }) => kind)).size).toBe(10);
  for (const table of TABLES) expect(rowsOf(played, table)).toEqual(rowsOf(real, table));
  expect(historyOf(played)).toEqual(historyOf(real));
  expect(recordsOf(provider)).toEqual(recordsOf(real.simulator.context.store));
});

/** The provider's records, except events and stored answers, which expire. */
function recordsOf(provider: SimulatorStore): unknown {
  const records = provider
    .entries()
    .filter(({ kind }) => kind !== "event" && kind !== "idempotency");
  return JSON.parse(withoutRandom(JSON.stringify(Object.groupBy(records, ({ kind }) => kind))));
}

/** Keeps some orders of each kind with all of their events, and some messages. */
function shortened(events: YearEvent[]): YearEvent[] {
  const ordersOf = (kind: YearEvent["kind"], count: number) =>
    events
      .flatMap((event) => (event.kind === kind && "order" in event ? event.order : []))
      .slice(-count);
  const bought = events.filter((event) => event.kind === "order");
  const coded = bought.filter(({ code }) => code !== null).slice(0, 2);
  const upgraded = bought.filter(({ from }) => from === "/account").slice(-3);
  const browsers = new Set([...coded, ...upgraded].map(({ buyer }) => buyer.browser));
  const chosen = new Set([
    ...ordersOf("refund", 4),
    ...ordersOf("dispute", 3),
    ...ordersOf("expire", 2),
    ...ordersOf("cancel", 1),
    ...bought.filter(({ buyer }) => browsers.has(buyer.browser)).map(({ order }) => order),
  ]);
  const emails = bought.filter(({ order }) => chosen.has(order)).map(({ buyer }) => buyer.email);
  emails.push(
    ...events.flatMap((event) => (event.kind === "account" ? event.email : [])).slice(0, 2),
  );
  return events.filter((event, index) => {
    if ("order" in event) return chosen.has(event.order);
    if (event.kind === "account") return emails.includes(event.email);
    return index % 3 === 0 || (event.kind === "message" && event.isSpam);
  });
}

/** Rows without what is random: ids of the provider, numbers, keys and hashes. */
function rowsOf({ db }: YearShop, table: string): unknown[] {
  const rows = db.sqlite.prepare<[], object>(`SELECT * FROM ${table} ORDER BY id`).all();
  return rows.map((row) => {
    // A repeated webhook uses up an id.
    const values = table === "renewals" ? { ...row, id: 0 } : row;
    return JSON.parse(withoutRandom(JSON.stringify(values)));
  });
}

function historyOf({ db }: YearShop): unknown[] {
  const changes = db.sqlite.prepare(
    `SELECT table_name, row_id, action, actor, created_at FROM changes
     WHERE table_name IN (${TABLES.map((name) => `'${name}'`).join()}) ORDER BY table_name, row_id, id`,
  );
  return changes.all();
}

function withoutRandom(text: string): string {
  return text
    .replaceAll(/<[0-9a-f-]{36}@shop>/g, "MESSAGE")
    .replaceAll(/\b(cs_test|ch|coupon|cus|dp|in|inpay|pi|prod|promo|re|sub)_[0-9a-f]+/g, "$1")
    .replaceAll(/\b[2-9A-HJKMNP-TW-Z]{4}-[2-9A-HJKMNP-TW-Z]{4}\b/g, "NUMBER")
    .replaceAll(/\b[0-9A-F]{8}-(\d{4})\b/g, "INVOICE-$1")
    .replaceAll(/"checkout_key":"\w+"/g, '"checkout_key":"KEY"');
}
