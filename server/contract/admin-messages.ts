/** The admin's part of the error catalogue (spec section 8), verbatim; no visitor of the shop loads it. */
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

/** Why rows are not listed or exported. */
export const listRefusals = {
  tooLong: "This takes too long. Please filter by less, or by another column.",
  busy: "Too much is being searched for at once. Please try again in a moment.",
  exportsBusy: "Two exports are under way already. Please wait for one to end.",
  page: "The page must be a whole number from 1 on.",
  limit: "The limit must be a whole number from 1 to 500.",
  sortColumn: (name: string) => `It can't be sorted by ${name}.`,
  direction: "Sort as column:asc or column:desc.",
  filterColumn: (name: string) => `It can't be filtered by ${name}.`,
  operator: (title: string) => `${title} can't be compared like that.`,
  tooMany: (title: string, most: number) => `${title} is compared with 1 to ${most} values.`,
  tooManyFilters: (most: number) => `At most ${most} filters can be asked for at once.`,
  number: (title: string) => `${title} is too large a number.`,
  boolean: (title: string) => `${title} must be true or false.`,
} as const;

/** Texts of refused changes to the owner's tables, which the catalogue does not name. */
export const tableRefusals = {
  readOnlyTable: (title: string) => `${title} cannot be changed here.`,
  unknownRow: "This row does not exist any more.",
  unknownField: "This field is not known.",
  fixed: (title: string) => `${title} cannot be changed.`,
  unknownReference: (title: string) => `${title} does not exist`,
  taken: (title: string) => `${title} is taken by another row.`,
  changedMeanwhile: "This row was changed by another person. Please look at it again.",
  needed: (title: string) => `Rows of “${title}” still need this one. Delete those first.`,
  periodMissing: "Billing period is required",
  periodOfDigital: "Billing period is of subscriptions alone",
  priceCurrency: "Currency is not accepted by the payment provider",
  priceStep: (step: number, currency: string) =>
    `Price (cents) must be a multiple of ${step}: the payment provider accepts no smaller steps in ${currency}`,
  priceLeast: (least: number, amount: string) =>
    `Price (cents) must be 0 or at least ${least}: the payment provider charges at least ${amount}`,
  productOrdered: "This product is part of an order. Take it off sale instead.",
  productHasFiles: "This product still has files. Delete its product files first.",
  orderPayable:
    "The buyer may still pay this order. It is forgotten by itself when it ends unpaid.",
  orderMoney: "Money moved for this order, so it is kept. Refund it from its actions instead.",
  orderGranted: "This order gives access to files. Withdraw its items instead.",
  itemGranted: "This item gave access to files. Withdraw it from its actions instead.",
  itemOrdered: "This item belongs to an order of the shop. It goes with its order.",
  userOrders: "This account has orders. Take its rights away instead.",
  userSubscribes: "This account has a subscription. Cancel that first.",
  subscriptionRuns:
    "This subscription runs. Cancel it at the payment provider; when its paid period is over, its record can be deleted.",
  ownRights: "You cannot take your own rights away. Another administrator can.",
  uploadMissing: "PDF must be a file that was uploaded here: buyers get no files from other sites",
  noShopPicture: (path: string) =>
    `“${path}” is not a picture of this shop. Please upload it: another site could change the picture and see who visits the shop.`,
  changedSince: (title: string) => `A row of “${title}” was changed since, so nothing is undone.`,
  notUndoable: "This moved money, sent mail or was done by the shop. It can't be undone from here.",
  tooManyStreams: "Too many windows of the admin are open.",
  cutShort:
    "This was cut short when the shop stopped. Look at the newest changes before you go on.",
  countMismatch: (count: number) => `These are ${count} rows by now. Please look at them again.`,
  changedSinceSeen: "Some of these rows were changed meanwhile. Please look at them again.",
  changedUnderWay: "A row was changed meanwhile. What was done before it can be undone together.",
  rowRefused: (id: number, text: string) => `Row ${id}: ${text}`,
  csvType: "Please send the file as text/csv.",
  csvEmpty: "The file has no header row.",
  csvCharset: "Please send the file as UTF-8, UTF-16 or Windows-1252.",
  csvEncoding: (encoding: string) =>
    `The file is not valid ${encoding}. Save it as “CSV UTF-8” and send it again.`,
  csvGuessed:
    "The file is not UTF-8. If it is Windows-1252, send it as text/csv; charset=windows-1252, else save it as “CSV UTF-8”.",
  csvBinary: "This is not a text file. Save it as “CSV UTF-8” and choose that file.",
  csvTooLong: (most: number) => `An import holds at most ${most} rows.`,
  csvTooWide: (most: number) => `An import holds at most ${most} columns.`,
  csvHeader: (fault: string) => `The header row can't be read. ${fault}`,
  csvLongHeader: (most: number) =>
    `A column's name has more than ${most} characters. Is the first line the header row?`,
  csvColumns: (count: number) => `The file has ${count} columns. Choose a field for each of them.`,
  csvColumnTwice: "This column is there twice.",
  csvCells: "This row has more cells than the header row.",
  csvQuotes: "A quote in this row is never closed.",
  csvBehindQuote: "Text follows a closing quote in this row.",
  csvRowTwice: "This row is in the file twice.",
  csvChanged: "This row was changed after it was exported.",
  csvErrors: (count: number) => `${count} cells or rows of the file can't be imported.`,
  fileTwice: "PDF is a file that this product already holds",
} as const;

