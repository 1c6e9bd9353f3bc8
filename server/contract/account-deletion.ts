/** Page and form where a signed-in buyer deletes the account. */
export const DELETION_PATH = "/account/delete";

/** Field of the form with the buyer's choice about the files. */
export const FILES_FIELD = "files";

/** Whether the mailed links to the files keep working, or end with the account. */
export const FILE_CHOICES = ["keep", "end"] as const;
export type FileChoice = (typeof FILE_CHOICES)[number];

/** Why an account cannot be deleted now. */
export type DeletionObstacle = "administrator" | "processing" | "dispute" | "subscription";

/** `code`: the code is wrong or expired; `busy`: too many requests. */
export type DeletionError = "code" | "busy" | "failed";

/** Step of the page. */
export type DeletionStart =
  | { step: "choice"; obstacle: DeletionObstacle | null; error: DeletionError | null }
  | { step: "code"; email: string; files: FileChoice; error: DeletionError | null }
  | { step: "done"; files: FileChoice };

/** Full calendar years after the payment until the buyer is erased from a deleted account's order. */
export const ORDER_RETENTION_YEARS = 10;
