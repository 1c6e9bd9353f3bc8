import type { ForeignSource, OrderFileAnswers } from "../../server/contract/order-import.ts";
import { decimalsOf } from "../../server/contract/format.ts";
import { DAY_MS } from "../../server/contract/time.ts";
import type { ForeignState } from "../../server/ports/read-worker.ts";
import { type Random, seededRandom } from "../lab/torture/random.ts";
import {
  CSV_COLUMNS,
  CSV_HEADERS,
  csvFile,
  type CsvRow,
  eddHeaders,
  GUMROAD_HEADERS,
  plainAmount,
  SHOPIFY_HEADERS,
} from "./foreign-csv.ts";

/** An order as the generator means it. `skip` is why an import must leave it out. */
export type TrueOrder = {
  id: string;
  email: string;
  /** The address as the buyer typed it. */
  typed: string;
  products: string[];
  prices: number[];
  currency: string;
  total: number;
  refunded: number;
  state: ForeignState;
  skip: "test" | "unpaid" | "no_email" | "unknown_product" | null;
  paidAt: number;
};

const KNOWN = ["Weekend Pack", "Colour Book - Classroom"];
const UNKNOWN = "Old Poster";
const LONGEST = 6 * 365 * DAY_MS;
const START = Date.parse("2019-01-01T08:00:00Z");

export const FOREIGN_PRODUCTS = [...KNOWN, UNKNOWN];

/** Format of a generator: how an order is written, and what it can express. */
type Writer = {
  headers: string[];
  currencies: string[];
  hasTests: boolean;
  hasSeveralItems: boolean;
  states: ForeignState[];
  answers: OrderFileAnswers;
  rowsOf: (order: TrueOrder) => CsvRow[];
};

const iso = (time: number) => new Date(time).toISOString().slice(0, 19).replace("T", " ");

const WRITERS: Record<ForeignSource, Writer> = {
  gumroad: {
    headers: GUMROAD_HEADERS,
    currencies: ["usd"],
    hasTests: false,
    hasSeveralItems: false,
    states: ["paid", "refunded", "disputed", "revoked"],
    answers: {},
    rowsOf: ({ id, typed, products, total, refunded, state, skip, paidAt }) => {
      const [name = "", variant = ""] = (products[0] ?? "").split(" - ");
      const isFull = state === "refunded";
      return [
        {
          "Purchase ID": id,
          "Item Name": name,
          Variants: variant,
          "Purchase Email": typed,
          "Purchase Time (UTC timezone)": `${iso(paidAt)} UTC`,
          "Sale Price ($)": plainAmount(total),
          "Refunded?": isFull || refunded > 0 ? "1" : "0",
          "Fully Refunded?": isFull ? "1" : "0",
          "Partial Refund ($)": isFull ? "0.0" : plainAmount(refunded),
          "Disputed?": state === "disputed" ? "1" : "0",
          "Dispute Won?": "0",
          "Access Revoked?": state === "revoked" ? "1" : "0",
          "Pre-order authorization?": skip === "unpaid" ? "1" : "0",
        },
      ];
    },
  },
  shopify: {
    headers: SHOPIFY_HEADERS,
    currencies: ["usd", "eur", "jpy"],
    hasTests: true,
    hasSeveralItems: true,
    states: ["paid", "refunded", "revoked"],
    answers: {},
    rowsOf(order) {
      const { id, typed, products, prices, total, refunded, state, skip, currency } = order;
      const status = refunded > 0 ? "partially_refunded" : "paid";
      const first = {
        Name: `#${id}`,
        Id: id,
        Email: typed,
        "Financial Status":
          skip === "unpaid" ? "pending" : state === "refunded" ? "refunded" : status,
        "Paid at": `${iso(order.paidAt)} +0000`,
        "Cancelled at": state === "revoked" ? `${iso(order.paidAt)} +0000` : "",
        Currency: currency.toUpperCase(),
        Total: plainAmount(total, currency),
        "Refunded Amount": plainAmount(refunded, currency),
        "Payment Method": skip === "test" ? "bogus" : "Shopify Payments",
      };
      return products.map((name, at) => ({
        ...(at === 0 ? first : { Name: `#${id}` }),
        "Lineitem name": name,
        "Lineitem quantity": "1",
        "Lineitem price": plainAmount(prices[at] ?? 0, currency),
      }));
    },
  },
  edd: {
    headers: eddHeaders("€"),
    currencies: ["eur"],
    hasTests: true,
    hasSeveralItems: true,
    states: ["paid", "refunded", "revoked"],
    answers: { zone: "UTC", currency: "eur" },
    rowsOf: ({ id, typed, products, prices, total, state, skip, paidAt }) => [
      {
        ID: id,
        Email: typed,
        Products: products
          .map((name, at) => `${name} - €${plainAmount(prices[at] ?? 0)}`)
          .join(" / "),
        "Amount (€)": plainAmount(total),
        "Payment Method": skip === "test" ? "Test Payment" : "stripe",
        Date: iso(paidAt),
        Status:
          skip === "unpaid"
            ? "Abandoned"
            : { paid: "Complete", refunded: "Refunded", revoked: "Revoked", disputed: "" }[state],
      },
    ],
  },
  csv: {
    headers: CSV_HEADERS,
    currencies: ["usd", "eur"],
    hasTests: false,
    hasSeveralItems: true,
    states: ["paid", "refunded", "disputed", "revoked"],
    answers: { columns: CSV_COLUMNS },
    rowsOf: ({ id, typed, products, prices, currency, state, skip, paidAt }) =>
      products.map((name, at) => ({
        order: id,
        mail: typed,
        when: new Date(paidAt).toISOString(),
        what: name,
        sum: plainAmount(prices[at] ?? 0, currency),
        money: currency,
        state: skip === "unpaid" ? "pending" : state,
      })),
  },
};

