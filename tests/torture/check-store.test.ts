import { statSync, truncateSync } from "node:fs";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { checkStore, type Truth } from "./check/check-store.ts";
import { queueMails } from "./mails/queue.ts";
import { type DataDir, makeDataDir } from "./shared/data-dir.ts";

const sessionId = (nth: number) => `cs_test_${String(nth).padStart(12, "0")}`;
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
    paid: new Map([1, 2, 3].map((nth) => [sessionId(nth), bought])),
    acknowledgedEvents: new Set(["evt_1"]),
    acknowledgedSessions: new Set([sessionId(1)]),
  };
});

/** Changes the database behind the store's back, past all its rules. */
function run(sql: string): void {
  const sqlite = new Database(dataDir.database);
  sqlite.pragma("foreign_keys = OFF");
  sqlite.unsafeMode();
  sqlite.exec(sql);
  sqlite.close();
}

const check = () => checkStore(dataDir.database, truth);
const kinds = () => [...new Set(check().map(({ kind }) => kind))];

/** Copies a row under another id, with some columns changed. */
function copyRow(table: string, id: number, changes: Record<string, string | number>): void {
  const sqlite = new Database(dataDir.database);
  sqlite.pragma("foreign_keys = OFF");
  const row = sqlite.prepare<[number], object>(`SELECT * FROM ${table} WHERE id = ?`).get(id);
  const { id: _id, ...copy } = { ...row, id, ...changes };
  const names = Object.keys(copy);
  const marks = names.map(() => "?").join(", ");
  sqlite
    .prepare(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${marks})`)
    .run(...Object.values(copy));
  sqlite.close();
}

test("a store that did everything right has no findings", () => {
  expect(check()).toEqual([]);
});

describe("lost", () => {
  test("an order that is gone", () => {
    run(`DELETE FROM emails WHERE order_id = 1; DELETE FROM order_items WHERE order_id = 1;
         DELETE FROM orders WHERE id = 1`);
    expect(check()).toEqual([
      { kind: "lost", what: `paid session ${sessionId(1)} has no paid order` },
      { kind: "lost", what: `${sessionId(1)}, which a buyer was told is paid` },
    ]);
  });

  test("a mail that is missing", () => {
    run("DELETE FROM emails WHERE order_id = 2");
    expect(check()).toEqual([{ kind: "lost", what: "order 2: the delivery mail" }]);
  });

  test("a mail that was given up", () => {
    run("UPDATE emails SET status = 'dead' WHERE order_id = 2");
    expect(check()).toEqual([{ kind: "lost", what: "order 2: its mail was given up" }]);
  });

  test("a product that is not granted", () => {
    run("UPDATE order_items SET granted_at = NULL WHERE order_id = 2");
    expect(check()).toEqual([
      { kind: "lost", what: `order 2: product ${dataDir.productIds[0]} is not granted` },
    ]);
  });

  test("an acknowledged event that is gone, or was never handled", () => {
    run("UPDATE webhook_events SET handled_at = NULL, last_error = 'no answer'");
    truth.acknowledgedEvents.add("evt_2");
    expect(check()).toEqual([
      { kind: "lost", what: "event evt_1 is not handled: no answer" },
      { kind: "lost", what: "acknowledged event evt_2" },
    ]);
  });

  test("money that does not add up", () => {
    run("UPDATE orders SET total_amount = 1 WHERE id = 3");
    expect(check()).toEqual([{ kind: "lost", what: "order 3: 1 instead of 1200 cents" }]);
  });
});

describe("doubled", () => {
  test("a grant that was given twice", () => {
    copyRow("changes", changeOf("order_items"), {
      action: "update",
      before: `{"granted_at":null}`,
    });
    expect(check()).toEqual([{ kind: "doubled", what: "grants of item 1" }]);
  });

  test("an order that was paid twice", () => {
    copyRow("changes", changeOf("orders"), { action: "update", before: `{"status":"open"}` });
    expect(check()).toEqual([{ kind: "doubled", what: "payments of order 1" }]);
  });

  test("a second mail of one order", () => {
    const mail = { unique_key: "again", message_id: "<again@papercub>" };
    copyRow("emails", 1, mail);
    expect(check()).toContainEqual({ kind: "doubled", what: "order 1: 2 mails" });
  });

  /** The change that tells of the making of the table's first row. */
  function changeOf(table: string): number {
    const sqlite = new Database(dataDir.database, { readonly: true });
    const id = sqlite
      .prepare<[string], number>(
        "SELECT id FROM changes WHERE table_name = ? AND row_id = 1 AND action = 'insert'",
      )
      .pluck()
      .get(table);
    sqlite.close();
    return id ?? 0;
  }
});

describe("unpaid", () => {
  test("a paid order whose session was not paid", () => {
    truth.paid.delete(sessionId(3));
    expect(check()).toEqual([
      { kind: "unpaid", what: `order 3 is paid, its session ${sessionId(3)} is not` },
    ]);
  });

  test("a grant and a mail of an order that is not paid", () => {
    run("UPDATE orders SET status = 'open' WHERE id = 3");
    truth.paid.delete(sessionId(3));
    expect(check()).toEqual([
      { kind: "unpaid", what: "item 3 is granted" },
      { kind: "unpaid", what: "mail 3 delivers" },
    ]);
  });

  test("more products than were bought", () => {
    truth.paid.set(sessionId(2), { productIds: [], amount: 1200 });
    expect(check()).toEqual([{ kind: "unpaid", what: "order 2: grants more than was bought" }]);
  });
});

describe("rows and files", () => {
  test("an item and a mail whose order is gone are orphans", () => {
    run("DELETE FROM orders WHERE id = 3");
    truth.paid.delete(sessionId(3));
    expect(kinds()).toEqual(["orphan"]);
    expect(check()).toContainEqual({ kind: "orphan", what: "item without order: 3" });
    expect(check()).toContainEqual({ kind: "orphan", what: "mail without order: 3" });
  });

  test("a row that was written without its note is an orphan", () => {
    run("DELETE FROM changes WHERE table_name = 'order_items' AND row_id = 2");
    expect(check()).toEqual([{ kind: "orphan", what: "item without a note of its making: 2" }]);
  });

  test("an index that disagrees with its table is damage, and nothing else is said", () => {
    run(`PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = 'CREATE INDEX orders_status ON orders (number, id)'
      WHERE name = 'orders_status'`);
    expect(kinds()).toEqual(["damaged"]);
  });

  test("a file that ends too early is damage", () => {
    truncateSync(dataDir.database, statSync(dataDir.database).size / 2);
    expect(kinds()).toEqual(["damaged"]);
  });
});
