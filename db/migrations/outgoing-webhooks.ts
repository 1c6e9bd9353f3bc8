/** Adds the endpoints of outgoing webhooks and the deliveries to them. */
export const outgoingWebhooks = /* sql */ `
CREATE TABLE webhook_endpoints (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  url TEXT NOT NULL UNIQUE,
  secret TEXT NOT NULL,
  events TEXT NOT NULL CHECK (json_valid(events)),
  active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  failing_since INTEGER,
  last_error TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_endpoints_failing ON webhook_endpoints (failing_since)
  WHERE failing_since IS NOT NULL;
CREATE TABLE webhook_deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  endpoint_id INTEGER NOT NULL,
  type TEXT NOT NULL
    CHECK (type IN ('order.paid', 'order.refunded', 'access.ended', 'message.received')),
  message_id TEXT NOT NULL,
  subject TEXT NOT NULL,
  payload TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'sent', 'dead')),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER NOT NULL,
  sent_at INTEGER,
  last_status INTEGER,
  last_error TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (endpoint_id, message_id)
) STRICT;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_attempt_at)
  WHERE status = 'queued';
CREATE INDEX webhook_deliveries_subject ON webhook_deliveries (subject, endpoint_id);
CREATE INDEX webhook_deliveries_created ON webhook_deliveries (created_at);
`;
