import type { FieldDefinition } from "../../contract/field-validation.ts";
import type { TableAction, TableSchema } from "../../contract/tables.ts";
import type { TableActionDefinition } from "./actions.ts";
import type { TableDefinition } from "./define-table.ts";

/** What the admin is told of a table; columns too long for a list are left out. */
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
  const { name, title, description, movesMoney = false, sendsMail = false } = definition;
  const fields = Object.entries(definition.fields ?? {});
  const properties: Record<string, FieldDefinition> = {};
  for (const [field, { required: _required, ...rules }] of fields) properties[field] = rules;
  const required = fields.filter(([, rules]) => rules.required).map(([field]) => field);
  return { name, title, description, form: { title, properties, required }, movesMoney, sendsMail };
}
