// Limits existing sessions to 60 days after creation; earlier versions extended them beyond that.
export const storeFacts = /* sql */ `
CREATE TABLE store_facts (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

UPDATE sessions SET expires_at = min(expires_at, created_at + 60 * 24 * 3600 * 1000);
`;
