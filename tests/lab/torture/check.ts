import type { Database as Sqlite } from "better-sqlite3";
import { openReader } from "../../../db/client.ts";

/** What really happened, as the payment provider and the buyers know it. */
export type Truth = {
  /** Sessions that were paid, with the products and the amount (cents) of each. */
  paid: Map<string, { productIds: number[]; amount: number }>;
  /** Ids of the events whose webhook was answered 2xx. */
  acknowledgedEvents: Set<string>;
  /** Sessions that a buyer was told are paid. */
  acknowledgedSessions: Set<string>;
};

/** A mail as the mail server took it, once for each time. */
export type TakenMail = { messageId: string; recipient: string };

/**
 * lost: something acknowledged or paid for is not there · doubled: it is there twice · unpaid: it
 * is there without a payment · orphan: a row that belongs to nothing · damaged: the file itself.
 * A finding is one of these words and what it is about: "lost: order 2: the delivery mail".
 */
const KINDS = ["lost", "doubled", "unpaid", "orphan", "damaged"];

/** What the shop's tables must say of `paid`, `bought` and `told`; each query yields findings. */
const STORE_RULES = `
SELECT 'lost: paid session ' || session_id || ' has no paid order' FROM paid
  WHERE session_id NOT IN (SELECT coalesce(session_id, '') FROM sold);
SELECT 'lost: order ' || id || ': product ' || product_id || ' is not granted'
  FROM sold JOIN bought USING (session_id)
  WHERE product_id NOT IN (SELECT product_id FROM granted WHERE order_id = sold.id);
SELECT 'unpaid: order ' || id || ': grants more than was bought' FROM sold JOIN paid USING (session_id)
  WHERE (SELECT count(*) FROM granted WHERE order_id = sold.id) >
    (SELECT count(*) FROM bought WHERE bought.session_id = sold.session_id);
SELECT 'lost: order ' || id || ': ' || total_amount || ' instead of ' || amount || ' cents'
  FROM sold JOIN paid USING (session_id) WHERE total_amount <> amount;
SELECT 'lost: order ' || id || ': the delivery mail' FROM sold JOIN paid USING (session_id)
  WHERE id NOT IN (SELECT order_id FROM deliveries);
-- No mail server refuses anything here: what made the store give up was its own doing.
SELECT 'lost: order ' || order_id || ': its mail was given up' FROM deliveries WHERE status = 'dead';
SELECT 'doubled: order ' || order_id || ': ' || count(*) || ' mails' FROM deliveries
  GROUP BY order_id HAVING count(*) > 1;
SELECT 'doubled: orders of session ' || session_id FROM sold JOIN paid USING (session_id)
  GROUP BY session_id HAVING count(*) > 1;
SELECT 'lost: ' || id || ', which a buyer was told is paid' FROM told
  WHERE kind = 'sessions' AND id NOT IN (SELECT coalesce(session_id, '') FROM sold);
SELECT 'unpaid: order ' || id || ' is paid, its session ' || coalesce(session_id, '') || ' is not'
  FROM sold WHERE coalesce(session_id, '') NOT IN (SELECT session_id FROM paid);
SELECT 'lost: acknowledged event ' || id FROM told
  WHERE kind = 'events' AND id NOT IN (SELECT event_id FROM webhook_events);
SELECT 'lost: event ' || event_id || ' is not handled: ' || coalesce(last_error, 'no error')
  FROM webhook_events JOIN told ON told.id = event_id WHERE kind = 'events' AND handled_at IS NULL;
-- What happened more often than once in the life of a row: its present state cannot tell.
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
  FROM deliveries JOIN orders ON orders.id = order_id WHERE orders.status <> 'paid'`;

/** Rows that belong to nothing, by SQLite's own foreign keys and by the shop's rules. */
const ORPHAN_RULES = `
SELECT 'orphan: ' || "table" || ' ' || rowid || ' refers to no row of ' || parent
  FROM pragma_foreign_key_check;
SELECT 'orphan: item without order: ' || id FROM order_items
  WHERE order_id NOT IN (SELECT id FROM orders);
SELECT 'orphan: item without product: ' || id FROM order_items
  WHERE product_id NOT IN (SELECT id FROM products);
SELECT 'orphan: mail without order: ' || id FROM emails
  WHERE kind = 'delivery' AND coalesce(order_id, 0) NOT IN (SELECT id FROM orders);
SELECT 'orphan: order without items: ' || id FROM orders
  WHERE id NOT IN (SELECT order_id FROM order_items);
-- Every row's making stands in changes: one without was written outside of its transaction.
SELECT 'orphan: without a note of its making: ' || made.name || ' ' || made.id
  FROM (SELECT 'orders' AS name, id FROM orders UNION ALL SELECT 'order_items', id FROM order_items
    UNION ALL SELECT 'emails', id FROM emails) AS made
  WHERE NOT EXISTS (SELECT 1 FROM changes
    WHERE table_name = made.name AND row_id = made.id AND action = 'insert')`;

