import { statSync, truncateSync } from "node:fs";
import Database from "better-sqlite3";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { judge } from "./judge.ts";
import { addPacks, makeFolder, removeFolder, type Truth } from "./world.ts";

const PAID = ["cs_test_1", "cs_test_2", "cs_test_3"];
const UNKNOWN = "cs_test_unknown";
const NOW = 1_795_000_000_000;

let database: string;
let productIds: number[];

beforeEach(async () => {
  const dataDir = makeFolder();
  onTestFinished(() => removeFolder(dataDir));
  ({ database } = pathsOf(dataDir));
  ({ productIds } = await addPacks(dataDir));
  for (const nth of [1, 2, 3]) run(paidOrder(nth, productIds[0] ?? 0));
  run(`INSERT INTO webhook_events
    (event_id, type, payload, handled_at, next_attempt_at, created_at, updated_at)
    VALUES ('evt_1', 'checkout.session.completed', '{}', ${NOW}, ${NOW}, ${NOW}, ${NOW})`);
});

/** SQL for the nth paid order with its item, queued mail and history, as written by `fulfil`. */
const paidOrder = (nth: number, productId: number) => `
  INSERT INTO orders (id, number, status, session_id, currency, total_amount, created_at, updated_at)
    VALUES (${nth}, 'LAB-${nth}', 'paid', 'cs_test_${nth}', 'usd', 1200, ${NOW}, ${NOW});
  INSERT INTO order_items (id, order_id, product_id, name, price, type, granted_at, created_at, updated_at)
    VALUES (${nth}, ${nth}, ${productId}, 'Pack', 1200, 'digital', ${NOW}, ${NOW}, ${NOW});
  INSERT INTO emails (id, unique_key, kind, recipient, order_id, message_id, status, next_attempt_at,
      created_at, updated_at)
    VALUES (${nth}, 'delivery:${nth}', 'delivery', 'buyer-${nth}@example.com', ${nth}, '<${nth}@lab>',
      'queued', ${NOW}, ${NOW}, ${NOW});
  INSERT INTO changes (table_name, row_id, action, actor, after, created_at, updated_at)
    VALUES ('orders', ${nth}, 'insert', 'lab', '{"status":"paid"}', ${NOW}, ${NOW}),
      ('order_items', ${nth}, 'insert', 'lab', '{"granted_at":${NOW}}', ${NOW}, ${NOW}),
      ('emails', ${nth}, 'insert', 'lab', '{}', ${NOW}, ${NOW});`;

/** Changes the database without foreign keys and SQLite's safety checks. */
function run(sql: string): void {
  const sqlite = new Database(database);
  sqlite.pragma("foreign_keys = OFF");
  sqlite.unsafeMode();
  sqlite.exec(sql);
  sqlite.close();
}

function judged(paid = PAID): string[] {
  const bought = { productIds: productIds.slice(0, 1), amount: 1200 };
  const truth: Truth = {
    paid: new Map(paid.map((id) => [id, bought])),
    events: new Set(["evt_1"]),
  };
  return judge(database, truth, { isAtRest: true });
}

/** SQL that adds a second change record to a row's history: an update from `before`. */
const updateAgain = (table: string, before: string) => `
  INSERT INTO changes (table_name, row_id, action, actor, before, after, created_at, updated_at)
  SELECT table_name, row_id, 'update', actor, '${before}', after, created_at, updated_at
  FROM changes WHERE table_name = '${table}' AND row_id = 1 AND action = 'insert'`;

test.each([
  ["SELECT 1", undefined],
  ["DELETE FROM emails WHERE order_id = 2", "lost: order 2: the delivery mail"],
  ["UPDATE emails SET status = 'dead' WHERE id = 2", "lost: order 2: its mail was given up"],
  [
    "UPDATE order_items SET granted_at = NULL WHERE order_id = 2",
    "lost: order 2: product 1 is not granted",
  ],
  ["UPDATE orders SET total_amount = 1 WHERE id = 3", "lost: order 3: 1 instead of 1200 cents"],
  ["DELETE FROM webhook_events", "lost: acknowledged event evt_1"],
  [
    "UPDATE webhook_events SET handled_at = NULL, last_error = 'no answer'",
    "lost: event evt_1 is not handled: no answer",
  ],
  [updateAgain("order_items", `{"granted_at":null}`), "doubled: grants of item 1"],
  [updateAgain("orders", `{"status":"open"}`), "doubled: payments of order 1"],
  [
    "DELETE FROM changes WHERE table_name = 'order_items' AND row_id = 2",
    "orphan: not in the history: order_items 2",
  ],
])("%s: %s", (damage, finding) => {
  run(damage);
  expect(judged()).toEqual(finding ? [finding] : []);
});

test("a paid session without an order is lost", () => {
  expect(judged([...PAID, UNKNOWN])).toEqual([`lost: paid session ${UNKNOWN} has no paid order`]);
});

test("an order whose session is not paid is unpaid", () => {
  const finding = "unpaid: order 3 is paid, its session cs_test_3 is not";
  expect(judged(PAID.slice(0, 2))).toEqual([finding]);
});

test("a file that ends too early is damaged", () => {
  truncateSync(database, statSync(database).size / 2);
  expect(judged().every((finding) => finding.startsWith("damaged:"))).toBe(true);
});
