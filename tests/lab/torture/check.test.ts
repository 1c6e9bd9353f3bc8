import { statSync, truncateSync } from "node:fs";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { checkMails, checkStore, type TakenMail, type Truth } from "./check.ts";
import { queueMails } from "./mails.ts";
import { type DataDir, makeDataDir } from "./shop.ts";

const SESSIONS = [1, 2, 3].map((nth) => `cs_test_${String(nth).padStart(12, "0")}`);
const [FIRST = "", SECOND = "", THIRD = ""] = SESSIONS;
const NOW = 1_795_000_000_000;

let dataDir: DataDir;
let truth: Truth;

beforeEach(async () => {
  dataDir = await makeDataDir();
  onTestFinished(() => dataDir.remove());
  queueMails(dataDir, 3);
  run(`INSERT INTO webhook_events
    (event_id, type, payload, handled_at, next_attempt_at, created_at, updated_at)
    VALUES ('evt_1', 'checkout.session.completed', '{}', ${NOW}, ${NOW}, ${NOW}, ${NOW})`);
  const bought = { productIds: dataDir.productIds.slice(0, 1), amount: 1200 };
  truth = {
    paid: new Map(SESSIONS.map((id) => [id, bought])),
    acknowledgedEvents: new Set(["evt_1"]),
    acknowledgedSessions: new Set([FIRST]),
  };
});

/** Works on the database behind the store's back, past all its rules. */
function onDatabase<Result>(work: (sqlite: Database.Database) => Result): Result {
  const sqlite = new Database(dataDir.database);
  sqlite.pragma("foreign_keys = OFF");
  sqlite.unsafeMode();
  const result = work(sqlite);
  sqlite.close();
  return result;
}

const run = (sql: string) => void onDatabase((sqlite) => sqlite.exec(sql));
const check = () => checkStore(dataDir.database, truth);
const kindsOf = (found: string[]) => [...new Set(found.map((each) => each.split(":")[0]))];

/** SQL that writes a change of a table's first row once more, as an update of what was `before`. */
const updateAgain = (table: string, before: string) => `
  INSERT INTO changes (table_name, row_id, action, actor, before, after, created_at, updated_at)
  SELECT table_name, row_id, 'update', actor, '${before}', after, created_at, updated_at
  FROM changes WHERE table_name = '${table}' AND row_id = 1 AND action = 'insert'`;

/** What is done to the store, by what must be found of it. */
const DAMAGES = {
  "lost: order 2: the delivery mail": "DELETE FROM emails WHERE order_id = 2",
  "lost: order 2: its mail was given up": "UPDATE emails SET status = 'dead' WHERE order_id = 2",
  "lost: order 2: product 1 is not granted":
    "UPDATE order_items SET granted_at = NULL WHERE order_id = 2",
  "lost: order 3: 1 instead of 1200 cents": "UPDATE orders SET total_amount = 1 WHERE id = 3",
  "lost: acknowledged event evt_1": "DELETE FROM webhook_events",
  "lost: event evt_1 is not handled: no answer":
    "UPDATE webhook_events SET handled_at = NULL, last_error = 'no answer'",
  "doubled: grants of item 1": updateAgain("order_items", `{"granted_at":null}`),
  "doubled: payments of order 1": updateAgain("orders", `{"status":"open"}`),
  "orphan: without a note of its making: order_items 2":
    "DELETE FROM changes WHERE table_name = 'order_items' AND row_id = 2",
};

test("a store that did everything right has no findings", () => {
  expect(check()).toEqual([]);
});

test.each(Object.entries(DAMAGES))("%s", (found, damage) => {
  run(damage);
  expect(check()).toEqual([found]);
});

test("an order that is gone is lost, and so is what its buyer was told", () => {
  run(`DELETE FROM emails WHERE order_id = 1; DELETE FROM order_items WHERE order_id = 1;
       DELETE FROM orders WHERE id = 1`);
  expect(check()).toEqual([
    `lost: paid session ${FIRST} has no paid order`,
    `lost: ${FIRST}, which a buyer was told is paid`,
  ]);
});

