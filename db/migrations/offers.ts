/** Adds the settings of the offers after a purchase. */
export const offers = /* sql */ `
ALTER TABLE settings ADD COLUMN offers INTEGER NOT NULL DEFAULT 1 CHECK (offers IN (0, 1));
ALTER TABLE settings ADD COLUMN first_offer_id INTEGER REFERENCES products (id);
ALTER TABLE settings ADD COLUMN second_offer_id INTEGER REFERENCES products (id);
ALTER TABLE settings ADD COLUMN last_offer_id INTEGER REFERENCES products (id);
`;
