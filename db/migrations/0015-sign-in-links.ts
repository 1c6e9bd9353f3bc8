/** A link that signs an administrator in, in any browser, is a request of its own kind. */
export const signInLinks = /* sql */ `
ALTER TABLE one_time_codes ADD COLUMN is_link INTEGER NOT NULL DEFAULT 0 CHECK (is_link IN (0, 1));
`;
