import type { TableSchema } from "../../../server/contract/tables.ts";
import type { ScreenPath } from "../ui/screen.tsx";

export const SETTINGS_TABLE = "settings";
/** Query parameter with the field to focus. */
export const FIELD_SEARCH = "field";

/** Link to the settings; with a field, to that field. */
export function settingsPath(field?: string): ScreenPath {
  return { to: "/settings", ...(field && { search: { [FIELD_SEARCH]: field } }) };
}

/** Returns the fields of a form by section, in the schema's order. */
export function sectionsOf({ properties }: Pick<TableSchema, "properties">) {
  const sections = new Map<string, string[]>();
  for (const [name, { section }] of Object.entries(properties)) {
    if (section !== undefined) sections.set(section, [...(sections.get(section) ?? []), name]);
  }
  return [...sections].map(([title, names]) => ({ title, names }));
}
