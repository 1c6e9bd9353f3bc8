/** Adds the account whose email a code changes. */
export const emailChange = /* sql */ `
ALTER TABLE one_time_codes ADD COLUMN user_id INTEGER REFERENCES users (id) ON DELETE CASCADE;
CREATE INDEX one_time_codes_user ON one_time_codes (user_id, id) WHERE user_id IS NOT NULL;
`;
