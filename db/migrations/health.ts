/** Partial indexes for the checks of the health page, which run every minute. */
export const health = /* sql */ `
ALTER TABLE webhook_events ADD COLUMN missed_at INTEGER;
CREATE INDEX webhook_events_missed ON webhook_events (missed_at) WHERE missed_at IS NOT NULL;
CREATE INDEX emails_unsent ON emails (created_at) WHERE status <> 'sent';
`;
