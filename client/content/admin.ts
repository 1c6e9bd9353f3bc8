/** UI text of the admin. */
export const adminWords = {
  title: "Admin Dashboard",
  checking: "Checking admin access...",
  offline: {
    heading: "The admin needs a connection",
    text: "The store can’t be reached right now. This page opens automatically when it is back.",
    again: "Try again",
  },
  denied: {
    heading: "Access Denied",
    text: "You are not authorized to access the admin dashboard. Only administrators can view this page.",
    home: "Return to Home",
  },
  bar: {
    logout: "Logout",
    shop: "View shop",
    needs: "Needs attention",
    content: "Content",
    menu: "Tables",
  },
  signedOut: {
    heading: "You are signed out",
    text: "Sign in again to continue.",
    kept: "Your unsaved changes are on this device, ready for when you are back.",
    unkept:
      "This browser can’t store your changes. Keep this tab open until you have signed in again.",
    signIn: "Sign in again",
  },

  sidebar: {
    heading: "Database Tables",
    loading: "Loading schemas...",
    groups: {
      selling: "Selling",
      orders: "Orders",
      people: "People",
      site: "Site",
      system: "System",
    },
    selectHeading: "Select a Table",
    selectText: "Choose a table from the sidebar to view and manage its data.",
  },

  table: {
    filters: "Filters",
    export: "Export CSV",
    add: "Add New",
    operations: "Operations",
    delete: "Delete",
    editRow: (label: string) => `Edit ${label}`,
    deleteRow: (label: string) => `Delete ${label}`,
    selectRow: (label: string) => `Select ${label}`,
    selectPage: "Select all rows shown",
    loading: "Loading...",
    error: (message: string) => `Error loading table: ${message}`,
    empty: "No data available",
    emptyFiltered: "No rows match the filters.",
    emptyNew: "New rows will appear here.",
    clear: "Clear filters",
    retry: "Try again",
    confirmDelete: "Are you sure you want to delete this item?",
    cancel: "Cancel",
    close: "Close",
    rows: (from: string, to: string, total: string) => `${from}–${to} of ${total}`,
    count: (count: string) => `${count} rows`,
    scroll: "Scroll all rows",
    pages: "Show pages",
    keys: "Arrow keys move, Enter edits a cell, Ctrl+Enter follows its link, Shift and an arrow key select cells or, in the header row, change a column’s width, Ctrl+C copies.",
    pending: "…",
    yes: "Yes",
    no: "No",
  },

  pager: {
    name: "Pages",
    previous: "Previous page",
    next: "Next page",
    page: (page: number) => `Page ${page}`,
  },

  form: {
    add: "Add",
    edit: "Edit",
    save: "Save",
    saving: "Saving...",
    cancel: "Cancel",
    uploadSuffix: " (Upload)",
    uploadNote:
      "For file/media fields, enter the URL directly or use the upload functionality in production.",
    unsupported: (type: string) => `unsupported field type: ${type}`,
    nothing: "– none –",
    inZone: (timeZone: string) => `In the time zone ${timeZone.replaceAll("_", " ")}.`,
    reset: "Reset",
    uploading: "A file is still uploading. You can save when it is finished.",
    leaveUpload: "Close without saving? The file is still uploading and would be lost.",
    leave: "Close without saving? Your changes would be lost.",
    leaveYes: "Close without saving",
    leaveNo: "Keep editing",
    lost: "The connection was lost. What you typed is still here: click Save again.",
  },

  conflict: {
    heading: "This row was changed in the meantime",
    text: "Choose a value for each field, then save.",
    theirs: "Theirs",
    mine: "Mine",
    other: "Another value",
    original: "Original",
    empty: "(empty)",
    merged:
      "Other fields of this row were changed in the meantime. Save again to add your changes.",
    gone: "This row was deleted in the meantime.",
    last: (who: string, at: string) => `Last changed by ${who}, ${at}.`,
  },

  done: {
    created: (label: string) => `${label} was added.`,
    updated: (label: string) => `${label} was saved.`,
    /** For a table of one row; `title` is a plural. */
    updatedAll: (title: string) => `${title} were saved.`,
    deleted: (label: string) => `${label} was deleted.`,
    undo: "Undo",
    undone: "Undone.",
    dismiss: "Dismiss",
    notifications: "Notifications",
  },

  paste: {
    heading: "Paste",
    text: (cells: string) => `${cells} will change.`,
    nothing: "Nothing will change.",
    apply: "Apply",
    row: "Row",
    column: "Column",
    before: "Current",
    after: "New",
    left: (count: number) => `${count} more`,
    done: (rows: string) => `${rows} changed.`,
    faulty: (cells: string) => `Left unchanged because the text isn't valid: ${cells}.`,
    lostLines: (lines: string) =>
      `Skipped these pasted lines, because there is no row for them: ${lines}.`,
    lostColumns: (columns: string) =>
      `Skipped these columns, because they are past the last one: ${columns}.`,
    fixed: (titles: string) => `Left unchanged because they can’t be edited: ${titles}.`,
  },

  offers: { title: "An offer would lose its product", yes: "Save anyway" },

  lost: "This page doesn't exist.",
  lostLink: "Go to the tables",
} as const;
