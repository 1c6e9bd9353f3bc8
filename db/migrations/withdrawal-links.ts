/**
 * Adds the setting for links to the withdrawal page. Revokes files that still wait although their
 * buyer has withdrawn, and cancels their mails.
 */
export const withdrawalLinks = /* sql */ `
ALTER TABLE settings ADD COLUMN withdrawal_links INTEGER NOT NULL DEFAULT 1 CHECK (withdrawal_links IN (0, 1));

UPDATE order_items
SET revoked_at = withdrawals.created_at, revoke_reason = 'withdrawal', version = order_items.version + 1
FROM withdrawals
WHERE withdrawals.order_id = order_items.order_id AND withdrawals.created_at < access_from
  AND granted_at IS NOT NULL AND revoked_at IS NULL
  AND access_from > CAST(unixepoch('subsec') * 1000 AS INTEGER);

UPDATE emails
SET status = 'dead', expires_at = withdrawals.created_at, version = emails.version + 1,
  last_error = 'The buyer has withdrawn from the order.'
FROM withdrawals
WHERE withdrawals.order_id = emails.order_id AND emails.status = 'queued'
  AND emails.unique_key GLOB 'delivery-later:*';
`;
