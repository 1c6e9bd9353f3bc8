const flag = (name: string) => `${name} INTEGER NOT NULL DEFAULT 0 CHECK (${name} IN (0, 1))`;
const stars = (name: string) => `${name} INTEGER CHECK (${name} BETWEEN 1 AND 5)`;

/** Adds reviews of buyers, as testimonials with an order, and the mails that ask for them. */
export const reviews = /* sql */ `
ALTER TABLE testimonials ADD COLUMN ${stars("stars")};
ALTER TABLE testimonials ADD COLUMN order_id INTEGER REFERENCES orders (id);
ALTER TABLE testimonials ADD COLUMN sent_text TEXT;
ALTER TABLE testimonials ADD COLUMN ${stars("sent_stars")};
ALTER TABLE testimonials ADD COLUMN ${flag("undecided")};
CREATE UNIQUE INDEX testimonials_order ON testimonials (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX testimonials_undecided ON testimonials (created_at)
  WHERE undecided = 1 AND active = 0;
ALTER TABLE settings ADD COLUMN ${flag("review_mails")};

-- A column's CHECK cannot be changed, so the table is copied.
CREATE TABLE mail_preferences_new (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL CHECK (email = lower(email)),
  topic TEXT NOT NULL CHECK (topic IN ('news', 'reminders', 'reviews')),
  wanted INTEGER NOT NULL CHECK (wanted IN (0, 1)),
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (email, topic)
) STRICT;
INSERT INTO mail_preferences_new (id, email, topic, wanted, version, created_at, updated_at)
SELECT id, email, topic, wanted, version, created_at, updated_at FROM mail_preferences;
DROP TABLE mail_preferences;
ALTER TABLE mail_preferences_new RENAME TO mail_preferences;
`;
