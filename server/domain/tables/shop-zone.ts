import type { FieldDefinition } from "../../contract/field-validation.ts";
import type { TableSchema } from "../../contract/tables.ts";

/** Adds the shop's time zone to all times of a table and of its actions. */
export function inShopZone(schema: TableSchema, timeZone: string | null): TableSchema {
  if (!timeZone) return schema;
  const zoned = <Field extends FieldDefinition>(fields: Record<string, Field>) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        field.format === "date-time" ? { ...field, timeZone } : field,
      ]),
    );
  return {
    ...schema,
    properties: zoned(schema.properties),
    actions: schema.actions.map(({ form, ...action }) => ({
      ...action,
      form: { ...form, properties: zoned(form.properties) },
    })),
  };
}
