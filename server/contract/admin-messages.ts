import { countOf, formatCount } from "./format.ts";

/** Error texts of the admin. Separate, so that shop pages do not load them. */
export const adminMessages = {
  adminStatusFailed: "Failed to get admin status",
  schemasFailed: "Failed to fetch schemas",
  schemaFailed: (table: string) => `Failed to fetch schema for ${table}`,
  dataFailed: (table: string) => `Failed to fetch data for ${table}`,
  createFailed: "Failed to create row",
  updateFailed: "Failed to update row",
  deleteFailed: "Failed to delete row",
  mediaUploadFailed: "Failed to upload media",
  fileUploadFailed: "Failed to upload file",
  exportFailed: (table: string) => `Failed to export ${table}`,
  exportAlert: (message: string) => `Export failed: ${message}`,
  schemasNotLoaded: "Failed to load schemas",
  schemaNotLoaded: "Failed to load schema",
  dataNotLoaded: "Failed to load data",
  deleteAlert: (message: string) => `Error: ${message}`,
  saveFailed: "Failed to save",
  saveError: "An error occurred",
  noTable: "No table selected",
} as const;

export const listRefusals = {
  tooLong: "This takes too long. Please use fewer filters or another column.",
  busy: "Too many searches are running. Please try again in a moment.",
  exportsBusy: "Two exports are already running. Please wait until one has finished.",
  page: "The page must be a whole number, 1 or more.",
  limit: "The limit must be a whole number from 1 to 500.",
  sortColumn: (name: string) => `Rows can't be sorted by ${name}.`,
  direction: "Sort as column:asc or column:desc.",
  filterColumn: (name: string) => `Rows can't be filtered by ${name}.`,
  operator: (title: string) => `${title} can't be compared like that.`,
  tooMany: (title: string, most: number) => `${title} takes 1 to ${most} values.`,
  tooManyFilters: (most: number) => `At most ${most} filters can be used at once.`,
  number: (title: string) => `${title} is too large a number.`,
  boolean: (title: string) => `${title} must be true or false.`,
} as const;

export const tableRefusals = {
  readOnlyTable: (title: string) => `${title} can't be changed here.`,
  unknownRow: "This row no longer exists.",
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
  priceStep: (step: number, currency: string) =>
    `Price (cents) must be a multiple of ${step}: the payment provider accepts no smaller steps in ${currency}`,
  priceLeast: (least: number, amount: string) =>
    `Price (cents) must be 0 or at least ${least}: the payment provider charges at least ${amount}`,
  productOrdered: "This product is part of an order. Take it off sale instead.",
  productHasFiles: "This product still has files. Delete its product files first.",
  orderPayable:
    "The buyer can still pay this order. It is deleted automatically if it stays unpaid.",
  orderMoney:
    "This order has payments, so it can't be deleted. Refund it from its actions instead.",
  orderGranted: "This order gives access to files. Revoke its items instead.",
  itemGranted: "This item gave access to files. Revoke it from its actions instead.",
  itemOrdered: "This item belongs to an order and is deleted with it.",
  userOrders: "This account has orders. Remove its rights instead.",
  userSubscribes: "This account has a subscription. Cancel that first.",
  subscriptionRuns:
    "This subscription is active. Cancel it at the payment provider; its record can be deleted after the paid period.",
  ownRights: "You can't remove your own rights. Another administrator can.",
  sampleMissing: "Sample must be a PDF uploaded here",
  sampleSold:
    "This PDF is sold, and everybody can open a sample. Please upload a PDF with a few of its pages.",
  fileIsSample: "This PDF is the sample of a product, which everybody can open.",
  uploadMissing: "PDF must be a file uploaded here: buyers get no files from other sites",
  noShopPicture: (path: string) =>
    `“${path}” isn't a picture of this shop. Please upload it here: pictures of other sites aren't shown.`,
  changedSince: (title: string) =>
    `A row of “${title}” has changed since then, so nothing was undone.`,
  notUndoable:
    "This moved money, sent mail or was done by the shop itself, so it can't be undone here.",
  tooManyStreams: "The admin is open in too many windows.",
  cutShort:
    "This was interrupted when the shop stopped. Please check the latest changes before you continue.",
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
} as const;

