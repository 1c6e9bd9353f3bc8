import type { Database as Sqlite } from "better-sqlite3";
import { openReader } from "../../../db/client.ts";
import type { ReceivedMail } from "../../support/smtp-stub.ts";
import type { Truth } from "./world.ts";

/**
 * lost: an acknowledged or paid record is missing · doubled: a record is duplicated · unpaid: a
 * record has no payment · orphan: a row has no parent · damaged: the database file is corrupt. A
 * finding is one of these words and its subject: "lost: order 2: the delivery mail".
 */
const KINDS = ["lost", "doubled", "unpaid", "orphan", "damaged"];
const MESSAGE_ID = /^message-id:\s*(<[^>]*>)/im;

/** Invariants that hold at any moment. Each query returns its violations. */
const RULES = `
SELECT 'lost: paid session ' || session_id || ' has no paid order' FROM paid
  WHERE session_id NOT IN (SELECT coalesce(session_id, '') FROM sold);
SELECT 'lost: order ' || id || ': product ' || product_id || ' is not granted'
  FROM sold JOIN bought USING (session_id)
  WHERE product_id NOT IN (SELECT product_id FROM granted WHERE order_id = sold.id);
SELECT 'lost: order ' || id || ': ' || total_amount || ' instead of ' || amount || ' cents'
  FROM sold JOIN paid USING (session_id) WHERE total_amount <> amount;
SELECT 'lost: order ' || id || ': the delivery mail' FROM sold JOIN paid USING (session_id)
  WHERE id NOT IN (SELECT order_id FROM deliveries);
-- The mail server refuses nothing, so a dead mail is the store's fault.
SELECT 'lost: order ' || order_id || ': its mail was given up' FROM deliveries WHERE status = 'dead';
SELECT 'lost: acknowledged event ' || id FROM acknowledged
  WHERE id NOT IN (SELECT event_id FROM webhook_events);
SELECT 'doubled: order ' || order_id || ': ' || count(*) || ' mails' FROM deliveries
  GROUP BY order_id HAVING count(*) > 1;
SELECT 'doubled: orders of session ' || session_id FROM sold JOIN paid USING (session_id)
  GROUP BY session_id HAVING count(*) > 1;
-- The history shows what happened twice in the life of one row.
SELECT 'doubled: grants of item ' || row_id FROM changes WHERE table_name = 'order_items'
  AND after ->> 'granted_at' IS NOT NULL AND after ->> 'granted_at' IS NOT before ->> 'granted_at'
  GROUP BY row_id HAVING count(*) > 1;
SELECT 'doubled: payments of order ' || row_id FROM changes WHERE table_name = 'orders'
  AND after ->> 'status' = 'paid' AND before ->> 'status' IS NOT 'paid'
  GROUP BY row_id HAVING count(*) > 1;
SELECT 'doubled: items of order ' || order_id FROM order_items
  GROUP BY order_id, product_id HAVING count(*) > 1;
SELECT 'doubled: rows of event ' || event_id FROM webhook_events
  GROUP BY event_id HAVING count(*) > 1;
SELECT 'doubled: mails with id ' || message_id FROM emails GROUP BY message_id HAVING count(*) > 1;
SELECT 'unpaid: item ' || order_items.id || ' is granted'
  FROM order_items JOIN orders ON orders.id = order_id
  WHERE granted_at IS NOT NULL AND status <> 'paid';
SELECT 'unpaid: mail ' || deliveries.id || ' delivers'
  FROM deliveries JOIN orders ON orders.id = order_id WHERE orders.status <> 'paid';
SELECT 'orphan: ' || "table" || ' ' || rowid || ' refers to no row of ' || parent
  FROM pragma_foreign_key_check;
SELECT 'orphan: mail without order: ' || id FROM deliveries
  WHERE coalesce(order_id, 0) NOT IN (SELECT id FROM orders);
SELECT 'orphan: order without items: ' || id FROM orders
  WHERE id NOT IN (SELECT order_id FROM order_items);
-- A row without an insert in the history was written outside of its transaction.
SELECT 'orphan: not in the history: ' || made.name || ' ' || made.id
  FROM (SELECT 'orders' AS name, id FROM orders UNION ALL SELECT 'order_items', id FROM order_items
    UNION ALL SELECT 'emails', id FROM emails) AS made
  WHERE NOT EXISTS (SELECT 1 FROM changes
    WHERE table_name = made.name AND row_id = made.id AND action = 'insert')`;

