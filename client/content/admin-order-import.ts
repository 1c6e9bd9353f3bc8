import { countOf } from "../../server/contract/format.ts";
import { CSV_FIELDS, type SkipReason } from "../../server/contract/order-import.ts";

/** Sending rate of the server. */
const MAILS_AN_HOUR = 1800;

export const orderImportWords = {
  lead: "Bring your orders over from Gumroad, Shopify, Easy Digital Downloads or any shop that exports CSV. Nothing is charged, and no mail is sent.",
  loading: "Loading earlier imports...",
  failed: "The earlier imports couldn't be loaded",
  offline: "You are offline: orders can't be imported now.",

  fileStep: "1. File",
  fileHint: "Your orders or sales, exactly as the other shop exported them",
  tooLarge: (most: string) => `The file is larger than ${most}. Export a shorter period.`,
  unreadable: "The file couldn't be read. Please choose it again.",
  notRead: "The file couldn't be read",
  from: (name: string, source: string, rows: number) =>
    `${name}: an export from ${source} with ${countOf(rows, "row")}.`,
  fromCsv: (name: string, rows: number) => `${name}: a CSV file with ${countOf(rows, "row")}.`,
  other: "Choose another file",

  answerStep: "2. Questions",
  check: "Check the file",
  checking: "Checking...",
  fields: {
    encoding: { title: "Encoding of the file" },
    dayOrder: { title: "Order of dates" },
    zone: {
      title: "Time zone of the other shop",
      description: "The file has local times, but names no time zone.",
    },
    currency: {
      title: "Currency of the amounts",
      description: "The file doesn't name it.",
    },
  },
  words: (words: string) =>
    `The file isn't UTF-8. Choose the encoding that shows these words correctly: ${words}`,
  dayFirst: (date: string, day: string) => `${date} is ${day}`,
  columns: "Columns of the file",
  columnNames: CSV_FIELDS,
  products: "Products of the file",
  productsHint:
    "For each product, choose what its buyers get here. If you choose nothing for all products of an order, the order is left out.",
  productRows: (name: string, rows: number) => `${name} (${countOf(rows, "row")})`,

  reportStep: "3. Result",
  change: "Change the answers",
  counts: {
    added: "New orders",
    buyers: "Buyers",
    known: "Imported before, unchanged",
    changed: "Imported before, changed since",
    skipped: "Left out",
  },
  changedHint:
    "Orders that were refunded, disputed or revoked since the last import lose their access here.",
  withoutAccess: (refunded: number, disputed: number, revoked: number) =>
    `Without access: ${refunded} refunded, ${disputed} disputed, ${revoked} revoked or cancelled.`,
  incomplete: (orders: number) =>
    `${countOf(orders, "order")} will be imported without some products, because you chose nothing for them.`,
  total: (orders: number, total: string, refunded: string | null) =>
    `${countOf(orders, "order")}: ${total}${refunded === null ? "" : `, of which ${refunded} refunded`}`,
  nothing: "There is nothing new in this file.",
  apply: (orders: number) => `Import ${countOf(orders, "order")}`,
  leftOut: "Left out",
  line: "Line",
  order: "Order",
  reason: "Reason",
  more: (count: number) => `And ${countOf(count, "more order")}.`,
  reasons: {
    test: "Test order",
    unpaid: "Not paid",
    no_email: "No valid email",
    unknown_product: "No product chosen",
    bad_date: "Date can't be read, or is in the future",
    bad_amount: "Amount can't be read",
    bad_currency: "Unknown currency",
    broken_row: "Row can't be read",
    number_taken: "Order number already used by an imported order with a different date",
  } satisfies Record<SkipReason, string>,
  notStarted: "This couldn't be started",

  jobs: {
    import: (done: number, total: number) => `Importing: ${done} of ${total} orders`,
    undo: (done: number, total: number) => `Undoing: ${done} of ${total} orders`,
    tell: (done: number, total: number) => `Queueing: ${done} of ${total} mails`,
  },
  keepWorking: "You can leave this page and keep working.",
  results: {
    import: (added: number, changed: number) =>
      `${countOf(added, "order")} imported${changed === 0 ? "" : `, ${changed} changed`}.`,
    undo: (done: number, kept: number) =>
      kept === 0
        ? `${countOf(done, "order")} deleted.`
        : `${countOf(done - kept, "order")} deleted. ${countOf(kept, "order")} stayed, because something here depends on them, such as a paid upgrade.`,
    tell: (added: number) => `${countOf(added, "mail")} queued.`,
  },

  tell: (buyers: number) => `Tell ${countOf(buyers, "buyer")} where their files are now`,
  tellHint:
    "Each gets one mail with a link to sign in. Buyers who opted out of mails, or whose mailbox no longer exists, aren't counted.",
  tellAsk: (buyers: number) => `Mail ${countOf(buyers, "buyer")}?`,
  tellText: (buyers: number) =>
    `One mail is sent every two seconds, ${MAILS_AN_HOUR.toLocaleString()} an hour${buyers > MAILS_AN_HOUR ? `, so this takes ${countOf(Math.ceil(buyers / MAILS_AN_HOUR), "hour")}` : ""}. Mails about purchases go first. This can't be undone.`,
  tellYes: "Send the mails",

  list: "Earlier imports",
  empty: "Nothing has been imported yet.",
  imported: (orders: number, source: string) => `${countOf(orders, "order")} from ${source}`,
  show: "Show all imported orders",
  undo: "Undo",
  undoOne: (time: string) => `Undo the import of ${time}`,
  undoAsk: "Undo this import?",
  undoText: (orders: number) =>
    `${countOf(orders, "order")} will be deleted, and their buyers lose access to the files.`,
} as const;
