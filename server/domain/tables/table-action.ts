import type { FieldDefinition } from "../../contract/field-validation.ts";
import {
  ROW_VALUE,
  type RowCondition,
  type RowLink,
  type TableAction,
  type TableField,
  type TableRow,
  type Value,
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

type ActionFields = {
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
};

/** Runs once per Idempotency-Key, and throws AppError `conflict`. */
type RunsOnServer = {
  run: (deps: Deps, run: ActionRun) => Promise<ActionFacts | void> | ActionFacts | void;
  link?: never;
};

/** An action on one row: one that the server runs, or a link that the admin shows. */
export type TableActionDefinition = ActionFields & (RunsOnServer | { link: RowLink; run?: never });

/** Returns the action that shows the link of a row. */
export function linkAction(
  link: RowLink,
  { when }: Pick<ActionFields, "when">,
): TableActionDefinition {
  const title = "Link and QR code";
  return { name: "link", title, description: "", link, ...(when && { when }) };
}

/** Returns the columns that an action reads from its row. */
export function columnsOfAction({ when = {}, link }: TableActionDefinition): string[] {
  const inPath = link?.path.matchAll(ROW_VALUE) ?? [];
  return [...Object.keys(when), ...Array.from(inPath, ([, column = ""]) => column)];
}

/** Returns an action as the admin sees it. */
export function actionOf(definition: TableActionDefinition): TableAction {
  const { name, title, description, movesMoney = false, sendsMail = false } = definition;
  const { when = {}, link } = definition;
  const form = actionForm(definition);
  return { name, title, description, form, movesMoney, sendsMail, when, ...(link && { link }) };
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