/** Invariants of a store that has handled all events, checked against the truth at that time. */
const REST_RULES = `
SELECT 'unpaid: order ' || id || ': grants more than was bought' FROM sold JOIN paid USING (session_id)
  WHERE (SELECT count(*) FROM granted WHERE order_id = sold.id) >
    (SELECT count(*) FROM bought WHERE bought.session_id = sold.session_id);
SELECT 'unpaid: order ' || id || ' is paid, its session ' || coalesce(session_id, '') || ' is not'
  FROM sold WHERE coalesce(session_id, '') NOT IN (SELECT session_id FROM paid);
SELECT 'lost: event ' || event_id || ' is not handled: ' || coalesce(last_error, 'no error')
  FROM webhook_events JOIN acknowledged ON acknowledged.id = event_id WHERE handled_at IS NULL`;

/** Invariants of a store that has sent every mail: each arrived exactly once. */
const MAIL_RULES = `
SELECT 'lost: the mail to ' || recipient FROM emails
  WHERE status <> 'sent' OR message_id NOT IN (SELECT message_id FROM received);
SELECT 'doubled: copies of the mail to ' || recipient FROM received
  GROUP BY recipient HAVING count(*) > 1`;

type Moment = { isAtRest?: boolean; received?: ReceivedMail[] };

/**
 * Compares a store's tables with the truth; returns the findings. Reads plain tables, to share no
 * logic with the code under test. `received` is set only when the store has sent every mail.
 */
export function judge(
  path: string,
  { paid, events }: Truth,
  { isAtRest = false, received }: Moment = {},
): string[] {
  const { sqlite, close } = openReader(path);
  try {
    const damaged = damages(sqlite);
    // Rows of a corrupt database are meaningless.
    if (damaged.length > 0) return damaged;
    const sessions = [...paid];
    const bought = sessions.flatMap(([id, { productIds }]) => productIds.map((one) => [id, one]));
    fill(
      sqlite,
      "paid (session_id TEXT, amount INTEGER)",
      Array.from(paid, ([id, one]) => [id, one.amount]),
    );
    fill(sqlite, "bought (session_id TEXT, product_id INTEGER)", bought);
    fill(
      sqlite,
      "acknowledged (id, unused)",
      Array.from(events, (id) => [id, null]),
    );
    sqlite.exec(`
      CREATE TEMP VIEW sold AS SELECT * FROM orders WHERE status = 'paid';
      CREATE TEMP VIEW deliveries AS SELECT * FROM emails WHERE kind = 'delivery';
      CREATE TEMP VIEW granted AS SELECT * FROM order_items
        WHERE granted_at IS NOT NULL AND revoked_at IS NULL`);
    const mails = received?.map(({ raw, to }) => [MESSAGE_ID.exec(raw)?.[1] ?? "", to[0] ?? ""]);
    if (mails) fill(sqlite, "received (message_id, recipient)", mails);
    const rules = [RULES, ...(isAtRest ? [REST_RULES] : []), ...(mails ? [MAIL_RULES] : [])];
    return rules
      .flatMap((text) => text.split(";"))
      .flatMap((query) => sqlite.prepare<[], string>(query).pluck().all());
  } finally {
    close();
  }
}

/** Returns the corruption that SQLite's integrity check finds. */
function damages(sqlite: Sqlite): string[] {
  try {
    const lines = sqlite.prepare<[], string>("PRAGMA integrity_check").pluck().all();
    return lines.filter((line) => line !== "ok").map((line) => `damaged: ${line}`);
  } catch (error) {
    return [`damaged: ${String(error)}`];
  }
}

/** Counts the findings of each kind: "lost 0, doubled 0 …". */
export function countFindings(found: string[]): string {
  const count = (kind: string) => found.filter((each) => each.startsWith(`${kind}:`)).length;
  return KINDS.map((kind) => `${kind} ${count(kind)}`).join(", ");
}

/** Fills a temporary table; `table` is its name with two columns, as in CREATE TABLE. */
function fill(sqlite: Sqlite, table: string, rows: (string | number | null)[][]): void {
  sqlite.exec(`CREATE TEMP TABLE ${table}`);
  const insert = sqlite.prepare(`INSERT INTO ${table.split(" ")[0]} VALUES (?, ?)`);
  sqlite.transaction(() => rows.forEach((row) => insert.run(...row)))();
}
