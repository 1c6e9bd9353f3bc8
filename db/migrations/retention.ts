export const retention = /* sql */ `
-- Bodies hold links that work: they are written when a mail is sent and kept by its recipient alone.
ALTER TABLE emails DROP COLUMN text;
ALTER TABLE emails DROP COLUMN html;
UPDATE webhook_events SET payload = '' WHERE handled_at IS NOT NULL;

-- How the sweep finds what is to go.
CREATE INDEX orders_never_paid ON orders (created_at)
  WHERE paid_at IS NULL AND status IN ('expired', 'failed');
CREATE INDEX webhook_events_handled ON webhook_events (handled_at) WHERE handled_at IS NOT NULL;
CREATE INDEX changes_erased ON changes (created_at) WHERE action = 'delete' AND before IS NULL;
CREATE INDEX one_time_codes_good ON one_time_codes (email, id) WHERE used_at IS NOT NULL;
`;
