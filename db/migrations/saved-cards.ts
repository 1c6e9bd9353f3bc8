/** Adds the setting of saved cards, off in existing shops, and the customer who saved one. */
export const savedCards = /* sql */ `
ALTER TABLE orders ADD COLUMN customer_id TEXT;
ALTER TABLE settings ADD COLUMN save_cards INTEGER NOT NULL DEFAULT 0 CHECK (save_cards IN (0, 1));
`;
