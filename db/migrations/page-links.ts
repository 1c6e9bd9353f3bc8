/** Adds whether a page is linked in the footer. Existing pages stay linked. */
export const pageLinks = /* sql */ `
ALTER TABLE pages ADD COLUMN linked INTEGER NOT NULL DEFAULT 1 CHECK (linked IN (0, 1));
`;
