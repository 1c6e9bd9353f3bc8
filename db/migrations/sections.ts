/** Adds the setting with the order and the hidden sections of the landing page. */
export const sections = /* sql */ `
ALTER TABLE settings ADD COLUMN sections TEXT NOT NULL DEFAULT '';
`;
