// Sums of tax by country and rate, as parts of the query that sums a day. Their value is
// "country:rate" with the rate in millionths: "DE:190000", "DE:0" without tax, "DE:" if the rate is
// unknown. An amount beyond an order's items has no tax or an unknown rate.

const IN_DAY = "created_at >= @start AND created_at < @end";
/** Rate of a row; a renewal whose tax was not stored has a tax of null. */
const rateOf = (table: string) =>
  `CASE WHEN ${table}.tax_amount = 0 THEN 0 ELSE coalesce(${table}.tax_rate, '') END`;

/**
 * Tables of the query: `refunds_of_day` with the sum of each payment's refunds so far, and
 * `tax_parts` with the amounts by rate of each order that was paid or refunded.
 */
export const TAX_TABLES = `
  refunds_of_day AS MATERIALIZED (
    SELECT * FROM (
      SELECT order_id, renewal_id, amount, created_at,
        sum(amount) OVER (PARTITION BY order_id, renewal_id ORDER BY id) AS refunded
      FROM refund_entries INDEXED BY refund_entries_by_order
      WHERE order_id IN (SELECT order_id FROM refund_entries
        INDEXED BY refund_entries_by_created_at WHERE ${IN_DAY}))
    WHERE ${IN_DAY}),
  taxed AS MATERIALIZED (
    SELECT id, currency, coalesce(country, '') AS country, total_amount, tax_amount FROM orders
    WHERE id IN (SELECT id FROM sold
      UNION SELECT order_id FROM refunds_of_day WHERE renewal_id IS NULL)),
  rated AS MATERIALIZED (
    SELECT taxed.id AS order_id, ${rateOf("order_items")} AS rate,
      coalesce(paid_amount, 0) AS revenue, order_items.tax_amount AS tax
    FROM taxed CROSS JOIN order_items ON order_items.order_id = taxed.id),
  tax_parts AS MATERIALIZED (
    SELECT order_id, currency, country || ':' || rate AS value, total_amount AS total,
      sum(revenue) AS revenue, sum(tax) AS tax
    FROM (
      SELECT * FROM rated
      UNION ALL SELECT id, iif(tax = 0, 0, ''), revenue, tax FROM (
        SELECT id, total_amount - coalesce(sum(revenue), 0) AS revenue,
          tax_amount - coalesce(sum(tax), 0) AS tax
        FROM taxed LEFT JOIN rated ON order_id = id GROUP BY id)
    ) JOIN taxed ON taxed.id = order_id
    GROUP BY order_id, rate HAVING sum(revenue) <> 0 OR sum(tax) <> 0)`;

/** Share of an amount, rounded. */
const share = (amount: string, part: string, whole: string) =>
  `CAST(round(1.0 * (${amount}) * (${part}) / ${whole}) AS INTEGER)`;
/**
 * Sums how much refunds change a value that depends on the amount refunded so far. The shares of
 * several refunds therefore add up to the share of their sum.
 */
const changeOf = (valueOf: (refunded: string) => string) =>
  `coalesce(sum(${valueOf("refunded")} - ${valueOf("refunded - refunds_of_day.amount")}), 0)`;
// Each refund takes its share of all rates. The shares of the rates add up to the refund, because
// each is the difference of two rounded sums.
const REFUNDS = changeOf(
  (refunded) =>
    `(${share(refunded, "up_to", "total")} - ${share(refunded, "up_to - revenue", "total")})`,
);

/** Query of the sums of kind `tax`, without renewals. */
export const TAX_SUMS = `
  SELECT 'tax' AS kind, value, tax_parts.currency AS currency, count(*) AS orders,
    sum(revenue) AS revenue, 0 AS refunds, 0 AS extras, sum(tax) AS tax, 0 AS refunded_tax
  FROM sold JOIN tax_parts ON order_id = sold.id GROUP BY 2, 3
  UNION ALL SELECT 'tax', value, currency, 0, 0, ${REFUNDS}, 0, 0,
    ${changeOf((refunded) => share(refunded, "tax", "total"))}
  FROM refunds_of_day JOIN (
    SELECT *, sum(revenue) OVER (PARTITION BY order_id ORDER BY value) AS up_to FROM tax_parts
  ) AS parts ON parts.order_id = refunds_of_day.order_id
  WHERE renewal_id IS NULL GROUP BY 2, 3
  UNION ALL SELECT 'tax', coalesce(country, '') || ':' || ${rateOf("renewals")}, currency, count(*),
    sum(amount), 0, 0, sum(coalesce(tax_amount, 0)), 0
  FROM renewals INDEXED BY renewals_by_paid_at
  WHERE paid_at >= @start AND paid_at < @end GROUP BY 2, 3
  UNION ALL SELECT 'tax', coalesce(renewals.country, '') || ':' || ${rateOf("renewals")},
    renewals.currency, 0, 0, sum(refunds_of_day.amount), 0, 0,
    ${changeOf((refunded) => share(refunded, "coalesce(renewals.tax_amount, 0)", "renewals.amount"))}
  FROM refunds_of_day JOIN renewals ON renewals.id = renewal_id
  JOIN orders ON orders.id = refunds_of_day.order_id GROUP BY 2, 3`;
