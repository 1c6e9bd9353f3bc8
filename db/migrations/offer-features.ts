const BONUSES = [
  ["Color Workbook", "upsell2.bonus", "Plus a bonus certificate valued at $15"],
  ["Color Workbook for Kids", "downsell.bonus", "With a bonus badge valued at $10"],
] as const;
const PAGES = "80 pages";

/** Returns the SQL value of a text: the owner's, or the former default. */
const textOf = (name: string, text: string) =>
  `coalesce((SELECT value FROM texts WHERE name = 'funnel.${name}'), '${text}')`;

/** Returns the SQL that adds a text to the features of a product; an empty text adds nothing. */
const addFeature = (product: string, text: string, features: string) => `
UPDATE products SET features = ${features}, version = version + 1
WHERE name = '${product}' AND ${text} <> '';
`;

const appended = BONUSES.map(([product, name, text]) => {
  const bonus = textOf(name, text);
  return addFeature(product, bonus, `json_insert(features, '$[#]', ${bonus})`);
});
const pages = textOf("downsell.pages", PAGES);

/**
 * Moves the texts of the offer pages about the demo's bonuses and pages to the features of their
 * products, so that other products are not sold with them.
 */
export const offerFeatures = /* sql */ `
${appended.join("")}
${addFeature(
  "Color Workbook for Kids",
  pages,
  `(SELECT json_group_array(value ORDER BY position) FROM (
    SELECT ${pages} AS value, -1 AS position UNION ALL SELECT value, key FROM json_each(features)))`,
)}
DELETE FROM texts WHERE name IN ('funnel.upsell2.bonus', 'funnel.downsell.bonus', 'funnel.downsell.pages');
`;
