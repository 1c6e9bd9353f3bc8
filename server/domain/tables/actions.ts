import type { FieldDefinition } from "../../contract/field-validation.ts";
import type { RowCondition, TableField, TableRow, Value } from "../../contract/tables.ts";
import type { Deps } from "../../deps.ts";
import type { AdminAuthor } from "../sign-in/administrators.ts";

export type ActionRun = {
  row: TableRow;
  /** What the action's form holds, checked already. */
  values: Record<string, Value>;
  /** Writes through `author.write`, which checks the rights in the transaction. */
  author: AdminAuthor;
  /**
   * Of this press alone: the same press sent again has the same key. What an action does outside the
   * database carries it, so that it happens once.
   */
  key: string;
};

/** What an action tells besides the row as it is afterwards; the answer's row has it, too. */
export type ActionFacts = Record<string, Value>;

/**
 * Something an administrator does with one row. `run` throws AppError `conflict` with the reason when
 * the row does not allow it, and is called once for each Idempotency-Key.
 */
export type TableActionDefinition = {
  name: string;
  title: string;
  description: string;
  fields?: Record<string, FieldDefinition & Pick<TableField, "reference"> & { required?: true }>;
  movesMoney?: true;
  sendsMail?: true;
  /** The rows that it is offered for, as far as their own columns say; all when left out. */
  when?: RowCondition;
  run: (deps: Deps, run: ActionRun) => Promise<ActionFacts | void> | ActionFacts | void;
};
