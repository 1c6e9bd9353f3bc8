import type { Database as Sqlite } from "better-sqlite3";
import { openReader } from "../../../db/client.ts";
import { damages, type Finding, orphans } from "./finding.ts";

/** What really happened, as the payment provider and the buyers know it. */
export type Truth = {
  /** Sessions that were paid, with the products and the amount (cents) of each. */
  paid: Map<string, { productIds: number[]; amount: number }>;
  /** Ids of the events whose webhook was answered 2xx. */
  acknowledgedEvents: Set<string>;
  /** Sessions that a buyer was told are paid. */
  acknowledgedSessions: Set<string>;
};

type OrderRow = {
  id: number;
  sessionId: string | null;
  amount: number;
  mails: number;
  deadMails: number;
};

/**
 * Compares the database of a store that has ended, or is at rest, with what really happened. Reads
 * the tables alone, so that it shares no rule with the code that wrote them.
 */
export function checkStore(path: string, truth: Truth): Finding[] {
  const { sqlite, close } = openReader(path);
  try {
    const damaged = damages(sqlite);
    // What a damaged file says about orders means nothing.
    if (damaged.length > 0) return damaged;
    return [
      ...checkSessions(sqlite, truth),
      ...checkEvents(sqlite, truth),
      ...doubles(sqlite),
      ...unpaidGrants(sqlite),
      ...orphans(sqlite),
    ];
  } finally {
    close();
  }
}

function checkSessions(sqlite: Sqlite, truth: Truth): Finding[] {
  const orders = sqlite.prepare<[], OrderRow>(PAID_ORDERS).all();
  const bySession = Map.groupBy(orders, (order) => order.sessionId);
  const found: Finding[] = [];
  for (const [sessionId, bought] of truth.paid) {
    const [order, ...more] = bySession.get(sessionId) ?? [];
    if (!order) found.push({ kind: "lost", what: `paid session ${sessionId} has no paid order` });
    else found.push(...checkOrder(sqlite, order, bought));
    if (more.length > 0) found.push({ kind: "doubled", what: `orders of session ${sessionId}` });
  }
  for (const sessionId of truth.acknowledgedSessions) {
    if (bySession.has(sessionId)) continue;
    found.push({ kind: "lost", what: `${sessionId}, which a buyer was told is paid` });
  }
  for (const { id, sessionId } of orders) {
    if (sessionId !== null && truth.paid.has(sessionId)) continue;
    found.push({ kind: "unpaid", what: `order ${id} is paid, its session ${sessionId} is not` });
  }
  return found;
}

const PAID_ORDERS = `
SELECT id, session_id AS sessionId, total_amount AS amount,
  (SELECT count(*) FROM emails WHERE order_id = orders.id AND kind = 'delivery') AS mails,
  (SELECT count(*) FROM emails
    WHERE order_id = orders.id AND kind = 'delivery' AND status = 'dead') AS deadMails
FROM orders WHERE status = 'paid'`;

function checkOrder(
  sqlite: Sqlite,
  order: OrderRow,
  bought: { productIds: number[]; amount: number },
): Finding[] {
  const found: Finding[] = [];
  const name = `order ${order.id}`;
  const granted = sqlite
    .prepare<[number], number>(
      "SELECT product_id FROM order_items WHERE order_id = ? AND granted_at IS NOT NULL AND revoked_at IS NULL",
    )
    .pluck()
    .all(order.id);
  for (const id of bought.productIds) {
    if (!granted.includes(id)) {
      found.push({ kind: "lost", what: `${name}: product ${id} is not granted` });
    }
  }
  if (granted.length > bought.productIds.length) {
    found.push({ kind: "unpaid", what: `${name}: grants more than was bought` });
  }
  if (order.amount !== bought.amount) {
    found.push({
      kind: "lost",
      what: `${name}: ${order.amount} instead of ${bought.amount} cents`,
    });
  }
  if (order.mails === 0) found.push({ kind: "lost", what: `${name}: the delivery mail` });
  // No mail server refuses anything here: whatever made the store give up was its own doing.
  if (order.deadMails > 0) found.push({ kind: "lost", what: `${name}: its mail was given up` });
  if (order.mails > 1) found.push({ kind: "doubled", what: `${name}: ${order.mails} mails` });
  return found;
}

function checkEvents(sqlite: Sqlite, { acknowledgedEvents }: Truth): Finding[] {
  const stored = new Map(
    sqlite
      .prepare<[], { eventId: string; handledAt: number | null; lastError: string | null }>(
        "SELECT event_id AS eventId, handled_at AS handledAt, last_error AS lastError FROM webhook_events",
      )
      .all()
      .map((row) => [row.eventId, row]),
  );
  return [...acknowledgedEvents].flatMap((id): Finding[] => {
    const event = stored.get(id);
    if (!event) return [{ kind: "lost", what: `acknowledged event ${id}` }];
    if (event.handledAt !== null) return [];
    return [{ kind: "lost", what: `event ${id} is not handled: ${event.lastError ?? "no error"}` }];
  });
}

/** What happened more often than once in the life of a row: its present state cannot tell. */
const TWICE: Record<string, string> = {
  "grants of item": `
    SELECT row_id FROM changes WHERE table_name = 'order_items'
      AND json_extract(after, '$.granted_at') IS NOT NULL
      AND json_extract(after, '$.granted_at') IS NOT json_extract(before, '$.granted_at')
    GROUP BY row_id HAVING count(*) > 1`,
  "payments of order": `
    SELECT row_id FROM changes WHERE table_name = 'orders'
      AND json_extract(after, '$.status') = 'paid'
      AND json_extract(before, '$.status') IS NOT 'paid'
    GROUP BY row_id HAVING count(*) > 1`,
  "items of order": `
    SELECT order_id FROM order_items GROUP BY order_id, product_id HAVING count(*) > 1`,
  "rows of event": "SELECT event_id FROM webhook_events GROUP BY event_id HAVING count(*) > 1",
  "mails with id": "SELECT message_id FROM emails GROUP BY message_id HAVING count(*) > 1",
};

function doubles(sqlite: Sqlite): Finding[] {
  return Object.entries(TWICE).flatMap(([what, query]) =>
    sqlite
      .prepare<[], string | number>(query)
      .pluck()
      .all()
      .map((id): Finding => ({ kind: "doubled", what: `${what} ${id}` })),
  );
}

function unpaidGrants(sqlite: Sqlite): Finding[] {
  const granted = sqlite
    .prepare<[], number>(
      `SELECT order_items.id FROM order_items JOIN orders ON orders.id = order_id
       WHERE granted_at IS NOT NULL AND status <> 'paid'`,
    )
    .pluck()
    .all();
  const mailed = sqlite
    .prepare<[], number>(
      `SELECT emails.id FROM emails JOIN orders ON orders.id = order_id
       WHERE kind = 'delivery' AND orders.status <> 'paid'`,
    )
    .pluck()
    .all();
  return [
    ...granted.map((id): Finding => ({ kind: "unpaid", what: `item ${id} is granted` })),
    ...mailed.map((id): Finding => ({ kind: "unpaid", what: `mail ${id} delivers` })),
  ];
}
