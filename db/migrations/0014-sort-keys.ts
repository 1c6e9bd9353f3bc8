/**
 * Names as people sort them, in the two long tables that are sorted by a name. A column and no index of
 * an expression: with a function of ours in the schema no other program could check or write the
 * database. The indexes of the names themselves are replaced, so that an order costs what it did.
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
