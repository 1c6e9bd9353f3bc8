/** Adds the tax rate of an item, in millionths. */
export const taxRates = /* sql */ `
ALTER TABLE order_items ADD COLUMN tax_rate INTEGER;
`;
