/** Tables with triggers that count their rows. The migration `searchIndex` drops the triggers. */
const COUNTED = (
  "products product_files orders order_items order_notes refunds subscription_records " +
  "contact_submissions users saved_views emails webhook_events"
).split(" ");

/**
 * Indexed sort columns of long tables. Indexing every column would make writing an order a third
 * slower; SQLite sorts by other columns in the worker process.
 */
const SORTED = {
  orders: "customer_name total_amount paid_at created_at updated_at",
  users: "name is_admin email_verified_at version created_at updated_at",
  subscription_records:
    "email status current_period_end ends_at_period_end version created_at updated_at",
};

// Tables with a covering index on ids, so that OFFSET skips rows without reading them.
const SKIPPED = "orders order_items emails webhook_events".split(" ");

const indexes = Object.entries(SORTED).flatMap(([table, columns]) =>
  columns.split(" ").map((column) => `CREATE INDEX ${table}_by_${column} ON ${table} (${column});`),
);

const counted = COUNTED.map(
  (table, index) => `
INSERT INTO row_counts (id, table_name, rows) SELECT ${index + 1}, '${table}', count(*) FROM ${table};
CREATE TRIGGER ${table}_added AFTER INSERT ON ${table}
  BEGIN UPDATE row_counts SET rows = rows + 1 WHERE id = ${index + 1}; END;
CREATE TRIGGER ${table}_removed AFTER DELETE ON ${table}
  BEGIN UPDATE row_counts SET rows = rows - 1 WHERE id = ${index + 1}; END;`,
);

export const lists = /* sql */ `
${indexes.join("\n")}
${SKIPPED.map((table) => `CREATE INDEX ${table}_by_id ON ${table} (id);`).join("\n")}

CREATE TABLE row_counts (
  id INTEGER PRIMARY KEY,
  table_name TEXT NOT NULL UNIQUE,
  rows INTEGER NOT NULL
) STRICT;
${counted.join("\n")}

-- Which rows hold three letters in a row: of all tables in one, and of no text more than that. What is
-- merged is decided by who fills it, a little at a time: by itself it would once in a while take a
-- second, in which every shopper waits.
CREATE VIRTUAL TABLE row_texts USING fts5 (
  body, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
);
INSERT INTO row_texts (row_texts, rank) VALUES ('automerge', 0), ('crisismerge', 1999);
`;
