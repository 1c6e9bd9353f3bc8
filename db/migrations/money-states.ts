export const moneyStates = /* sql */ `
ALTER TABLE orders ADD COLUMN refunded_amount INTEGER NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN double_of_id INTEGER REFERENCES orders (id);
ALTER TABLE orders ADD COLUMN attention TEXT;
ALTER TABLE orders ADD COLUMN address_changes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN next_check_at INTEGER;
CREATE INDEX orders_check ON orders (next_check_at) WHERE status IN ('creating', 'open', 'processing');
CREATE INDEX orders_payment ON orders (payment_intent_id);
CREATE INDEX orders_subscription ON orders (subscription_id);

ALTER TABLE order_items ADD COLUMN access_until INTEGER;

ALTER TABLE webhook_events ADD COLUMN about TEXT NOT NULL DEFAULT 'other'
  CHECK (about IN ('checkout', 'payment', 'subscription', 'other'));

CREATE TABLE job_cursors (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT;
`;
