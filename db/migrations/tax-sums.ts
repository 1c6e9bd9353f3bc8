const MARKED = "ON CONFLICT (day) DO UPDATE SET changes = changes + 1;";
/** Marks the UTC day of a time as stale. */
const mark = (time: string) =>
  `INSERT INTO stale_days (day, changes) SELECT ${time} / 86400000, 1
    WHERE ${time} IS NOT NULL ${MARKED}`;
const markRefunds = (orderId: string) =>
  `INSERT INTO stale_days (day, changes) SELECT created_at / 86400000, 1 FROM refund_entries
    WHERE order_id = ${orderId} ${MARKED}`;
/** Marks the days of an order's payment and refunds, because an item changes the tax of both. */
const markOrder = (orderId: string) =>
  `INSERT INTO stale_days (day, changes) SELECT paid_at / 86400000, 1 FROM orders
    WHERE id = ${orderId} AND paid_at IS NOT NULL ${MARKED} ${markRefunds(orderId)}`;

const KIND =
  "CHECK (kind IN ('total', 'product', 'country', 'code', 'referrer', 'utm_source', 'utm_campaign', 'tax'))";
const SUMS = "orders revenue refunds extras tax refunded_tax".split(" ");
/** Table of sums, by day or by month. */
const sumsTable = (name: string, time: "day" | "month") => `CREATE TABLE ${name} (
  kind TEXT NOT NULL ${KIND},
  ${time} TEXT NOT NULL,
  value TEXT NOT NULL,
  currency TEXT NOT NULL,
  ${SUMS.map((sum) => `${sum} INTEGER NOT NULL`).join(", ")},
  PRIMARY KEY (kind, ${time}, value, currency)
) STRICT, WITHOUT ROWID;`;
/** Adds a row of `sales_days` to its month, or subtracts it. */
const toMonth = (row: "NEW" | "OLD", sign: "+" | "-") =>
  `INSERT INTO sales_months (kind, month, value, currency, ${SUMS.join(", ")})
    VALUES (${row}.kind, substr(${row}.day, 1, 7), ${row}.value, ${row}.currency,
      ${SUMS.map((sum) => `${sign}${row}.${sum}`).join(", ")})
    ON CONFLICT DO UPDATE SET ${SUMS.map((sum) => `${sum} = ${sum} + excluded.${sum}`).join(", ")};`;

/** Adds sums of tax by country and rate. All sums are computed again from their orders. */
export const taxSums = /* sql */ `
ALTER TABLE refund_entries ADD COLUMN renewal_id INTEGER;
UPDATE refund_entries SET renewal_id = (SELECT id FROM renewals
  WHERE renewals.order_id = refund_entries.order_id AND refunded_at = refund_entries.created_at);
DROP TRIGGER renewals_refunded;
CREATE TRIGGER renewals_refunded AFTER UPDATE OF refunded_amount ON renewals
  WHEN NEW.refunded_amount <> OLD.refunded_amount
  BEGIN
    INSERT INTO refund_entries (order_id, renewal_id, amount, created_at)
      VALUES (NEW.order_id, NEW.id, NEW.refunded_amount - OLD.refunded_amount, NEW.refunded_at);
    ${mark("NEW.refunded_at")}
  END;

DROP TRIGGER orders_sold_otherwise;
CREATE TRIGGER orders_sold_otherwise AFTER UPDATE OF status, paid_at, currency, total_amount,
    tax_amount, country, discount_code, referrer, utm_source, utm_campaign ON orders
  WHEN OLD.paid_at IS NOT NULL OR NEW.paid_at IS NOT NULL
  BEGIN ${mark("OLD.paid_at")} ${mark("NEW.paid_at")} ${markRefunds("NEW.id")} END;
DROP TRIGGER order_items_sold;
DROP TRIGGER order_items_sold_otherwise;
DROP TRIGGER order_items_unsold;
CREATE TRIGGER order_items_sold AFTER INSERT ON order_items BEGIN ${markOrder("NEW.order_id")} END;
CREATE TRIGGER order_items_sold_otherwise
  AFTER UPDATE OF product_id, name, price, quantity, paid_amount, tax_amount, tax_rate ON order_items
  BEGIN ${markOrder("NEW.order_id")} END;
CREATE TRIGGER order_items_unsold AFTER DELETE ON order_items
  BEGIN ${markOrder("OLD.order_id")} END;

DROP TABLE sales_days;
DROP TABLE sales_months;
${sumsTable("sales_days", "day")}
${sumsTable("sales_months", "month")}
CREATE TRIGGER sales_days_added AFTER INSERT ON sales_days BEGIN ${toMonth("NEW", "+")} END;
CREATE TRIGGER sales_days_removed AFTER DELETE ON sales_days BEGIN ${toMonth("OLD", "-")} END;
INSERT INTO stale_days SELECT day, 1 FROM (
  SELECT paid_at / 86400000 AS day FROM orders WHERE paid_at IS NOT NULL
  UNION SELECT created_at / 86400000 FROM refund_entries
  UNION SELECT paid_at / 86400000 FROM renewals) WHERE true ${MARKED}
`;
