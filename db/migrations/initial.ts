const rowColumns = `
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL`;

export const initial = /* sql */ `
CREATE TABLE products (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  slug TEXT NOT NULL UNIQUE,
  description TEXT NOT NULL DEFAULT '',
  price INTEGER NOT NULL CHECK (price >= 0),
  currency TEXT NOT NULL DEFAULT 'usd' CHECK (length(currency) = 3 AND currency = lower(currency)),
  list_price INTEGER CHECK (list_price >= 0),
  images TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(images)),
  type TEXT NOT NULL CHECK (type IN ('digital', 'subscription')),
  billing_period TEXT CHECK (billing_period IN ('month', 'year')),
  features TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(features)),
  badge TEXT,
  active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  position INTEGER NOT NULL DEFAULT 0,${rowColumns},
  CHECK ((type = 'subscription') = (billing_period IS NOT NULL))
) STRICT;

CREATE TABLE files (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  slug TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  paper TEXT CHECK (paper IN ('a4', 'letter')),
  current_version_id INTEGER REFERENCES file_versions (id),${rowColumns}
) STRICT;

CREATE TABLE file_versions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  file_id INTEGER NOT NULL REFERENCES files (id),
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  bytes INTEGER NOT NULL CHECK (bytes > 0),
  pages INTEGER NOT NULL CHECK (pages > 0),${rowColumns},
  UNIQUE (file_id, sha256)
) STRICT;

CREATE TABLE product_files (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  product_id INTEGER NOT NULL REFERENCES products (id),
  file_id INTEGER NOT NULL REFERENCES files (id),
  position INTEGER NOT NULL DEFAULT 0,${rowColumns},
  UNIQUE (product_id, file_id)
) STRICT;
CREATE INDEX product_files_file ON product_files (file_id);

CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL UNIQUE CHECK (email = lower(email)),
  name TEXT,
  is_admin INTEGER NOT NULL DEFAULT 0 CHECK (is_admin IN (0, 1)),
  email_verified_at INTEGER,${rowColumns}
) STRICT;

CREATE TABLE orders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  number TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL CHECK (status IN ('creating', 'open', 'processing', 'paid', 'expired', 'failed')),
  session_id TEXT UNIQUE,
  checkout_url TEXT,
  checkout_key TEXT,
  browser_hash TEXT,
  user_id INTEGER REFERENCES users (id),
  email TEXT,
  customer_name TEXT,
  currency TEXT NOT NULL,
  total_amount INTEGER NOT NULL,
  payment_intent_id TEXT,
  subscription_id TEXT,
  paid_at INTEGER,
  first_viewed_at INTEGER,
  link_epoch INTEGER NOT NULL DEFAULT 1,${rowColumns}
) STRICT;
CREATE UNIQUE INDEX orders_live_checkout ON orders (checkout_key) WHERE status IN ('creating', 'open');
CREATE INDEX orders_browser ON orders (browser_hash, status);
CREATE INDEX orders_email ON orders (email, id);
CREATE INDEX orders_user ON orders (user_id, id);
CREATE INDEX orders_status ON orders (status, id);

CREATE TABLE order_items (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id INTEGER NOT NULL REFERENCES orders (id),
  product_id INTEGER NOT NULL REFERENCES products (id),
  name TEXT NOT NULL,
  price INTEGER NOT NULL CHECK (price >= 0),
  quantity INTEGER NOT NULL DEFAULT 1 CHECK (quantity = 1),
  type TEXT NOT NULL CHECK (type IN ('digital', 'subscription')),
  billing_period TEXT CHECK (billing_period IN ('month', 'year')),
  files TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(files)),
  granted_at INTEGER,
  revoked_at INTEGER,
  revoke_reason TEXT,${rowColumns},
  UNIQUE (order_id, product_id)
) STRICT;
CREATE INDEX order_items_product ON order_items (product_id, id);

CREATE TABLE subscription_records (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  email TEXT NOT NULL,
  session_id TEXT NOT NULL UNIQUE,
  subscription_id TEXT UNIQUE,
  status TEXT NOT NULL DEFAULT 'active',
  current_period_end INTEGER,${rowColumns}
) STRICT;
CREATE INDEX subscription_records_user ON subscription_records (user_id, id);

CREATE TABLE identities (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (issuer, subject)
) STRICT;

CREATE TABLE sessions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  token_hash TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  user_agent TEXT,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE TABLE one_time_codes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL,
  code_hash TEXT NOT NULL,
  browser_hash TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;
CREATE INDEX one_time_codes_email ON one_time_codes (email, id);

CREATE TABLE contact_submissions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  subject TEXT,
  message TEXT NOT NULL,
  user_agent TEXT,
  device_type TEXT,
  local_time TEXT,
  italian_time TEXT,
  browser_language TEXT,
  screen_resolution TEXT,
  sent_at TEXT,
  status TEXT NOT NULL DEFAULT 'new',${rowColumns}
) STRICT;
CREATE INDEX contact_submissions_email ON contact_submissions (email, id);

CREATE TABLE emails (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  unique_key TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  recipient TEXT NOT NULL,
  order_id INTEGER REFERENCES orders (id),
  data TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(data)),
  subject TEXT,
  text TEXT,
  html TEXT,
  message_id TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL CHECK (status IN ('queued', 'sending', 'sent', 'dead')),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER NOT NULL,
  lease_until INTEGER,
  expires_at INTEGER,
  sent_at INTEGER,
  last_error TEXT,${rowColumns}
) STRICT;
CREATE INDEX emails_due ON emails (status, next_attempt_at);
CREATE INDEX emails_order ON emails (order_id);

CREATE TABLE webhook_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  event_id TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  object_id TEXT,
  payload TEXT NOT NULL,
  handled_at INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER NOT NULL,
  last_error TEXT,${rowColumns}
) STRICT;
CREATE INDEX webhook_events_open ON webhook_events (next_attempt_at) WHERE handled_at IS NULL;

CREATE TABLE idempotency_keys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  scope TEXT NOT NULL,
  key TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  status INTEGER,
  response TEXT,
  created_at INTEGER NOT NULL,
  UNIQUE (scope, key)
) STRICT;
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

CREATE TABLE changes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  table_name TEXT NOT NULL,
  row_id INTEGER NOT NULL,
  action TEXT NOT NULL CHECK (action IN ('insert', 'update', 'delete')),
  actor TEXT NOT NULL,
  before TEXT CHECK (json_valid(before)),
  after TEXT CHECK (json_valid(after)),${rowColumns}
) STRICT;
CREATE INDEX changes_row ON changes (table_name, row_id, id);
CREATE INDEX changes_table ON changes (table_name, id);

CREATE TABLE rate_limits (
  key TEXT PRIMARY KEY,
  points INTEGER NOT NULL DEFAULT 0,
  expire INTEGER
) STRICT;
`;
