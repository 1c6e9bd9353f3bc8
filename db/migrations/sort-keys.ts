/**
 * Replaces the name indexes of the two long tables with stored, indexed sort keys, because other
 * programs cannot check or write a schema with an expression index that calls our function.
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