/** Why something is not done with a mail, an event, a message or a file. */
export const postRefusals = {
  notDead: "Only a mail that was given up can be tried again.",
  mailTooOld: "The time of this mail is over: its recipient asks for a new one.",
  handledAlready: "This event was handled already.",
  failedAgain: (reason: string) => `It failed again: ${reason}`,
  doneAlready: "This message is marked as done already.",
  openAlready: "This message is open already.",
  noDouble: "This order is no double of another one.",
  settledAlready: "This was settled already.",
  noVersion: "There is no PDF to tell of.",
} as const;

/** Why an upload was refused; the catalogue names no such texts. */
export const uploadRefusals = {
  noForm: "Please send one file as a form.",
  notOne: "Please send exactly one file.",
  cutShort: "The file did not arrive whole. Please send it again.",
  empty: "This file is empty.",
  noPicture:
    "This is not a picture that browsers can show. Please choose a PNG, JPEG, WebP, AVIF or GIF.",
  brokenPicture: "This picture is damaged or incomplete. Please save it again and send that file.",
  tooManyPixels:
    "This picture has more than 50 million pixels. Please make it smaller: 2,000 pixels a side are plenty.",
  noPdf: "This is not a PDF. Please choose a PDF file.",
  unreadablePdf:
    "The store can't find the pages of this PDF. Some viewers repair such a file silently, but it may not open for some buyers. Please open it and save it as a new PDF.",
  tooComplex: "This file takes too long to check. Please open it and save it as a new file.",
  protected: "This PDF is protected. Please save it without a password.",
} as const;

/** Why an action on an order is refused. */
export const deskRefusals = {
  unknownAction: "This table has no such action.",
  keyMissing: "This action needs an Idempotency-Key, so that a retry does not run it twice.",
  notPaid: "This order has not been paid.",
  noEmail: "This order has no email yet: correct it first.",
  nothingToSend: "Nothing of this order gives access, so there are no files to send.",
  sentJustNow: "The files were sent less than a minute ago.",
  holdsProduct: "This order holds this product already.",
  withdrawnProduct: "This order holds this product, withdrawn: restore it instead.",
  unknownProduct: "Choose a product of this shop.",
  subscriptionGift: "A subscription is paid for at the provider and cannot be given for nothing.",
  neverGranted: "This item has never given access: its order has not been paid.",
  withdrawnAlready: "This item is withdrawn already.",
  notWithdrawn: "This item is not withdrawn.",
  settledAlready: "This note is settled already.",
  notSettled: "This note is open.",
  free: "This order cost nothing, so there is nothing to give back.",
  freeItem: "This item cost nothing, so there is nothing to give back.",
  givenBack: "All of this payment has gone back already, or is on its way.",
  itemGivenBack: "The price of this item has gone back already, or is on its way.",
  tooMuch: (left: string, units: number) =>
    `Amount is more than what is left of this payment: ${left} (${units}).`,
  refundRefused: (why: string) => `The payment provider refused: ${why}`,
  refundPending:
    "The payment provider did not say whether the money went back. It is asked again within minutes; until then the refund is pending.",
} as const;
