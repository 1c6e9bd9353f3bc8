export const orderDesk = /* sql */ `
ALTER TABLE refunds ADD COLUMN request_key TEXT;
ALTER TABLE refunds ADD COLUMN reason TEXT;
CREATE UNIQUE INDEX refunds_request ON refunds (request_key) WHERE request_key IS NOT NULL;
-- Webhook events of one session, payment or subscription.
CREATE INDEX webhook_events_object ON webhook_events (object_id, id) WHERE object_id IS NOT NULL;
`;
