/** UI text of the filter panel and the filter chips. */
export const filterWords = {
  panel: "Filters",
  any: "any",
  empty: "empty",
  filled: "not empty",
  emptiness: (title: string) => `${title}: empty or not`,
  contains: "contains",
  atLeast: "from",
  atMost: "to",
  least: (title: string) => `${title}, at least`,
  most: (title: string) => `${title}, at most`,
  from: (title: string) => `${title}, from`,
  until: (title: string) => `${title}, until`,
  yes: "yes",
  no: "no",
  active: "Filters that are set",
  remove: (filter: string) => `Remove: ${filter}`,
  clear: "Clear filters",
} as const;

/** UI text of amounts. A fault follows the field's title. */
export const moneyWords = {
  unknown: (count: string) => `${count} (smallest unit)`,
  noCurrency: "needs a currency: set that too",
  unreadable: (example: string) => `must be money, like ${example}`,
  least: (amount: string) => `can't be less than ${amount}`,
  most: (amount: string) => `can't be more than ${amount}`,
  surprising: (title: string, after: string, before: string) =>
    `${title}: ${after} is more than ten times ${before}.`,
  ambiguous: (title: string, amount: string) => `${title}: this was read as ${amount}.`,
} as const;

/** Question before input that may be a mistake is saved. */
export const questionWords = {
  title: "Is this right?",
  yes: "Save",
  no: "Change it",
} as const;

export const referenceWords = {
  search: "Search…",
  clear: "Clear",
  show: "Show choices",
  choices: "Choices",
  searching: "Searching…",
  nothing: "Nothing was found.",
  failed: "The search failed.",
  more: "Type more to narrow it down.",
} as const;

export const dateWords = { clear: "Clear the date" } as const;

export const linkWords = { open: (title: string) => `Open: ${title}` } as const;

export const listWords = {
  add: "Add one, and press Enter",
  remove: (item: string) => `Remove: ${item}`,
  asText: "Edit as text, one per line",
  asChips: "Show as a list",
} as const;

export const markdownWords = {
  show: "Preview",
  hide: "Hide the preview",
  label: (title: string) => `Preview: ${title}`,
  loading: "Loading the preview...",
} as const;

export const columnWords = {
  button: "Columns",
  hint: "Drag columns to reorder them, or use the arrows.",
  show: (title: string) => `Show ${title}`,
  pin: (title: string) => `Pin ${title}`,
  up: (title: string) => `Move ${title} up`,
  down: (title: string) => `Move ${title} down`,
  reset: "Reset",
} as const;

export const viewWords = {
  button: "Views",
  tabs: (table: string) => `Views of ${table}`,
  allRows: "All",
  none: "No saved views yet. A view stores filters, sorting and columns.",
  notCached: "Saved views aren't stored on this device.",
  mine: "Only for me",
  shared: "For all administrators",
  all: "All rows, default columns",
  save: "Save this view",
  name: "Name",
  scope: "Who sees it",
  rename: (title: string) => `Rename ${title}`,
  delete: (title: string) => `Delete ${title}`,
  ask: (title: string) => `Delete the view ${title}? No rows are deleted.`,
  deleteYes: "Delete",
  saveTitle: "Save this view",
  renameTitle: "Rename the view",
  saveYes: "Save",
  saved: (title: string) => `${title} was saved.`,
  deleted: (title: string) => `${title} was deleted.`,
  loading: "Loading...",
} as const;

export const historyWords = {
  button: "History",
  of: (label: string) => `History of ${label}`,
  title: (label: string) => `History: ${label}`,
  loading: "Loading...",
  none: "No history yet.",
  insert: "Added",
  update: "Changed",
  delete: "Deleted",
  empty: "(empty)",
  nothing: "No visible field was changed.",
  restore: "Restore these values",
  current: "Current values",
  restoreAsk: (fields: string) => `This restores ${fields}. You can undo it.`,
  restoreYes: "Restore",
  restored: (label: string) => `${label} was restored.`,
  older: "Older",
  newer: "Newer",
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  deletedButton: "Deleted rows",
  deletedTitle: (table: string) => `Deleted rows of ${table}`,
  deletedNone: "No deleted rows.",
  restoreRow: "Restore",
  rowRestored: "The row was restored.",
  cannot: "Deleted by the store; it can’t be restored here.",
} as const;

function rowsWere(count: number): string {
  return count === 1 ? "1 row was" : `${count.toLocaleString()} rows were`;
}

