import type { TableAction, TableSchema } from "../../contract/tables.ts";
import type { TableActionDefinition } from "./actions.ts";
import type { TableDefinition } from "./define-table.ts";

/** The schema of a table for the admin, without `bulky` columns. */
export function schemaOf(definition: TableDefinition): TableSchema {
  const { name, title, description, readOnly, label, actions } = definition;
  const columns = [...definition.columns.values()].filter(({ bulky }) => !bulky);
  return {
    name,
    title,
    description,
    properties: Object.fromEntries(columns.map((column) => [column.name, column.field])),
    required: columns.filter(({ required }) => required).map((column) => column.name),
    readOnly,
    label,
    actions: actions.map(actionOf),
  };
}

function actionOf(definition: TableActionDefinition): TableAction {
  const { name, title, description, movesMoney = false, sendsMail = false, when = {} } = definition;
  return { name, title, description, form: actionForm(definition), movesMoney, sendsMail, when };
}

/** Parameters of an action. */
export function actionForm({ title, fields = {} }: TableActionDefinition): TableAction["form"] {
  const properties: TableAction["form"]["properties"] = {};
  const required: string[] = [];
  for (const [field, { required: isRequired, ...rules }] of Object.entries(fields)) {
    properties[field] = rules;
    if (isRequired) required.push(field);
  }
  return { title, properties, required };
}
