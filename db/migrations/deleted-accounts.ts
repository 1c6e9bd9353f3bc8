/** Adds when the buyer or the giver of an order deleted the account, for access and retention. */
export const deletedAccounts = /* sql */ `
ALTER TABLE orders ADD COLUMN account_deleted_at INTEGER;
ALTER TABLE orders ADD COLUMN giver_deleted_at INTEGER;
CREATE INDEX orders_of_deleted ON orders (paid_at)
  WHERE account_deleted_at IS NOT NULL AND email IS NOT NULL;
CREATE INDEX orders_of_deleted_givers ON orders (paid_at)
  WHERE giver_deleted_at IS NOT NULL AND giver_email IS NOT NULL;
`;