export const bulkWords = {
  name: "Selected rows",
  selected: (rows: string) => `${rows} selected`,
  allSelected: (rows: string) => `All ${rows} that match are selected`,
  selectAll: (rows: string) => `Select all ${rows} that match`,
  clear: "Clear selection",
  edit: "Edit",
  delete: "Delete",
  editTitle: (rows: string) => `Edit ${rows}`,
  editHint: "Only the fields you tick are changed, in all of these rows.",
  change: (title: string) => `Change ${title}`,
  apply: (rows: string) => `Change ${rows}`,
  applying: "Saving...",
  deleteTitle: (rows: string) => `Delete ${rows}?`,
  deleteText: "If another row needs one of them, nothing is deleted. You can undo it.",
  typeNumber: (count: number) => `Type ${count} to confirm`,
  deleteYes: (rows: string) => `Delete ${rows}`,
  changed: (count: number) => `${rowsWere(count)} changed.`,
  deleted: (count: number) => `${rowsWere(count)} deleted.`,
  recounted: (rows: string) => `${rows} now match. Check them, then try again.`,
} as const;

export const uploadWords = {
  choose: "Choose a file",
  drop: "or drop one here",
  dropNow: "Drop it to upload",
  sending: (name: string, percent: number) => `${name}: ${percent} %`,
  progress: "Upload",
  cancel: "Cancel the upload",
  cancelled: "The upload was cancelled.",
  enlarge: (name: string) => `Enlarge ${name}`,
  gone: (name: string) => `The picture ${name} is gone.`,
  pictureProblems: {
    type: "This file can’t be used. Please choose a JPEG, PNG, WebP or AVIF picture.",
    heic: "Browsers can’t show HEIC pictures. Please save yours as a JPEG and choose that file.",
    svg: "SVG pictures can’t be used. Please save yours as a PNG and choose that file.",
    gif: "GIFs and animations can’t be used. Please save the picture as a PNG or JPEG and choose that file.",
    size: (most: number) => `This file is too large: at most ${most} MB.`,
    unreadable: "This picture is damaged or can’t be opened here. Please choose another file.",
    small: (width: number) =>
      `This picture is too small: after cropping it must be at least ${width} pixels wide. Please choose a larger one.`,
  },
} as const;

export const importWords = {
  orders: "Import orders",
  button: "Import CSV",
  title: (table: string) => `Import into ${table}`,
  choose: "Choose a CSV file",
  chooseHint:
    "Rows with an ID change the row with that ID; rows without one are added. You see the result before anything is saved.",
  reading: "Reading the file...",
  read: (name: string, rows: string) => `${name}: ${rows}`,
  guessed: (encoding: string) => `This file isn't UTF-8. It was read as ${encoding}:`,
  guessedRight: "All letters look right",
  guessedWrong:
    "If letters look wrong, save the file as “CSV UTF-8” in your spreadsheet and choose it again.",
  column: "In the file",
  sample: "First rows",
  field: "Goes to",
  leave: "– left out –",
  check: "Check",
  checking: "Checking...",
  new: "new",
  changed: "changed",
  removed: "back to the default",
  same: "the same",
  errors: "with errors",
  line: "Line",
  what: "Field",
  problem: "Error",
  moreProblems: (count: number) => `${count.toLocaleString()} more`,
  refused: "Correct the file and check it again: nothing is imported while a row has an error.",
  nothing: "Nothing in this file is new or changed.",
  apply: (rows: string) => `Import ${rows}`,
  applying: "Importing...",
  done: (count: number) => `${rowsWere(count)} imported.`,
  other: "Another file",
  unreadable: "The file can’t be opened. Choose it again.",
  empty: "The file has no rows.",
  tooLarge: (most: string) => `The file can have at most ${most}.`,
  noColumn: "Choose a field for at least one column.",
  missing: (titles: string) =>
    `New rows need ${titles}. Choose a column for each, or one for ID to change existing rows.`,
} as const;

export const paletteWords = {
  button: "Search",
  title: "Find anything",
  placeholder: "A table, a view, an order's number, an email…",
  nothing: "Nothing was found.",
  searching: "Searching…",
  failed: "The search failed.",
  results: "Results",
  here: "Here",
  rows: "Rows",
  tables: "Tables",
  views: "Saved views",
  go: "Go to",
  shortcuts: "Keyboard shortcuts",
  needs: "Needs attention",
  content: "Content",
} as const;

export const toolWords = { more: "More" } as const;
