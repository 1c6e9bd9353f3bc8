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

const STATES: Record<string, ForeignState> = {
  complete: "paid",
  completed: "paid",
  publish: "paid",
  "partially refunded": "paid",
  refunded: "refunded",
  revoked: "revoked",
};
const TEST_METHODS = ["test", "test payment"];
const COLUMNS = "ID, Email, First Name, Last Name, Products, Payment Method, Date, Status".split(
  ", ",
);
const AMOUNT = /^Amount \((.+)\)$/;
const TAX = /^Tax \(.+\)$/;
const SIGNS: Record<string, string> = { $: "usd", "€": "eur", "£": "gbp", "¥": "jpy" };
const SIGN = String.raw`[^\s\d.,]{1,4}`;
const NUMBER = String.raw`\d[\d.,]*`;
/** An item of the cell `Products`: a name, then its price. Names may contain " - " and "/". */
const ITEM = new RegExp(
  String.raw`(.+?) - (${SIGN}\s?${NUMBER}|${NUMBER}\s?${SIGN})(?: / |$)`,
  "gsu",
);

/** Easy Digital Downloads' file of payments: a row for each order, with its items in one cell. */
export const edd: ForeignFormat = {
  source: "edd",
  isFormat: (headers) =>
    hasAll("ID", "Email", "Products", "Purchase Key", "Status")(headers) &&
    headers.some((header) => AMOUNT.test(header)),
  columnsOf: (headers) => [
    ...COLUMNS,
    ...headers.filter((header) => AMOUNT.test(header) || TAX.test(header)),
  ],
  dates: () => ["Date"],
  suggestCurrency(headers) {
    const [sign = ""] = headers.flatMap((header) => AMOUNT.exec(header)?.[1] ?? []);
    return SIGNS[sign] ?? (/^[a-z]{3}$/i.test(sign) ? sign.toLowerCase() : null);
  },
  productsOf: ({ cell }) => splitItems(cell("Products")).map(({ name }) => name),
  numberOf: ({ cell }) => cell("ID"),
  keyOf: ({ line }) => line,
  readOrder: ([row], answers) => readPayment(row as ForeignRow, answers),
};

function readPayment({ cell, columns }: ForeignRow, answers: FormatAnswers): OrderFacts {
  if (TEST_METHODS.includes(cell("Payment Method").toLowerCase())) {
    throw new Skip("test", cell("Payment Method"));
  }
  const state = STATES[cell("Status").toLowerCase()];
  if (!state) throw new Skip("unpaid", cell("Status"));
  const { currency = "" } = answers;
  const find = (pattern: RegExp) => columns.find((name) => pattern.test(name)) ?? "";
  return {
    sourceId: cell("ID"),
    email: emailOf(cell("Email")),
    name: [cell("First Name"), cell("Last Name")].filter(Boolean).join(" "),
    paidAt: paidAtOf(cell("Date"), answers),
    currency,
    total: amountOf(cell(find(AMOUNT)), currency),
    tax: amountOf(cell(find(TAX)), currency),
    state,
    items: splitItems(cell("Products")).map(({ name, price }) => ({
      name,
      price: amountOf(price, currency),
    })),
  };
}

/** Splits "Weekend Pack - $9.00 / Colour Book - Classroom - $12.00" into names and prices. */
function splitItems(cell: string): { name: string; price: string }[] {
  const items = [...cell.matchAll(ITEM)].map(([, name = "", price = ""]) => ({
    name: name.trim(),
    price: price.trim(),
  }));
  return items.length > 0 || cell === "" ? items : [{ name: cell, price: "" }];
}
