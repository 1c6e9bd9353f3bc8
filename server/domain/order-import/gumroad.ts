import type { ForeignRow } from "./foreign-sheet.ts";
import type { ForeignState } from "../../ports/read-worker.ts";
import {
  amountOf,
  emailOf,
  type ForeignFormat,
  type FormatAnswers,
  hasAll,
  type OrderFacts,
  paidAtOf,
  Skip,
} from "./formats.ts";
import { readDate } from "./dates.ts";

/** All amounts that are read here are in US dollars, whatever the buyer paid in. */
const CURRENCY = "usd";
const PAID_AT = "Purchase Time (UTC timezone)";
const COLUMNS = (
  "Purchase ID, Item Name, Buyer Name, Purchase Email, Buyer Email, Giftee Email, Do not contact?, " +
  `Purchase Date, ${PAID_AT}, Taxes ($), Sale Price ($), Refunded?, Partial Refund ($), ` +
  "Fully Refunded?, Disputed?, Dispute Won?, Access Revoked?, Variants, Pre-order authorization?, " +
  "Order Number, Subscription End Date"
).split(", ");

/** Gumroad's file of sales: a row for each product and for each charge of a subscription. */
export const gumroad: ForeignFormat = {
  source: "gumroad",
  isFormat: hasAll("Purchase ID", "Item Name", "Purchase Email"),
  columnsOf: () => COLUMNS,
  dates: () => [PAID_AT, "Purchase Date"],
  isInUtc: true,
  productsOf: (row) => (isTotals(row) ? [] : [productOf(row)]),
  numberOf: ({ cell }) => cell("Order Number") || cell("Purchase ID"),
  keyOf: (row) => (isTotals(row) ? null : row.line),
  readOrder: ([row], answers) => readSale(row as ForeignRow, answers),
};

function isTotals({ cell }: ForeignRow): boolean {
  return cell("Purchase ID") === "Totals";
}

function productOf({ cell }: ForeignRow): string {
  return [cell("Item Name"), cell("Variants")].filter(Boolean).join(" - ");
}

function readSale(row: ForeignRow, answers: FormatAnswers): OrderFacts {
  const { cell } = row;
  const sourceId = cell("Purchase ID");
  if (sourceId === "") throw new Skip("broken_row");
  if (cell("Pre-order authorization?") === "1") throw new Skip("unpaid");
  const buyer = emailOf(cell("Purchase Email") || cell("Buyer Email"));
  const giftee = cell("Giftee Email") && emailOf(cell("Giftee Email"));
  const isGift = giftee !== "" && giftee !== buyer;
  const total = amountOf(cell("Sale Price ($)"), CURRENCY);
  const state = stateOf(row);
  const ended = cell("Subscription End Date");
  return {
    sourceId,
    email: isGift ? giftee : buyer,
    giverEmail: isGift ? buyer : null,
    // The name is the buyer's, not that of the recipient of a gift.
    name: isGift ? "" : cell("Buyer Name"),
    paidAt: paidAtOf(cell(PAID_AT) || cell("Purchase Date"), answers),
    currency: CURRENCY,
    total,
    tax: amountOf(cell("Taxes ($)"), CURRENCY),
    refunded: state === "refunded" ? total : amountOf(cell("Partial Refund ($)"), CURRENCY),
    state,
    accessUntil: (ended && readDate(ended, answers)) || null,
    noMails: cell("Do not contact?") === "1",
    items: [{ name: productOf(row), price: total }],
  };
}

function stateOf({ cell }: ForeignRow): ForeignState {
  const is = (flag: string) => cell(flag) === "1";
  if (is("Disputed?") && !is("Dispute Won?")) return "disputed";
  const isPartial = is("Refunded?") && Number(cell("Partial Refund ($)")) > 0;
  if (is("Fully Refunded?") || (is("Refunded?") && !isPartial)) return "refunded";
  return is("Access Revoked?") ? "revoked" : "paid";
}
