import { OFFER_NAMES } from "../../contract/offer-names.ts";
import type { RowValues } from "../../contract/tables.ts";
import { contentRefusals as refusals } from "../content/refusals.ts";
import type { RowCheck } from "./define-table.ts";
import type { ColumnRules } from "./table-column.ts";

const { upsell, upsell2, downsell } = OFFER_NAMES;

/** Settings of the offers after a purchase. */
export const offerColumns: Record<string, ColumnRules> = {
  offers: {
    title: "Offers after a purchase",
    description:
      "Off: buyers go from the payment straight to their order. Whether an offer is also sold on the landing page is a field of the product.",
  },
  first_offer_id: {
    title: "First offer",
    reference: "products",
    description: `Shown after the payment. If all three are empty, the offers are the products named “${upsell}”, “${upsell2}” and “${downsell}”, if you sell them.`,
  },
  second_offer_id: {
    title: "Second offer",
    reference: "products",
    description: "Shown after a yes to the first offer. Empty: the buyer goes to the payment.",
  },
  last_offer_id: {
    title: "Last offer",
    reference: "products",
    description: "Shown after a no to the first offer. Empty: the buyer goes to the order.",
  },
};

export const offerCheck: RowCheck = {
  columns: ["first_offer_id", "second_offer_id", "last_offer_id"],
  find: findOfferProblem,
};

/** The first offer cannot come again: its buyer has just answered it. */
function findOfferProblem({ first_offer_id: first, ...row }: RowValues): Record<string, string> {
  const repeated = ["second_offer_id", "last_offer_id"].filter(
    (column) => (first ?? null) !== null && row[column] === first,
  );
  return Object.fromEntries(repeated.map((column) => [column, refusals.offerTwice]));
}
