const time = (column: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`;

export const orderNotes = /* sql */ `
CREATE TABLE order_notes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id INTEGER NOT NULL REFERENCES orders (id),
  kind TEXT NOT NULL CHECK (kind IN ('missing_products', 'other_total', 'dispute_open', 'dispute_lost', 'refund_kept_access', 'renewal_dispute_open', 'renewal_dispute_lost', 'text')),
  amount INTEGER,
  text TEXT,
  done_at INTEGER,
  cause_gone INTEGER NOT NULL DEFAULT 0 CHECK (cause_gone IN (0, 1)),
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (order_id, kind),
  CHECK ((kind = 'refund_kept_access') = (amount IS NOT NULL)),
  CHECK ((kind = 'text') = (text IS NOT NULL))
) STRICT;

INSERT INTO order_notes (order_id, kind, amount, text, created_at, updated_at)
SELECT id, kind,
  -- The digits of "$1,234.50 USD" are its amount in the smallest unit, in every currency.
  CASE kind WHEN 'refund_kept_access' THEN (
    WITH RECURSIVE read (rest, digits) AS (
      SELECT attention, ''
      UNION ALL
      SELECT substr(rest, 2), digits || iif(substr(rest, 1, 1) GLOB '[0-9]', substr(rest, 1, 1), '')
      FROM read WHERE rest <> ''
    )
    SELECT CAST(digits AS INTEGER) FROM read WHERE rest = ''
  ) END,
  CASE kind WHEN 'text' THEN attention END,
  updated_at, updated_at
FROM (
  SELECT id, attention, updated_at, CASE
    WHEN attention = 'Some of its products no longer exist in this shop.' THEN 'missing_products'
    WHEN attention = 'The payment provider has another total: compare it with this order.' THEN 'other_total'
    WHEN attention = 'A dispute is open: answer it at the payment provider.' THEN 'dispute_open'
    WHEN attention = 'A dispute was lost.' THEN 'dispute_lost'
    WHEN attention = 'A dispute of a renewal is open: answer it at the payment provider.' THEN 'renewal_dispute_open'
    WHEN attention = 'A dispute of a renewal was lost.' THEN 'renewal_dispute_lost'
    WHEN attention GLOB '*[0-9]* refunded; access was kept.' THEN 'refund_kept_access'
    ELSE 'text' END AS kind
  FROM orders WHERE attention IS NOT NULL
);

INSERT INTO changes (table_name, row_id, action, actor, after, created_at, updated_at)
SELECT 'order_notes', id, 'insert', 'migration', json_object(
    'id', id, 'order_id', order_id, 'kind', kind, 'amount', amount, 'text', text,
    'done_at', NULL, 'cause_gone', json('false'), 'version', 1,
    'created_at', ${time("created_at")}, 'updated_at', ${time("updated_at")}),
  created_at, created_at
FROM order_notes;

ALTER TABLE orders DROP COLUMN attention;
`;
