/** Index for the lists of paid and of refunded orders; its expression is that of the column `state`. */
export const orderState = /* sql */ `
CREATE INDEX orders_state ON orders (CASE WHEN status <> 'paid' OR refunded_amount <= 0 THEN status
  WHEN refunded_amount < total_amount THEN 'partly_refunded' ELSE 'refunded' END);
`;
