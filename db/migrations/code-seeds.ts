export const codeSeeds = /* sql */ `
-- Never was a hash: codes and keys are derived from it.
ALTER TABLE one_time_codes RENAME COLUMN code_hash TO seed;
CREATE INDEX one_time_codes_age ON one_time_codes (created_at);

CREATE INDEX emails_kind ON emails (kind, created_at);
`;
