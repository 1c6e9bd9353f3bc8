/** Columns of each full-text index; see db/search-index.ts. */
const SEARCHED = {
  products: "name, slug, description",
  orders: "number, email, customer_name, session_id, payment_intent_id",
  subscription_records: "email, session_id",
  contact_submissions: "name, email, subject, message",
  users: "email, name",
  emails: "recipient, subject",
  webhook_events: "event_id, object_id",
};
const COUNTED = (
  "products product_files orders order_items order_notes refunds subscription_records " +
  "contact_submissions users saved_views emails webhook_events"
).split(" ");

const indexes = Object.entries(SEARCHED).map(
  ([table, columns]) => `
CREATE VIRTUAL TABLE ${table}_texts USING fts5 (
  body, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
);
INSERT INTO ${table}_texts (rowid, body)
SELECT id, fold_text(concat_ws(char(10), ${columns})) FROM ${table};`,
);
const triggers = COUNTED.flatMap((table) => [
  `DROP TRIGGER ${table}_added;`,
  `DROP TRIGGER ${table}_removed;`,
]);

/** Creates a full-text index per table. Drops the shared index and the row counts. */
export const searchIndex = /* sql */ `
${triggers.join("\n")}
DROP TABLE row_counts;
DROP TABLE row_texts;
DELETE FROM job_cursors WHERE name = 'row_texts' OR name LIKE 'row_texts:%';
${indexes.join("\n")}
`;
