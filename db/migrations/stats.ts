const MARKED = "ON CONFLICT (day) DO UPDATE SET changes = changes + 1;";
/** Marks the UTC day of an order's payment as stale. */
const mark = (paidAt: string) =>
  `INSERT INTO stale_days (day, changes) SELECT ${paidAt} / 86400000, 1
    WHERE ${paidAt} IS NOT NULL ${MARKED}`;
const markPaid = (orderId: string) =>
  `INSERT INTO stale_days (day, changes) SELECT paid_at / 86400000, 1 FROM orders
    WHERE id = ${orderId} AND paid_at IS NOT NULL ${MARKED}`;
const markRefunds = (orderId: string) =>
  `INSERT INTO stale_days (day, changes) SELECT created_at / 86400000, 1 FROM refund_entries
    WHERE order_id = ${orderId} ${MARKED}`;

const KIND =
  "CHECK (kind IN ('total', 'product', 'country', 'code', 'referrer', 'utm_source', 'utm_campaign'))";
const SUMS = "orders revenue refunds extras".split(" ");
/** Adds a row of `sales_days` to its month, or subtracts it. */
const toMonth = (row: "NEW" | "OLD", sign: "+" | "-") =>
  `INSERT INTO sales_months (kind, month, value, currency, ${SUMS.join(", ")})
    VALUES (${row}.kind, substr(${row}.day, 1, 7), ${row}.value, ${row}.currency,
      ${SUMS.map((sum) => `${sign}${row}.${sum}`).join(", ")})
    ON CONFLICT DO UPDATE SET ${SUMS.map((sum) => `${sum} = ${sum} + excluded.${sum}`).join(", ")};`;

const STEPS = "'page', 'pricing', 'checkout', 'accepted', 'declined'";
const DEVICES = "'phone', 'tablet', 'desktop'";
const toVisitMonth = (row: "NEW" | "OLD", count: string) =>
  `INSERT INTO visit_months (kind, month, value, step, path, device, count)
    SELECT column1, substr(${row}.day, 1, 7), column2, ${row}.step, ${row}.path, ${row}.device,
      ${count}
    FROM (VALUES ('total', ''), ('referrer', ${row}.referrer), ('utm_source', ${row}.utm_source),
      ('utm_campaign', ${row}.utm_campaign))
    WHERE column1 = 'total' OR column2 <> ''
    ON CONFLICT DO UPDATE SET count = count + excluded.count;`;

