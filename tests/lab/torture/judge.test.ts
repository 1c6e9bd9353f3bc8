import { statSync, truncateSync } from "node:fs";
import Database from "better-sqlite3";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../../db/client.ts";
import { insertRow } from "../../../db/record.ts";
import { emails, orderItems, orders } from "../../../db/schema.ts";
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
  addOrders(3);
  run(`INSERT INTO webhook_events
    (event_id, type, payload, handled_at, next_attempt_at, created_at, updated_at)
    VALUES ('evt_1', 'checkout.session.completed', '{}', ${NOW}, ${NOW}, ${NOW}, ${NOW})`);
});

/** Adds paid orders, each with a queued delivery mail, as `fulfil` leaves them. */
function addOrders(count: number): void {
  const [productId = 0] = productIds;
  const now = new Date();
  const author = { actor: "lab", now };
  const db = openDatabase(database);
  db.write((tx) => {
    for (let nth = 1; nth <= count; nth++) {
      const email = `buyer-${nth}@example.com`;
      const { id: orderId } = insertRow(
        tx,
        orders,
        {
          number: `LAB-${nth}`,
          status: "paid",
          sessionId: `cs_test_${nth}`,
          email,
          currency: "usd",
          totalAmount: 1200,
          paidAt: now,
        },
        author,
      );
      const item = { orderId, productId, name: "Pack", price: 1200, type: "digital" as const };
      insertRow(tx, orderItems, { ...item, files: [], grantedAt: now }, author);
      insertRow(
        tx,
        emails,
        {
          uniqueKey: `delivery:${orderId}`,
          kind: "delivery",
          recipient: email,
          orderId,
          data: {},
          messageId: `<${orderId}@lab>`,
          status: "queued",
          nextAttemptAt: now,
        },
        author,
      );
    }
  });
  db.close();
}

/** Changes the database past all rules of the store. */
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

/** Repeats the insert of a row in the history, as an update of `before`. */
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
