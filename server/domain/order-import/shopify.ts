import type { ForeignRow } from "./foreign-sheet.ts";
import type { ForeignItem, ForeignState } from "../../ports/read-worker.ts";
import {
  amountOf,
  currencyOf,
  emailOf,
  type ForeignFormat,
  type FormatAnswers,
  hasAll,
  type OrderFacts,
  paidAtOf,
  Skip,
} from "./formats.ts";
import { isCountry } from "../../contract/known-codes.ts";

const COLUMNS = (
  "Name, Email, Financial Status, Paid at, Created at, Currency, Taxes, Total, Lineitem quantity, " +
  "Lineitem name, Lineitem price, Lineitem discount, Billing Name, Billing Country, Cancelled at, " +
  "Payment Method, Refunded Amount, Id"
).split(", ");
const PAID = ["paid", "partially_refunded", "refunded"];
/** Name of the gateway for test orders. */
const TEST_GATEWAY = /\bbogus\b/i;

/** Shopify's file of orders: a row for each item, with the order in the first row of its items. */
export const shopify: ForeignFormat = {
  source: "shopify",
  isFormat: hasAll("Name", "Financial Status", "Lineitem name"),
  columnsOf: () => COLUMNS,
  dates: () => ["Paid at", "Created at"],
  productsOf: ({ cell }) => [cell("Lineitem name")].filter(Boolean),
  numberOf: ({ cell }) => cell("Name"),
  keyOf: ({ line, cell }) => cell("Name") || line,
  readOrder,
};

function readOrder(lines: readonly ForeignRow[], answers: FormatAnswers): OrderFacts {
  const first = lines.find(({ cell }) => cell("Financial Status")) ?? (lines[0] as ForeignRow);
  const { cell } = first;
  if (TEST_GATEWAY.test(cell("Payment Method"))) throw new Skip("test", cell("Payment Method"));
  const status = cell("Financial Status").toLowerCase();
  if (!PAID.includes(status)) throw new Skip("unpaid", status);
  const currency = currencyOf(cell("Currency"));
  const total = amountOf(cell("Total"), currency);
  const country = cell("Billing Country");
  return {
    sourceId: cell("Id") || cell("Name"),
    email: emailOf(cell("Email")),
    name: cell("Billing Name"),
    paidAt: paidAtOf(cell("Paid at") || cell("Created at"), answers),
    currency,
    total,
    tax: amountOf(cell("Taxes"), currency),
    refunded: status === "refunded" ? total : amountOf(cell("Refunded Amount"), currency),
    state: stateOf(first, status),
    country: isCountry(country) ? country : null,
    items: lines.flatMap((each) => itemOf(each, currency)),
  };
}

function stateOf({ cell }: ForeignRow, status: string): ForeignState {
  if (status === "refunded") return "refunded";
  return cell("Cancelled at") ? "revoked" : "paid";
}

function itemOf({ cell }: ForeignRow, currency: string): ForeignItem[] {
  const name = cell("Lineitem name");
  if (name === "") return [];
  const quantity = Number(cell("Lineitem quantity") || 1);
  if (!Number.isInteger(quantity) || quantity < 0) {
    throw new Skip("bad_amount", cell("Lineitem quantity"));
  }
  const price = amountOf(cell("Lineitem price"), currency) * quantity;
  return [{ name, price: Math.max(0, price - amountOf(cell("Lineitem discount"), currency)) }];
}
