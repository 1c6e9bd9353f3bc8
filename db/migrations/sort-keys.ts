/**
 * Sort keys of names in the two long tables that are sorted by name. Stored columns instead of an
 * expression index: other programs could not check or write a schema that calls our function. The
 * indexes of the bare names are replaced, so that sorting costs the same.
 */
export const sortKeys = /* sql */ `
ALTER TABLE orders ADD COLUMN customer_name_sorted TEXT;
UPDATE orders SET customer_name_sorted = sort_key(customer_name) WHERE customer_name IS NOT NULL;
DROP INDEX orders_by_customer_name;
CREATE INDEX orders_by_customer_name_sorted ON orders (customer_name_sorted);

ALTER TABLE users ADD COLUMN name_sorted TEXT;
UPDATE users SET name_sorted = sort_key(name) WHERE name IS NOT NULL;
DROP INDEX users_by_name;
CREATE INDEX users_by_name_sorted ON users (name_sorted);
`;
