/** Adds sign-in links for administrators, which work in any browser. */
export const signInLinks = /* sql */ `
ALTER TABLE one_time_codes ADD COLUMN is_link INTEGER NOT NULL DEFAULT 0 CHECK (is_link IN (0, 1));
`;
