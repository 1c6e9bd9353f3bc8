/** Adds the dates when the owner read the landing page and decided about tax, as YYYY-MM-DD. */
export const ownerReviews = /* sql */ `
ALTER TABLE settings ADD COLUMN landing_read_on TEXT NOT NULL DEFAULT '';
ALTER TABLE settings ADD COLUMN tax_decided_on TEXT NOT NULL DEFAULT '';
`;
