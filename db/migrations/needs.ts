/** A partial index for each kind of row that needs attention. */
export const needs = /* sql */ `
ALTER TABLE orders ADD COLUMN double_settled_at INTEGER;
CREATE INDEX orders_double_open ON orders (paid_at)
  WHERE double_of_id IS NOT NULL AND double_settled_at IS NULL AND refunded_amount = 0;
CREATE INDEX order_notes_open ON order_notes (kind, due_at) WHERE done_at IS NULL;
CREATE INDEX refunds_failed ON refunds (created_at) WHERE status = 'failed';
CREATE INDEX emails_dead ON emails (updated_at) WHERE status = 'dead' AND expires_at IS NULL;
CREATE INDEX webhook_events_failed ON webhook_events (created_at)
  WHERE handled_at IS NULL AND attempts >= 3;
CREATE INDEX contact_submissions_new ON contact_submissions (created_at) WHERE status = 'new';
CREATE INDEX file_versions_sha256 ON file_versions (sha256);
`;
