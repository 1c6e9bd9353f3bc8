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
    WHERE id = ${orderId} AND paid_at IS NOT NULL AND source = 'own' ${MARKED}
    ${markRefunds(orderId)}`;

/**
 * Adds the shop that an order was made in. The sums of sales count the store's own orders, so
 * imported ones mark no day as stale.
 */
export const orderSources = /* sql */ `
ALTER TABLE orders ADD COLUMN source TEXT NOT NULL DEFAULT 'own'
  CHECK (source IN ('own', 'gumroad', 'shopify', 'edd', 'csv'));
ALTER TABLE orders ADD COLUMN source_id TEXT;
ALTER TABLE orders ADD COLUMN source_number TEXT;
CREATE UNIQUE INDEX orders_source ON orders (source, source_id) WHERE source <> 'own';
CREATE INDEX orders_imported ON orders (created_at, source) WHERE source <> 'own';

DROP TRIGGER orders_sold;
DROP TRIGGER orders_unsold;
DROP TRIGGER orders_sold_otherwise;
DROP TRIGGER orders_refunded;
CREATE TRIGGER orders_sold AFTER INSERT ON orders
  WHEN NEW.paid_at IS NOT NULL AND NEW.source = 'own'
  BEGIN ${mark("NEW.paid_at")} ${markRefunds("NEW.id")} END;
CREATE TRIGGER orders_unsold AFTER DELETE ON orders
  WHEN OLD.paid_at IS NOT NULL AND OLD.source = 'own'
  BEGIN ${mark("OLD.paid_at")} ${markRefunds("OLD.id")} END;
CREATE TRIGGER orders_sold_otherwise AFTER UPDATE OF status, paid_at, currency, total_amount,
    tax_amount, country, discount_code, referrer, utm_source, utm_campaign ON orders
  WHEN NEW.source = 'own' AND (OLD.paid_at IS NOT NULL OR NEW.paid_at IS NOT NULL)
  BEGIN ${mark("OLD.paid_at")} ${mark("NEW.paid_at")} ${markRefunds("NEW.id")} END;
CREATE TRIGGER orders_refunded AFTER UPDATE OF refunded_amount ON orders
  WHEN NEW.refunded_amount <> OLD.refunded_amount AND NEW.source = 'own'
  BEGIN
    INSERT INTO refund_entries (order_id, amount, created_at)
      VALUES (NEW.id, NEW.refunded_amount - OLD.refunded_amount, NEW.updated_at);
    ${mark("NEW.updated_at")}
  END;

DROP TRIGGER order_items_sold;
DROP TRIGGER order_items_sold_otherwise;
DROP TRIGGER order_items_unsold;
CREATE TRIGGER order_items_sold AFTER INSERT ON order_items BEGIN ${markOrder("NEW.order_id")} END;
CREATE TRIGGER order_items_sold_otherwise
  AFTER UPDATE OF product_id, name, price, quantity, paid_amount, tax_amount, tax_rate ON order_items
  BEGIN ${markOrder("NEW.order_id")} END;
CREATE TRIGGER order_items_unsold AFTER DELETE ON order_items
  BEGIN ${markOrder("OLD.order_id")} END;
`;
