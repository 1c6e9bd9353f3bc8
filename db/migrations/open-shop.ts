/** Adds the setting that opens and closes the shop. An existing shop stays open. */
export const openShop = /* sql */ `
ALTER TABLE settings ADD COLUMN is_open INTEGER NOT NULL DEFAULT 1 CHECK (is_open IN (0, 1));
`;
