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

/** SQL that writes the table's row of this id again, with some columns changed. */
function copyRow(table: string, where: string, changes: Record<string, string>): string {
  const columns = onDatabase((sqlite) =>
    sqlite
      .prepare<[], string>(`SELECT name FROM pragma_table_info('${table}') WHERE name <> 'id'`)
      .pluck()
      .all(),
  );
  const values = columns.map((name) => (name in changes ? `'${changes[name]}'` : name));
  return `INSERT INTO ${table} (${columns.join()}) SELECT ${values.join()} FROM ${table} WHERE ${where}`;
}

const madeFirst = (table: string) => `table_name = '${table}' AND row_id = 1 AND action = 'insert'`;

test("a store that did everything right has no findings", () => {
  expect(check()).toEqual([]);
});

describe("what is found of", () => {
  test.each<[string, string | (() => string), string[]]>([
    [
      "an order that is gone",
      `DELETE FROM emails WHERE order_id = 1; DELETE FROM order_items WHERE order_id = 1;
       DELETE FROM orders WHERE id = 1`,
      [
        `lost: paid session ${FIRST} has no paid order`,
        `lost: ${FIRST}, which a buyer was told is paid`,
      ],
    ],
    [
      "a mail that is missing",
      "DELETE FROM emails WHERE order_id = 2",
      ["lost: order 2: the delivery mail"],
    ],
    [
      "a mail that was given up",
      "UPDATE emails SET status = 'dead' WHERE order_id = 2",
      ["lost: order 2: its mail was given up"],
    ],
    [
      "a product that is not granted",
      "UPDATE order_items SET granted_at = NULL WHERE order_id = 2",
      ["lost: order 2: product 1 is not granted"],
    ],
    [
      "an acknowledged event that is gone",
      "DELETE FROM webhook_events",
      ["lost: acknowledged event evt_1"],
    ],
    [
      "an acknowledged event that was never handled",
      "UPDATE webhook_events SET handled_at = NULL, last_error = 'no answer'",
      ["lost: event evt_1 is not handled: no answer"],
    ],
    [
      "money that does not add up",
      "UPDATE orders SET total_amount = 1 WHERE id = 3",
      ["lost: order 3: 1 instead of 1200 cents"],
    ],
    [
      "a grant that was given twice",
      () =>
        copyRow("changes", madeFirst("order_items"), {
          action: "update",
          before: `{"granted_at":null}`,
        }),
      ["doubled: grants of item 1"],
    ],
    [
      "an order that was paid twice",
      () =>
        copyRow("changes", madeFirst("orders"), { action: "update", before: `{"status":"open"}` }),
      ["doubled: payments of order 1"],
    ],
    [
      "a second mail of one order, written without its note",
      () => copyRow("emails", "id = 1", { unique_key: "again", message_id: "<again@papercub>" }),
      ["doubled: order 1: 2 mails", "orphan: without a note of its making: emails 4"],
    ],
    [
      "a row that was written without its note",
      "DELETE FROM changes WHERE table_name = 'order_items' AND row_id = 2",
      ["orphan: without a note of its making: order_items 2"],
    ],
  ])("%s", (_what, damage, found) => {
    run(typeof damage === "string" ? damage : damage());
    expect(check()).toEqual(found);
  });

  test("a paid order whose session was not paid", () => {
    truth.paid.delete(THIRD);
    expect(check()).toEqual([`unpaid: order 3 is paid, its session ${THIRD} is not`]);
  });

  test("a grant and a mail of an order that is not paid", () => {
    run("UPDATE orders SET status = 'open' WHERE id = 3");
    truth.paid.delete(THIRD);
    expect(check()).toEqual(["unpaid: item 3 is granted", "unpaid: mail 3 delivers"]);
  });

  test("more products than were bought", () => {
    truth.paid.set(SECOND, { productIds: [], amount: 1200 });
    expect(check()).toEqual(["unpaid: order 2: grants more than was bought"]);
  });

  test("an item and a mail whose order is gone", () => {
    run("DELETE FROM orders WHERE id = 3");
    truth.paid.delete(THIRD);
    const found = check();
    expect(found.filter((each) => !each.startsWith("orphan:"))).toEqual([]);
    expect(found).toContain("orphan: item without order: 3");
    expect(found).toContain("orphan: mail without order: 3");
  });

  test("an index that disagrees with its table: damage, and nothing else is said", () => {
    run(`PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = 'CREATE INDEX orders_status ON orders (number, id)'
      WHERE name = 'orders_status'`);
    expect(new Set(check().map((each) => each.split(":")[0]))).toEqual(new Set(["damaged"]));
  });

  test("a file that ends too early: damage, and nothing else is said", () => {
    truncateSync(dataDir.database, statSync(dataDir.database).size / 2);
    expect(new Set(check().map((each) => each.split(":")[0]))).toEqual(new Set(["damaged"]));
  });
});

describe("mails that were sent", () => {
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

  test("a mail that was given up is lost", () => {
    run("UPDATE emails SET status = 'dead', last_error = 'too often' WHERE id = 2");
    expect(checkTaken().found).toEqual([
      "lost: the mail to buyer-2@example.com is dead: too often",
    ]);
  });

  test("copies are counted and may not be more than allowed", () => {
    taken.push(...taken.slice(0, 1), ...taken.slice(0, 1));
    expect(checkTaken(2)).toEqual({ found: [], duplicates: 2, mostCopies: 3 });
    expect(checkTaken(1).found).toEqual(["doubled: 2 copies, where 1 may be"]);
  });

  test("a copy under another Message-ID is a second mail", () => {
    taken.push({ recipient: "buyer-1@example.com", messageId: "<other@papercub>" });
    expect(checkTaken(1).found).toEqual([
      "doubled: Message-IDs of the mail to buyer-1@example.com",
    ]);
  });
});
