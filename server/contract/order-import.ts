import type { ImportEncoding } from "./tables.ts";

export const MOST_ORDER_FILE_BYTES = 64 * 1024 * 1024;
export const MOST_ORDER_FILE_ROWS = 200_000;
/** More different product names mean that the wrong column was chosen. */
export const MOST_FOREIGN_PRODUCTS = 500;
export const MOST_SKIPPED_SHOWN = 200;

/** Shops whose exports are recognised by their header, and `csv` for any file with a mapping. */
export type ForeignSource = "gumroad" | "shopify" | "edd" | "csv";

export const SOURCE_NAMES: Record<ForeignSource, string> = {
  gumroad: "Gumroad",
  shopify: "Shopify",
  edd: "Easy Digital Downloads",
  csv: "a CSV file",
};

/** Fields to which the columns of a `csv` file are mapped. */
export const CSV_FIELDS = {
  number: "Order number",
  email: "Email",
  paid_at: "Paid at",
  product: "Product",
  amount: "Amount",
  currency: "Currency",
  tax: "Tax",
  name: "Name",
  status: "Status",
} as const;
export type CsvField = keyof typeof CSV_FIELDS;
export const NEEDED_CSV_FIELDS = ["number", "email", "paid_at", "product", "amount"] as const;

export const DAY_ORDERS = ["dmy", "mdy"] as const;
/** Order of day and month in dates such as 3/4/2025. */
export type DayOrder = (typeof DAY_ORDERS)[number];

/** Answers of the owner about a file. */
export type OrderFileAnswers = {
  /** Confirms a guessed encoding. */
  encoding?: ImportEncoding | undefined;
  /** Header of the column of each field; only for `csv`. */
  columns?: Partial<Record<CsvField, string>> | undefined;
  dayOrder?: DayOrder | undefined;
  /** Time zone of times without an offset. */
  zone?: string | undefined;
  /** Currency of amounts without one. */
  currency?: string | undefined;
  /** Product id by the product's name in the file; null leaves the product out. */
  products?: Record<string, number | null> | undefined;
};

/** Questions that the file leaves open; an import without their answers is refused. */
export type OrderFileQuestion = "encoding" | "columns" | "dayOrder" | "zone" | "currency";

/** Response of `POST /api/admin/order-import/preview`. */
export type OrderFilePreview = {
  source: ForeignSource;
  encoding: ImportEncoding;
  /** Words with non-ASCII characters, so that the user can check a guessed encoding. */
  foreignWords: string[];
  rows: number;
  headers: string[];
  /** The first cells of each column. */
  samples: string[][];
  /** Products of the file, the most frequent first; empty until a `csv` file is mapped. */
  products: ForeignProduct[];
  /** In the order in which they are asked. */
  questions: OrderFileQuestion[];
  /** A date for which `dayOrder` is asked: "3/4/2025". */
  ambiguousDate: string | null;
  /** Currency that the file's sign suggests. */
  currency: string | null;
};

/** `productId` is the store's product with the same name, or null. */
export type ForeignProduct = { name: string; rows: number; productId: number | null };

/** Why an order of a file is not imported. */
export type SkipReason =
  | "test"
  | "unpaid"
  | "no_email"
  | "unknown_product"
  | "bad_date"
  | "bad_amount"
  | "bad_currency"
  | "broken_row"
  | "number_taken";

export type SkippedOrder = {
  line: number;
  /** Number of the order in the other shop, if it has one. */
  number: string | null;
  reason: SkipReason;
  /** The invalid value: a date, an amount or a name. */
  value: string;
};

/** Response of `POST /api/admin/order-import/try`. */
export type OrderImportReport = {
  /** Orders to add, and how many of them get no access: refunded, disputed or revoked. */
  added: number;
  refunded: number;
  disputed: number;
  revoked: number;
  /** Orders to add of which some products are left out. */
  incomplete: number;
  /** Orders that were imported earlier: unchanged, and those that lose access or have a refund. */
  known: number;
  changed: number;
  /** Different addresses of the orders to add. */
  buyers: number;
  totals: { currency: string; orders: number; total: number; refunded: number }[];
  skipped: Partial<Record<SkipReason, number>>;
  /** The first skipped orders, by line. */
  skippedOrders: SkippedOrder[];
};

/** A job on imported orders, which runs on the server after its request. */
export type ImportJob = {
  kind: "import" | "undo" | "tell";
  isRunning: boolean;
  /** Orders or mails done so far, of `total`. */
  done: number;
  total: number;
  added: number;
  changed: number;
  /** Orders that an undo leaves in place, because something else refers to them. */
  kept: number;
  /** Why the job ended early; null if it did not. */
  failure: string | null;
};

/** An earlier import, by its change set. */
export type PastImport = { changeSet: number; source: ForeignSource; at: string; orders: number };

/** Response of `GET /api/admin/order-import`. While a job runs, it has only `work`. */
export type OrderImports = {
  /** The latest job since the server's start. */
  work: ImportJob | null;
  imports: PastImport[];
  /** Imported orders of all times. */
  orders: number;
  /** Buyers who can open files of an imported order and have not been mailed about it. */
  untold: number;
};
