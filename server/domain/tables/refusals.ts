import { countOf, formatCount } from "../../contract/format.ts";

/** Errors of rows, imports and actions of tables. */
export const tableRefusals = {
  readOnlyTable: (title: string) => `${title} can't be changed here.`,
  unknownField: "This field is unknown.",
  fixed: (title: string) => `${title} can't be changed.`,
  unknownReference: (title: string) => `${title} doesn't exist`,
  taken: (title: string) => `${title} is taken by another row.`,
  changedMeanwhile: "Someone else changed this row. Please check it again.",
  needed: (title: string) => `Rows of “${title}” still use this one. Delete those first.`,
  periodMissing: "Billing period is required",
  periodOfDigital: "Billing period is only for subscriptions",
  upgradeOfItself: "A product can't be an upgrade of itself",
  upgradeOfSubscription: "A subscription can't be an upgrade",
  priceCurrency: "Currency isn't accepted by the payment provider",
  priceStep: (step: string) =>
    `Price must be a multiple of ${step}: the payment provider accepts no smaller steps`,
  priceLeast: (least: string) =>
    `Price must be 0 or at least ${least}: the payment provider charges no less`,
  productOrdered: "This product is part of an order. Take it off sale instead.",
  productOffered: "This product is one of your offers. Remove it there (Settings) first.",
  productHasFiles: "This product still has files. Delete its product files first.",
  orderPayable:
    "The buyer can still pay this order. It is deleted automatically if it stays unpaid.",
  orderMoney:
    "This order has payments, so it can't be deleted. Refund it from its actions instead.",
  orderGranted: "This order gives access to files. Revoke its items instead.",
  itemGranted: "This item gave access to files. Revoke it from its actions instead.",
  itemOrdered: "This item belongs to an order and is deleted with it.",
  userOrders: "This account has orders. Use its action “Delete account” instead.",
  userSubscribes:
    "This account has a subscription. Use its action “Delete account” once it is cancelled.",
  subscriptionRuns:
    "This subscription is active. Cancel it at the payment provider; its record can be deleted after the paid period.",
  ownRights: "You can't remove your own rights. Another administrator can.",
  fileIsSample: "This PDF is the sample of a product, which everybody can open.",
  uploadMissing: "PDF must be a file uploaded here: buyers get no files from other sites",
  changedSince: (title: string) =>
    `A row of “${title}” has changed since then, so nothing was undone.`,
  notUndoable:
    "This moved money, sent mail or was done by the shop itself, so it can't be undone here.",
  countMismatch: (count: number) =>
    `There are ${count} matching rows now. Please check them again.`,
  changedSinceSeen: "Some of these rows have changed. Please check them again.",
  changedUnderWay:
    "A row changed while this was running. The changes made so far can be undone together.",
  rowRefused: (id: number, text: string) => `Row ${id}: ${text}`,
  csvType: "Please send the file as text/csv.",
  csvEmpty: "The file has no header row.",
  csvCharset: "Please send the file as UTF-8, UTF-16 or Windows-1252.",
  csvEncoding: (encoding: string) =>
    `The file isn't valid ${encoding}. Save it as “CSV UTF-8” and send it again.`,
  csvGuessed:
    "The file isn't UTF-8. If it is Windows-1252, send it as text/csv; charset=windows-1252, else save it as “CSV UTF-8”.",
  csvBinary: "This isn't a text file. Save it as “CSV UTF-8” and choose that file.",
  csvTooLong: (most: number) => `An import holds at most ${most} rows.`,
  csvTooWide: (most: number) => `An import holds at most ${most} columns.`,
  csvHeader: (fault: string) => `The header row can't be read. ${fault}`,
  csvLongHeader: (most: number) =>
    `A column's name has more than ${most} characters. Is the first line the header row?`,
  csvColumns: (count: number) =>
    `The file has ${countOf(count, "column")}. Choose a field for each of them.`,
  csvColumnTwice: "This column appears twice.",
  csvCells: "This row has more cells than the header row.",
  csvQuotes: "A quote in this row is never closed.",
  csvBehindQuote: "Text follows a closing quote in this row.",
  csvRowTwice: "This row is in the file twice.",
  csvChanged: "This row was changed after it was exported.",
  csvErrors: (count: number) =>
    `${count === 1 ? "1 cell or row" : `${formatCount(count)} cells or rows`} of the file can't be imported.`,
  fileTwice: "PDF is already a file of this product",
  unknownAction: "This table has no such action.",
  keyMissing: "This action needs an Idempotency-Key, so that a retry doesn't run it twice.",
} as const;