/** Sums of sales by day, counted visits, and the source of each order. */
export const stats = /* sql */ `
ALTER TABLE orders ADD COLUMN referrer TEXT;
ALTER TABLE orders ADD COLUMN utm_source TEXT;
ALTER TABLE orders ADD COLUMN utm_campaign TEXT;

-- Changes of an order's refunded amount. Without a foreign key: a deleted order can be restored.
CREATE TABLE refund_entries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX refund_entries_by_created_at ON refund_entries (created_at);
CREATE INDEX refund_entries_by_order ON refund_entries (order_id);
INSERT INTO refund_entries (order_id, amount, created_at)
SELECT id, refunded_amount, coalesce(
  (SELECT max(refunds.updated_at) FROM refunds
   WHERE refunds.order_id = orders.id AND refunds.status = 'succeeded'),
  updated_at
) FROM orders WHERE refunded_amount <> 0;

-- Sums of a day in the shop's time zone; 'total' has an empty value.
CREATE TABLE sales_days (
  kind TEXT NOT NULL ${KIND},
  day TEXT NOT NULL,
  value TEXT NOT NULL,
  currency TEXT NOT NULL,
  orders INTEGER NOT NULL,
  revenue INTEGER NOT NULL,
  refunds INTEGER NOT NULL,
  extras INTEGER NOT NULL,
  PRIMARY KEY (kind, day, value, currency)
) STRICT, WITHOUT ROWID;

-- The same by month (YYYY-MM).
CREATE TABLE sales_months (
  kind TEXT NOT NULL ${KIND},
  month TEXT NOT NULL,
  value TEXT NOT NULL,
  currency TEXT NOT NULL,
  orders INTEGER NOT NULL,
  revenue INTEGER NOT NULL,
  refunds INTEGER NOT NULL,
  extras INTEGER NOT NULL,
  PRIMARY KEY (kind, month, value, currency)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER sales_days_added AFTER INSERT ON sales_days BEGIN ${toMonth("NEW", "+")} END;
CREATE TRIGGER sales_days_removed AFTER DELETE ON sales_days BEGIN ${toMonth("OLD", "-")} END;

-- Days since 1970 in UTC whose orders have changed since the sums were made.
CREATE TABLE stale_days (day INTEGER PRIMARY KEY, changes INTEGER NOT NULL) STRICT;
INSERT INTO stale_days SELECT DISTINCT paid_at / 86400000, 1 FROM orders WHERE paid_at IS NOT NULL
  UNION SELECT created_at / 86400000, 1 FROM refund_entries;

CREATE TRIGGER orders_sold AFTER INSERT ON orders WHEN NEW.paid_at IS NOT NULL
  BEGIN ${mark("NEW.paid_at")} ${markRefunds("NEW.id")} END;
CREATE TRIGGER orders_unsold AFTER DELETE ON orders WHEN OLD.paid_at IS NOT NULL
  BEGIN ${mark("OLD.paid_at")} ${markRefunds("OLD.id")} END;
CREATE TRIGGER orders_sold_otherwise AFTER UPDATE OF status, paid_at, currency, total_amount,
    country, discount_code, referrer, utm_source, utm_campaign ON orders
  WHEN OLD.paid_at IS NOT NULL OR NEW.paid_at IS NOT NULL
  BEGIN ${mark("OLD.paid_at")} ${mark("NEW.paid_at")} ${markRefunds("NEW.id")} END;
CREATE TRIGGER orders_refunded AFTER UPDATE OF refunded_amount ON orders
  WHEN NEW.refunded_amount <> OLD.refunded_amount
  BEGIN
    INSERT INTO refund_entries (order_id, amount, created_at)
      VALUES (NEW.id, NEW.refunded_amount - OLD.refunded_amount, NEW.updated_at);
    ${mark("NEW.updated_at")}
  END;
CREATE TRIGGER order_items_sold AFTER INSERT ON order_items
  BEGIN ${markPaid("NEW.order_id")} END;
CREATE TRIGGER order_items_sold_otherwise
  AFTER UPDATE OF product_id, name, price, quantity, paid_amount ON order_items
  BEGIN ${markPaid("NEW.order_id")} END;
CREATE TRIGGER order_items_unsold AFTER DELETE ON order_items
  BEGIN ${markPaid("OLD.order_id")} END;

-- Page views and steps of visitors by day in the shop's time zone; '' stands for unknown.
CREATE TABLE visits (
  step TEXT NOT NULL CHECK (step IN (${STEPS})),
  day TEXT NOT NULL,
  path TEXT NOT NULL,
  referrer TEXT NOT NULL,
  utm_source TEXT NOT NULL,
  utm_campaign TEXT NOT NULL,
  device TEXT NOT NULL CHECK (device IN (${DEVICES})),
  count INTEGER NOT NULL,
  PRIMARY KEY (step, day, path, referrer, utm_source, utm_campaign, device)
) STRICT, WITHOUT ROWID;

-- The same by month (YYYY-MM): all visits, and those of each known source.
CREATE TABLE visit_months (
  kind TEXT NOT NULL CHECK (kind IN ('total', 'referrer', 'utm_source', 'utm_campaign')),
  month TEXT NOT NULL,
  value TEXT NOT NULL,
  step TEXT NOT NULL CHECK (step IN (${STEPS})),
  path TEXT NOT NULL,
  device TEXT NOT NULL CHECK (device IN (${DEVICES})),
  count INTEGER NOT NULL,
  PRIMARY KEY (kind, month, value, step, path, device)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER visits_added AFTER INSERT ON visits BEGIN ${toVisitMonth("NEW", "NEW.count")} END;
CREATE TRIGGER visits_changed AFTER UPDATE OF count ON visits
  BEGIN ${toVisitMonth("NEW", "NEW.count - OLD.count")} END;
CREATE TRIGGER visits_removed AFTER DELETE ON visits BEGIN ${toVisitMonth("OLD", "-OLD.count")} END;
`;