/** Makes an export of a shop with `count` orders, and the truth about them. */
export function makeExport(
  source: ForeignSource,
  { count, seed }: { count: number; seed: number },
) {
  const random = seededRandom(seed);
  const writer = WRITERS[source];
  const orders = Array.from({ length: count }, (_, at) => makeOrder(at, { random, writer, count }));
  const totals = source === "gumroad" ? [{ "Purchase ID": "Totals", "Sale Price ($)": "1.0" }] : [];
  const fileOf = (some: readonly TrueOrder[]) =>
    new TextEncoder().encode(csvFile(writer.headers, [...some.flatMap(writer.rowsOf), ...totals]));
  return { orders, answers: writer.answers, fileOf };
}

type Making = { random: Random; writer: Writer; count: number };

function makeOrder(at: number, { random, writer, count }: Making): TrueOrder {
  const chance = (share: number) => random.next() < share;
  const pick = <Value>(values: readonly Value[]) =>
    values[random.between(0, values.length - 1)] as Value;
  const email = `buyer${random.between(1, Math.ceil(count / 3))}@example.com`;
  const skip = chance(0.1)
    ? pick(["unpaid", "no_email", "unknown_product", ...(writer.hasTests ? ["test"] : [])] as const)
    : null;
  const known = writer.hasSeveralItems && chance(0.3) ? KNOWN : [pick(KNOWN)];
  const products = skip === "unknown_product" ? [UNKNOWN] : known;
  const currency = pick(writer.currencies);
  const unit = 10 ** decimalsOf(currency);
  const prices = products.map(() => random.between(1, 99 * unit));
  const total = prices.reduce((sum, price) => sum + price, 0);
  const state = chance(0.15) ? pick(writer.states) : "paid";
  const isPartial =
    state === "paid" && chance(0.05) && writer.headers.some((each) => /refund/i.test(each));
  const typed = skip === "no_email" ? "" : pick([email, email.toUpperCase(), ` ${email} `]);
  const refunded = isPartial ? random.between(1, Math.max(1, total - 1)) : 0;
  return {
    id: String(100_000 + at),
    email,
    typed,
    products,
    prices,
    currency,
    total,
    refunded: state === "refunded" ? total : Math.min(refunded, total),
    state,
    skip: skip as TrueOrder["skip"],
    paidAt: START + at * Math.floor(Math.min(DAY_MS / 8, LONGEST / count) / 1000) * 1000,
  };
}
