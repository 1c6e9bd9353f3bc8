/** Adds the tax of renewals, null in earlier ones, and its rate in millionths. */
export const renewalTax = /* sql */ `
ALTER TABLE renewals ADD COLUMN tax_amount INTEGER;
ALTER TABLE renewals ADD COLUMN tax_rate INTEGER;
`;