/** Every mail sent, none lost, each under one Message-ID: the queue beside the table `taken`. */
const MAIL_RULES = `
SELECT 'lost: order ' || id || ': the delivery mail' FROM orders
  WHERE id NOT IN (SELECT order_id FROM emails WHERE kind = 'delivery');
SELECT 'lost: the mail to ' || recipient FROM emails
  WHERE recipient NOT IN (SELECT recipient FROM taken);
SELECT DISTINCT 'doubled: Message-IDs of the mail to ' || recipient
  FROM emails JOIN taken USING (recipient) WHERE taken.message_id <> emails.message_id;
SELECT 'lost: the mail to ' || recipient || ' is ' || status || ': ' || coalesce(last_error, 'no error')
  FROM emails WHERE status <> 'sent'`;

/**
 * Compares the database of a store that has ended, or is at rest, with what really happened. Reads
 * the tables alone, so that it shares no rule with the code that wrote them.
 */
export function checkStore(path: string, truth: Truth): string[] {
  return withReader(path, (sqlite) => {
    const damaged = damages(sqlite);
    // What a damaged file says about orders means nothing.
    if (damaged.length > 0) return damaged;
    tell(sqlite, truth);
    return [...findings(sqlite, STORE_RULES), ...orphans(sqlite)];
  });
}

/**
 * Compares the queue of a store that has ended with what the mail server took, of which no more than
 * `allowedDuplicates` may be copies beyond the first. `mostCopies` is the most of any one mail.
 */
export function checkMails(
  path: string,
  { taken, allowedDuplicates }: { taken: TakenMail[]; allowedDuplicates: number },
) {
  return withReader(path, (sqlite) => {
    const rows = taken.map(({ messageId, recipient }) => [messageId, recipient]);
    fill(sqlite, "taken (message_id, recipient)", rows);
    const found = [...damages(sqlite), ...findings(sqlite, MAIL_RULES)];
    const copies = [...Map.groupBy(taken, ({ recipient }) => recipient).values()];
    const duplicates = taken.length - copies.length;
    if (duplicates > allowedDuplicates) {
      found.push(`doubled: ${duplicates} copies, where ${allowedDuplicates} may be`);
    }
    const mostCopies = Math.max(0, ...copies.map(({ length }) => length));
    return { found, duplicates, mostCopies };
  });
}

/** What SQLite itself says of the file; empty when it is whole. */
export function damages(sqlite: Sqlite): string[] {
  try {
    const said = sqlite.prepare<[], string>("PRAGMA integrity_check").pluck().all();
    return said.filter((line) => line !== "ok").map((line) => `damaged: ${line}`);
  } catch (error) {
    // A file so broken that it cannot even be looked through.
    return [`damaged: ${String(error)}`];
  }
}

export const orphans = (sqlite: Sqlite): string[] => findings(sqlite, ORPHAN_RULES);

/** How many findings of each kind there are, as a line of figures says it: "lost 0, doubled 0 …". */
export function countFindings(found: string[]): string {
  const count = (kind: string) => found.filter((each) => each.startsWith(`${kind}:`)).length;
  return KINDS.map((kind) => `${kind} ${count(kind)}`).join(", ");
}

function withReader<Result>(path: string, work: (sqlite: Sqlite) => Result): Result {
  const { sqlite, close } = openReader(path);
  try {
    return work(sqlite);
  } finally {
    close();
  }
}

/** Puts what really happened beside the store's tables, for this connection alone. */
function tell(sqlite: Sqlite, { paid, acknowledgedEvents, acknowledgedSessions }: Truth): void {
  const sessions = [...paid];
  const amounts = sessions.map(([id, { amount }]) => [id, amount]);
  const bought = sessions.flatMap(([id, { productIds }]) => productIds.map((one) => [id, one]));
  const events = Array.from(acknowledgedEvents, (id) => ["events", id]);
  const told = Array.from(acknowledgedSessions, (id) => ["sessions", id]);
  fill(sqlite, "paid (session_id TEXT, amount INTEGER)", amounts);
  fill(sqlite, "bought (session_id TEXT, product_id INTEGER)", bought);
  fill(sqlite, "told (kind, id)", [...events, ...told]);
  sqlite.exec(`
    CREATE TEMP VIEW sold AS SELECT * FROM orders WHERE status = 'paid';
    CREATE TEMP VIEW deliveries AS SELECT * FROM emails WHERE kind = 'delivery';
    CREATE TEMP VIEW granted AS SELECT * FROM order_items
      WHERE granted_at IS NOT NULL AND revoked_at IS NULL`);
}

/** `table` is its name and its two columns. */
function fill(sqlite: Sqlite, table: string, rows: (string | number)[][]): void {
  sqlite.exec(`CREATE TEMP TABLE ${table}`);
  const insert = sqlite.prepare(`INSERT INTO ${table.split(" ")[0]} VALUES (?, ?)`);
  sqlite.transaction(() => rows.forEach((row) => insert.run(...row)))();
}

function findings(sqlite: Sqlite, rules: string): string[] {
  return rules.split(";").flatMap((query) => sqlite.prepare<[], string>(query).pluck().all());
}
