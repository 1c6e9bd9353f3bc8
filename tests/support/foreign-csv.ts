import { ENGLISH } from "../../server/contract/language.ts";
import type { OrderFileAnswers } from "../../server/contract/order-import.ts";
import { previewOrderFile, readOrderFile } from "../../server/domain/order-import/foreign-file.ts";
import { majorUnits } from "../../server/contract/format.ts";
import { createTestApp } from "./create-test-app.ts";

export const GUMROAD_HEADERS =
  "Purchase ID,Item Name,Buyer Name,Purchase Email,Buyer Email,Do not contact?,Purchase Date,Purchase Time (UTC timezone),Subtotal ($),Taxes ($),Tax Type,Shipping ($),Sale Price ($),Fees ($),Net Total ($),Tip ($),Tax Included in Price?,Street Address,City,Zip Code,State,Country,Referrer,Refunded?,Partial Refund ($),Fully Refunded?,Disputed?,Dispute Won?,Access Revoked?,Variants,Discount Code,Recurring Charge?,Free trial purchase?,Pre-order authorization?,Product ID,Order Number,Pre-order authorization time (UTC timezone),Custom Fields,Item Price ($),Variants Price ($),Giftee Email,SKU ID,Quantity,Recurrence,Affiliate,Affiliate commission ($),Discover?,Cancellation Date,Subscription End Date,Rating,Review,License Key,License Key Activation Count,License Key Enabled?,Payment Type,PayPal Transaction ID,PayPal Fee Amount,PayPal Fee Currency,Stripe Transaction ID,Stripe Fee Amount,Stripe Fee Currency,Purchasing Power Parity Discounted?,Upsold?,Sent Abandoned Cart Email?,UTM Source,UTM Medium,UTM Campaign,UTM Term,UTM Content,Buyer Currency,Buyer Total,Buyer Refunded Total".split(
    ",",
  );
export const SHOPIFY_HEADERS =
  "Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem compare at price,Lineitem sku,Lineitem requires shipping,Lineitem taxable,Lineitem fulfillment status,Billing Name,Billing Country,Notes,Note Attributes,Cancelled at,Payment Method,Payment Reference,Refunded Amount,Vendor,Outstanding Balance,Id,Tags,Risk Level,Source,Lineitem discount,Tax 1 Name,Tax 1 Value,Phone,Receipt Number".split(
    ",",
  );
export const eddHeaders = (sign: string) =>
  `ID,Email,First Name,Last Name,Products,SKUs,Amount (${sign}),Tax (${sign}),Payment Method,Purchase Key,Date,User,Status`.split(
    ",",
  );
export const CSV_HEADERS = "order,mail,when,what,sum,money,state,who".split(",");
export const CSV_COLUMNS = {
  number: "order",
  email: "mail",
  paid_at: "when",
  product: "what",
  amount: "sum",
  currency: "money",
  status: "state",
  name: "who",
} satisfies OrderFileAnswers["columns"];

export type CsvRow = Readonly<Record<string, string>>;

/** Returns the text of a file with these rows; cells that a row leaves out are empty. */
export function csvFile(
  headers: readonly string[],
  rows: readonly CsvRow[],
  separator = ",",
): string {
  const quoted = (cell: string) =>
    /[",;\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const lines = rows.map((row) => headers.map((name) => quoted(row[name] ?? "")).join(separator));
  return `${[headers.join(separator), ...lines].join("\r\n")}\r\n`;
}

/** Formats an amount as exports do: "1234.50", or "1234" in a currency without decimals. */
export const plainAmount = (amount: number, currency = "usd") =>
  majorUnits(amount, currency).toLocaleString(ENGLISH, {
    useGrouping: false,
    minimumFractionDigits: currency === "jpy" ? 0 : 2,
  });

const NOW = Date.parse("2026-01-01T00:00:00Z");

/** Reads the orders of a file. */
export function planForeign(file: string | Uint8Array, answers: OrderFileAnswers = {}) {
  const bytes = typeof file === "string" ? new TextEncoder().encode(file) : file;
  return readOrderFile({ bytes: new Uint8Array(bytes), answers, now: NOW });
}

/** Describes a file as the first step of an import does. */
export function previewForeign(file: string, answers: OrderFileAnswers = {}) {
  const { db } = createTestApp();
  return previewOrderFile(db, { bytes: new TextEncoder().encode(file), answers, now: NOW });
}
