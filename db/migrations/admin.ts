export const admin = /* sql */ `
ALTER TABLE changes ADD COLUMN set_id INTEGER;
CREATE INDEX changes_set ON changes (set_id) WHERE set_id IS NOT NULL;

ALTER TABLE contact_submissions ADD COLUMN answer TEXT;
ALTER TABLE contact_submissions ADD COLUMN answered_at INTEGER;

ALTER TABLE order_notes ADD COLUMN due_at INTEGER;

CREATE TABLE refunds (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id INTEGER NOT NULL REFERENCES orders (id),
  order_item_id INTEGER REFERENCES order_items (id),
  amount INTEGER NOT NULL CHECK (amount > 0),
  status TEXT NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
  refund_id TEXT UNIQUE,
  last_error TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX refunds_order ON refunds (order_id);
CREATE INDEX refunds_pending ON refunds (created_at) WHERE status = 'pending';

CREATE TABLE saved_views (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  table_name TEXT NOT NULL,
  title TEXT NOT NULL,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  search TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX saved_views_table ON saved_views (table_name, id);
CREATE INDEX saved_views_user ON saved_views (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE uploads (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  sha256 TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  pages INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
`;
