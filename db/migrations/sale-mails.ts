/** Adds the setting of mails about sales, off in existing shops, and the orders to report. */
export const saleMails = /* sql */ `
ALTER TABLE settings ADD COLUMN sale_mails TEXT NOT NULL DEFAULT 'off'
  CHECK (sale_mails IN ('off', 'each', 'daily'));
CREATE TABLE unreported_sales (
  order_id INTEGER PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE,
  daily INTEGER NOT NULL CHECK (daily IN (0, 1))
) STRICT;
`;
