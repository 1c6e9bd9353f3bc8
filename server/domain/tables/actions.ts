import type { FieldDefinition } from "../../contract/field-validation.ts";
import type { RowCondition, TableField, TableRow, Value } from "../../contract/tables.ts";
import type { Deps } from "../../deps.ts";
import type { AdminAuthor } from "../sign-in/administrators.ts";

export type ActionRun = {
  row: TableRow;
  /** Validated values of the action's form. */
  values: Record<string, Value>;
  /** `author.write` checks the rights in its transaction. */
  author: AdminAuthor;
  /** The same for a retry of the same call; makes effects outside the database idempotent. */
  key: string;
};

/** Facts that the response adds to the resulting row. */
export type ActionFacts = Record<string, Value>;

/**
 * An action of an administrator on one row. `run` runs once for each Idempotency-Key, and throws AppError
 * `conflict` with the reason when the row does not allow it.
 */
export type TableActionDefinition = {
  name: string;
  title: string;
  description: string;
  fields?: Record<string, FieldDefinition & Pick<TableField, "reference"> & { required?: true }>;
  movesMoney?: true;
  sendsMail?: true;
  /** Rows that the action is offered for; defaults to all. */
  when?: RowCondition;
  run: (deps: Deps, run: ActionRun) => Promise<ActionFacts | void> | ActionFacts | void;
};