test("a second mail of one order is one too many", () => {
  run(`INSERT INTO emails (unique_key, kind, recipient, order_id, data, message_id, status,
         next_attempt_at, created_at, updated_at)
       SELECT 'again', kind, recipient, order_id, data, '<again@papercub>', status,
         next_attempt_at, created_at, updated_at FROM emails WHERE id = 1`);
  expect(check()).toContain("doubled: order 1: 2 mails");
});

test("a paid order whose session was not paid is unpaid", () => {
  truth.paid.delete(THIRD);
  expect(check()).toEqual([`unpaid: order 3 is paid, its session ${THIRD} is not`]);
});

test("a grant and a mail of an order that is not paid are unpaid", () => {
  run("UPDATE orders SET status = 'open' WHERE id = 3");
  truth.paid.delete(THIRD);
  expect(check()).toEqual(["unpaid: item 3 is granted", "unpaid: mail 3 delivers"]);
});

test("more products than were bought are unpaid", () => {
  truth.paid.set(SECOND, { productIds: [], amount: 1200 });
  expect(check()).toEqual(["unpaid: order 2: grants more than was bought"]);
});

test("an item and a mail whose order is gone are orphans", () => {
  run("DELETE FROM orders WHERE id = 3");
  truth.paid.delete(THIRD);
  const found = check();
  expect(kindsOf(found)).toEqual(["orphan"]);
  expect(found).toContain("orphan: item without order: 3");
  expect(found).toContain("orphan: mail without order: 3");
});

test("an index that disagrees with its table is damage, and nothing else is said", () => {
  run(`PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = 'CREATE INDEX orders_status ON orders (number, id)'
    WHERE name = 'orders_status'`);
  expect(kindsOf(check())).toEqual(["damaged"]);
});

test("a file that ends too early is damage", () => {
  truncateSync(dataDir.database, statSync(dataDir.database).size / 2);
  expect(kindsOf(check())).toEqual(["damaged"]);
});

describe("of mails that were sent", () => {
  let taken: TakenMail[];

  beforeEach(() => {
    taken = onDatabase((sqlite) => {
      sqlite.exec("UPDATE emails SET status = 'sent'");
      const select = "SELECT message_id AS messageId, recipient FROM emails ORDER BY id";
      return sqlite.prepare<[], TakenMail>(select).all();
    });
  });

  const checkTaken = (allowedDuplicates = 0) =>
    checkMails(dataDir.database, { taken, allowedDuplicates });

  test("every mail once is fine", () => {
    expect(checkTaken()).toEqual({ found: [], duplicates: 0, mostCopies: 1 });
  });

  test("a mail that no server received is lost, whatever its row says", () => {
    taken.pop();
    expect(checkTaken().found).toEqual(["lost: the mail to buyer-3@example.com"]);
  });

  test("a mail whose row is gone is lost", () => {
    run("DELETE FROM emails WHERE id = 3");
    taken.pop();
    expect(checkTaken().found).toEqual(["lost: order 3: the delivery mail"]);
  });

  test("a mail that was given up is lost", () => {
    run("UPDATE emails SET status = 'dead', last_error = 'too often' WHERE id = 2");
    const lost = "lost: the mail to buyer-2@example.com is dead: too often";
    expect(checkTaken().found).toEqual([lost]);
  });

  test("copies are counted and may not be more than allowed", () => {
    taken.push(...taken.slice(0, 1), ...taken.slice(0, 1));
    expect(checkTaken(2)).toEqual({ found: [], duplicates: 2, mostCopies: 3 });
    expect(checkTaken(1).found).toEqual(["doubled: 2 copies, where 1 may be"]);
  });

  test("a copy under another Message-ID is a second mail", () => {
    taken.push({ recipient: "buyer-1@example.com", messageId: "<other@papercub>" });
    const doubled = "doubled: Message-IDs of the mail to buyer-1@example.com";
    expect(checkTaken(1).found).toEqual([doubled]);
  });
});
