/** Adds the notices of added and removed passkeys. */
export const passkeyChanges = /* sql */ `
CREATE TABLE passkey_changes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL,
  name TEXT NOT NULL,
  change TEXT NOT NULL CHECK (change IN ('added', 'removed')),
  done_at INTEGER,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX passkey_changes_open ON passkey_changes (created_at) WHERE done_at IS NULL;
`;
