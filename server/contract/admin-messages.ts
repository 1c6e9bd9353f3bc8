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

/** What is wrong with the query of a list. */
export const listRefusals = {
  page: "The page must be a whole number from 1 on.",
  limit: "The limit must be a whole number from 1 to 500.",
  sortColumn: (name: string) => `It can't be sorted by ${name}.`,
  direction: "Sort as column:asc or column:desc.",
  filterColumn: (name: string) => `It can't be filtered by ${name}.`,
  operator: (title: string) => `${title} can't be compared like that.`,
  tooMany: (title: string, most: number) => `${title} is compared with 1 to ${most} values.`,
  number: (title: string) => `${title} is too large a number.`,
  boolean: (title: string) => `${title} must be true or false.`,
} as const;
