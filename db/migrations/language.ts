/** Adds the language of the shop. */
export const language = /* sql */ `
ALTER TABLE settings ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
`;
