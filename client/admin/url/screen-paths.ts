import type { Need } from "../../../server/contract/admin-answers.ts";
import type { LinkedRow } from "../../../server/contract/health.ts";
import type { TableRow } from "../../../server/contract/tables.ts";
import type { StatsSource } from "../../../server/contract/stats.ts";
import { OPEN_ROW } from "./table-search.ts";

/** Link target in the admin; `to` is relative to `/admin`. */
export type ScreenPath = { to: string; search?: Record<string, string> };

export const NEEDS_PATH: ScreenPath = { to: "/needs" };

const SCREENS: Readonly<Record<string, string>> = {
  orders: "/orders",
  contact_submissions: "/messages",
  users: "/customers",
};

/** Reports whether rows of a table have their own screen. */
export function hasScreen(table: string): boolean {
  return Object.hasOwn(SCREENS, table);
}

/** Returns the screen of a row, or its table filtered by the row's id. */
export function rowPath({ table, id }: { table: string; id: number }): ScreenPath {
  const screen = SCREENS[table];
  if (screen) return { to: `${screen}/${id}` };
  return { to: `/tables/${table}`, search: { id: String(id) } };
}

export function orderPath(id: number): ScreenPath {
  return rowPath({ table: "orders", id });
}

/** The orders that were imported from other shops. */
export const IMPORTED_ORDERS: ScreenPath = { to: "/tables/orders", search: { source__ne: "own" } };

/** Returns the screen of the buyer of an order, by their account if they have one. */
export function buyerPath({ id, user_id: userId }: TableRow): ScreenPath {
  if (typeof userId === "number") return rowPath({ table: "users", id: userId });
  return { to: `${SCREENS["users"]}/order-${id}` };
}

/** Returns the screen of the sender of a message. */
export function senderPath({ id }: TableRow): ScreenPath {
  return { to: `${SCREENS["users"]}/message-${id}` };
}

/** Returns a table filtered by the rows whose column has one of these values. */
export function filteredPath(
  table: string,
  { column, values }: { column: string; values: readonly string[] },
): ScreenPath {
  return { to: `/tables/${table}`, search: { [`${column}__in`]: values.join(",") } };
}

/** Returns the path of a row's form, or of the text group titled `label` if `id` is null. */
export function formPath({ table, id, label }: LinkedRow): ScreenPath {
  if (id === null) return { to: "/content", search: { group: label } };
  const { to, search } = rowPath({ table, id });
  return search ? { to, search: { ...search, [OPEN_ROW]: String(id) } } : { to };
}

/** Returns the screen of the related order, or of the row itself if there is no order. */
export function needPath({ table, id, orderId }: Need): ScreenPath {
  return orderId === null ? rowPath({ table, id }) : orderPath(orderId);
}

export const SETTINGS_TABLE = "settings";
/** Query parameter with the field to focus. */
export const FIELD_SEARCH = "field";

/** Link to the settings; with a field, to that field. */
export function settingsPath(field?: string): ScreenPath {
  return { to: "/settings", ...(field && { search: { [FIELD_SEARCH]: field } }) };
}

/** Query parameter of the overview with the source of the shown visits. */
export const SOURCE_SEARCH = "stats-source";

/** Formats a source for the URL: "referrer:example.com". */
export function sourceText({ kind, value }: StatsSource): string {
  return `${kind}:${value}`;
}

/** Link to the overview with the visits from a source. */
export function sourcePath(source: StatsSource): ScreenPath {
  return { to: "/", search: { [SOURCE_SEARCH]: sourceText(source) } };
}
