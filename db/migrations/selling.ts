const ROW_COLUMNS = `
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
`;
const flag = (name: string, value: 0 | 1) =>
  `${name} INTEGER NOT NULL DEFAULT ${value} CHECK (${name} IN (0, 1))`;
const choice = (name: string, first: string, ...others: string[]) =>
  `${name} TEXT NOT NULL DEFAULT '${first}' CHECK (${name} IN (${[first, ...others]
    .map((value) => `'${value}'`)
    .join(", ")}))`;
const LICENCE = choice("licence", "personal", "classroom");

/** Discounts, tax, invoices, consent, upgrades, licences, withdrawals and mail preferences. */
export const selling = /* sql */ `
ALTER TABLE products ADD COLUMN upgrades_from_id INTEGER REFERENCES products (id);
ALTER TABLE products ADD COLUMN ${LICENCE};
ALTER TABLE products ADD COLUMN ${flag("on_landing", 1)};
ALTER TABLE products ADD COLUMN sample TEXT;
ALTER TABLE products ADD COLUMN provider_product_id TEXT;

ALTER TABLE orders ADD COLUMN tax_amount INTEGER NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN added_tax INTEGER NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN discount_amount INTEGER NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN discount_code TEXT;
ALTER TABLE orders ADD COLUMN country TEXT;
ALTER TABLE orders ADD COLUMN tax_id TEXT;
ALTER TABLE orders ADD COLUMN invoice_number TEXT;
ALTER TABLE orders ADD COLUMN invoice_url TEXT;
ALTER TABLE orders ADD COLUMN terms_text TEXT;
ALTER TABLE orders ADD COLUMN terms_accepted_at INTEGER;
ALTER TABLE orders ADD COLUMN recovery_url TEXT;

CREATE INDEX orders_awaiting_invoice ON orders (next_check_at)
  WHERE status = 'paid' AND invoice_number IS NULL AND next_check_at IS NOT NULL;

ALTER TABLE order_items ADD COLUMN paid_amount INTEGER;
ALTER TABLE order_items ADD COLUMN tax_amount INTEGER NOT NULL DEFAULT 0;
ALTER TABLE order_items ADD COLUMN credit_amount INTEGER NOT NULL DEFAULT 0;
ALTER TABLE order_items ADD COLUMN credited_item_id INTEGER REFERENCES order_items (id);
ALTER TABLE order_items ADD COLUMN ${LICENCE};
ALTER TABLE order_items ADD COLUMN access_from INTEGER;
CREATE INDEX order_items_credited ON order_items (credited_item_id)
  WHERE credited_item_id IS NOT NULL;

-- A column's CHECK cannot be changed, so the table is copied.
CREATE TABLE order_notes_new (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id INTEGER NOT NULL REFERENCES orders (id),
  kind TEXT NOT NULL CHECK (kind IN ('missing_products', 'other_total', 'dispute_open', 'dispute_lost', 'refund_kept_access', 'renewal_dispute_open', 'renewal_dispute_lost', 'credit_used_twice', 'credit_refunded', 'text')),
  amount INTEGER,
  text TEXT,
  done_at INTEGER,
  cause_gone INTEGER NOT NULL DEFAULT 0 CHECK (cause_gone IN (0, 1)),
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  due_at INTEGER,
  UNIQUE (order_id, kind),
  CHECK ((kind IN ('refund_kept_access', 'credit_refunded')) = (amount IS NOT NULL)),
  CHECK ((kind = 'text') = (text IS NOT NULL))
) STRICT;
INSERT INTO order_notes_new (id, order_id, kind, amount, text, done_at, cause_gone, version, created_at, updated_at, due_at)
SELECT id, order_id, kind, amount, text, done_at, cause_gone, version, created_at, updated_at, due_at FROM order_notes;
DROP TABLE order_notes;
ALTER TABLE order_notes_new RENAME TO order_notes;
CREATE INDEX order_notes_open ON order_notes (kind, due_at) WHERE done_at IS NULL;

ALTER TABLE settings ADD COLUMN ${flag("promotion_codes", 1)};
ALTER TABLE settings ADD COLUMN ${choice("tax", "none", "added", "included")};
ALTER TABLE settings ADD COLUMN ${flag("invoices", 1)};
ALTER TABLE settings ADD COLUMN ${choice("consent", "off", "eu", "everywhere")};
ALTER TABLE settings ADD COLUMN ${choice("without_consent", "deliver", "wait")};
ALTER TABLE settings ADD COLUMN ${flag("recovery_mails", 0)};
ALTER TABLE settings ADD COLUMN ${flag("weekly_summary", 1)};

CREATE TABLE withdrawals (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id INTEGER NOT NULL UNIQUE REFERENCES orders (id),
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  statement TEXT NOT NULL,
  ${flag("late", 0)},
  done_at INTEGER,
  ${ROW_COLUMNS}
) STRICT;
CREATE INDEX withdrawals_open ON withdrawals (created_at) WHERE done_at IS NULL;

CREATE TABLE mail_preferences (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL CHECK (email = lower(email)),
  topic TEXT NOT NULL CHECK (topic IN ('news', 'reminders')),
  wanted INTEGER NOT NULL CHECK (wanted IN (0, 1)),
  ${ROW_COLUMNS},
  UNIQUE (email, topic)
) STRICT;

CREATE TABLE sample_downloads (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  count INTEGER NOT NULL,
  UNIQUE (product_id, day)
) STRICT;
`;
