import type { FieldDefinition } from "../../contract/field-validation.ts";
import type {
  RowCondition,
  TableAction,
  TableField,
  TableRow,
  Value,
} from "../../contract/tables.ts";
import type { Deps } from "../../deps.ts";
import type { AdminAuthor } from "../sign-in/administrators.ts";

export type ActionRun = {
  row: TableRow;
  values: Record<string, Value>;
  /** Author of the action; `author.write` checks the administrator's rights in the transaction. */
  author: AdminAuthor;
  /** Idempotency key for external effects; the same for every retry. */
  key: string;
};

type ActionFacts = Record<string, Value>;

/** An action on one row. `run` runs once per Idempotency-Key, and throws AppError `conflict`. */
export type TableActionDefinition = {
  name: string;
  /** Earlier name, which an open or cached admin of an earlier build still sends. */
  formerName?: string;
  title: string;
  description: string;
  fields?: Record<string, FieldDefinition & Pick<TableField, "reference"> & { required?: true }>;
  movesMoney?: true;
  sendsMail?: true;
  /** Needs a recent passkey check, as actions that move money do. */
  needsPasskeyCheck?: true;
  when?: RowCondition;
  run: (deps: Deps, run: ActionRun) => Promise<ActionFacts | void> | ActionFacts | void;
};

/** Returns an action as the admin sees it. */
export function actionOf(definition: TableActionDefinition): TableAction {
  const { name, title, description, movesMoney = false, sendsMail = false, when = {} } = definition;
  return { name, title, description, form: actionForm(definition), movesMoney, sendsMail, when };
}

export function actionForm({ title, fields = {} }: TableActionDefinition): TableAction["form"] {
  const properties: TableAction["form"]["properties"] = {};
  const required: string[] = [];
  for (const [field, { required: isRequired, ...rules }] of Object.entries(fields)) {
    properties[field] = rules;
    if (isRequired) required.push(field);
  }
  return { title, properties, required };
}
