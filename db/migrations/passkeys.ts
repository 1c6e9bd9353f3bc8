/** Adds passkeys of administrators, and the time of the last passkey check of a session. */
export const passkeys = /* sql */ `
CREATE TABLE passkeys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  credential_id TEXT NOT NULL UNIQUE,
  public_key TEXT NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL,
  name TEXT NOT NULL,
  last_used_at INTEGER,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX passkeys_by_user ON passkeys (user_id);

CREATE TABLE passkey_challenges (
  challenge TEXT PRIMARY KEY NOT NULL,
  browser_hash TEXT NOT NULL,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX passkey_challenges_by_expires_at ON passkey_challenges (expires_at);
CREATE INDEX passkey_challenges_by_user ON passkey_challenges (user_id);

ALTER TABLE sessions ADD COLUMN proven_at INTEGER;
ALTER TABLE one_time_codes ADD COLUMN skips_passkey INTEGER NOT NULL DEFAULT 0 CHECK (skips_passkey IN (0, 1));
`;
