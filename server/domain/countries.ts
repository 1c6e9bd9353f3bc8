/** The EU, the rest of the EEA, the UK and Switzerland: buyers there have a right of withdrawal. */
export const EUROPE: ReadonlySet<string> = new Set(
  (
    "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK " +
    "IS LI NO GB CH"
  ).split(" "),
);

/**
 * Countries outside `EUROPE` whose prices for consumers include the tax by law: Australia
 * (Competition and Consumer Act 2010, schedule 2, section 48), Japan (Consumption Tax Act, article
 * 63), New Zealand (Fair Trading Act 1986, section 13), Singapore (GST (General) Regulations,
 * regulation 77), South Africa (Value-Added Tax Act 1991, section 65).
 */
const ELSEWHERE = new Set(["AU", "JP", "NZ", "SG", "ZA"]);

/**
 * Whether prices of a seller in this country say that they include the tax. In Europe: Directive
 * 98/6/EC, article 2, and its national rules (Germany: PAngV, section 6), the UK's Price Marking
 * Order 2004, Switzerland's PBV, articles 3 and 4.
 */
export function namesIncludedTax(country: string): boolean {
  return EUROPE.has(country) || ELSEWHERE.has(country);
}