export const contentRefusals = {
  slugServed: (slug: string, page: string) =>
    `Path can't be “${slug}”, because the shop uses /${slug} for ${page}. Please choose another path.`,
  legalSlug: (slug: string) => `Path can't be changed: the shop links to /${slug}.`,
  legalPage: "The shop needs this page by law, so it can't be deleted. You can change its text.",
  placeholder: (title: string, unknown: string, known: readonly string[]) =>
    `${title} contains ${unknown}, which the shop can’t fill in. You can use ${known.join(", ")}.`,
  placeholdersMissing: (missing: readonly string[]) =>
    `The text needs ${missing.join(", ")}, which the shop fills in.`,
  oneLine: "This text must be a single line.",
  textUnknown: (name: string) =>
    `The shop has no text named “${name}”. The Content screen lists all texts.`,
  pictureInvalid: "Pictures can’t be entered here. Please choose one on the Content screen.",
  altMissing: "The picture needs a description for visitors who can't see it.",
  previewUnknown: "There is no preview of this page or mail.",
  textTooLong: (most: number) => `This text has more than ${most} characters.`,
  referenceTooLong: (most: number) =>
    `The address and the title of a link reference (“[name]: address”) can have at most ${most} characters each.`,
  tooManyHeadings: (most: number) =>
    `The text has more than ${most} headings of the highest level. Please split it into several pages.`,
  htmlTooLong: "This text makes the page too large. Please use less formatting and fewer links.",
  oneSettingsRow: "Settings can’t be added or deleted, only changed.",
  country: "Country must be a two-letter country code in capitals, such as DE, IT or US.",
  timeZone: "Time zone must be a name such as Europe/Rome or America/New_York.",
  countdownEnd: "“Countdown ends at” is required. Enter it, or choose another countdown.",
} as const;

/** Errors of actions on mails, contact messages and webhook events. */
export const messageErrors = {
  notDead: "Only a mail that was given up can be tried again.",
  mailTooOld: "This mail has expired. Its recipient has to request a new one.",
  handledAlready: "This event was already handled.",
  failedAgain: (reason: string) => `It failed again: ${reason}`,
  doneAlready: "This message is already done.",
  openAlready: "This message is already open.",
  noVersion: "There is no PDF to announce.",
} as const;

export const passkeyRefusals = {
  needed: "Please confirm with your passkey.",
  stale: "Please confirm with your passkey on the “Passkeys” screen, then try again.",
  signInStale:
    "You signed in more than 15 minutes ago. To add your first passkey, please log out, sign in again and come back here.",
  refused: "This passkey couldn't be verified. Please try again.",
  taken: "This passkey is already in use.",
  acknowledged: "This change is already acknowledged.",
  nameMissing: "Please enter a name.",
  nameTooLong: (most: number) => `Please use at most ${most} characters for the name.`,
} as const;

export const uploadRefusals = {
  noForm: "Please send one file as a form.",
  notOne: "Please send exactly one file.",
  cutShort: "The file didn't arrive completely. Please send it again.",
  empty: "This file is empty.",
  noPicture:
    "This isn't a picture that browsers can show. Please choose a PNG, JPEG, WebP or AVIF.",
  animatedPicture:
    "GIFs and animations can't be used. Please save the picture as a PNG, JPEG, WebP or AVIF.",
  brokenPicture: "This picture is damaged or incomplete. Please save it again and send that file.",
  tooManyPixels:
    "This picture has more than 50 million pixels. Please make it smaller: 2,000 pixels a side are plenty.",
  locatedPicture:
    "This picture contains the location where it was taken, and every visitor could read it. Please upload the picture in the admin, which removes the location, or save it without one.",
  noPdf: "This isn't a PDF. Please choose a PDF file.",
  unreadablePdf:
    "The store can't find the pages of this PDF. Some viewers repair such a file silently, but it may not open for some buyers. Please open it and save it as a new PDF.",
  tooComplex: "This file takes too long to check. Please open it and save it as a new file.",
  protected: "This PDF is protected. Please save it without a password.",
} as const;

/** Errors of actions in general and of actions on orders. */
export const orderErrors = {
  unknownAction: "This table has no such action.",
  keyMissing: "This action needs an Idempotency-Key, so that a retry doesn't run it twice.",
  notPaid: "This order hasn't been paid.",
  noEmail: "This order has no email yet: correct it first.",
  nothingToSend: "Nothing of this order gives access, so there are no files to send.",
  sentJustNow: "The files were sent less than a minute ago.",
  hasProduct: "This order already has this product.",
  revokedProduct: "This product was revoked on this order; restore it instead.",
  unknownProduct: "Choose a product of this shop.",
  subscriptionGift:
    "A subscription is paid at the payment provider, so it can't be given for free.",
  neverGranted: "This item never gave access: its order wasn't paid.",
  revokedAlready: "This item is already revoked.",
  notRevoked: "This item isn't revoked.",
  notWaiting: "No files of this order are waiting to be delivered.",
  alreadyResolved: "This note is already resolved.",
  notResolved: "This note is still open.",
  noDuplicate: "This order isn't marked as a possible duplicate.",
  duplicateResolved: "This was already resolved.",
  stoppedAlready: "These mails are already stopped.",
  free: "This order was free, so there is nothing to refund.",
  freeItem: "This item was free, so there is nothing to refund.",
  givenBack: "This payment has already been refunded, or the refund is on its way.",
  itemGivenBack: "This item has already been refunded, or the refund is on its way.",
  tooMuch: (left: string, units: number) =>
    `Amount is more than what is left of this payment: ${left} (${units}).`,
  credited: (upgrade: string) =>
    `This purchase is credited to the buyer's upgrade. Refund the upgrade first: order ${upgrade}.`,
  refundRefused: (why: string) => `The payment provider refused: ${why}`,
  refundPending:
    "The payment provider didn't confirm the refund. We ask again within minutes; until then it is pending.",
} as const;
