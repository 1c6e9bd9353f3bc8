/** Adds purchases as a gift: recipient and giver of an order, and the setting, off in existing shops. */
export const gifts = /* sql */ `
ALTER TABLE orders ADD COLUMN gift_to TEXT;
ALTER TABLE orders ADD COLUMN giver_email TEXT;
ALTER TABLE orders ADD COLUMN giver_hash TEXT;
CREATE INDEX orders_giver ON orders (giver_hash) WHERE giver_hash IS NOT NULL;
CREATE INDEX orders_giver_email ON orders (giver_email) WHERE giver_email IS NOT NULL;
ALTER TABLE settings ADD COLUMN gifts INTEGER NOT NULL DEFAULT 0 CHECK (gifts IN (0, 1));
`;
