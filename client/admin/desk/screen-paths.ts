import type { Need } from "../../../server/contract/order-page.ts";

/** A screen of the admin; `to` is its path below `/admin`. */
export type ScreenPath = { to: string; search?: Record<string, string> };

export const NEEDS_PATH: ScreenPath = { to: "/needs" };
export const ORDERS_PATH: ScreenPath = { to: "/tables/orders" };

const SCREENS: Readonly<Record<string, string>> = {
  orders: "/orders",
  contact_submissions: "/messages",
};

/** Whether rows of a table have a screen of their own. */
export function hasScreen(table: string): boolean {
  return Object.hasOwn(SCREENS, table);
}

export function orderPath(id: number): ScreenPath {
  return rowPath({ table: "orders", id });
}

/** The screen of a row, or its table filtered by the row's id. */
export function rowPath({ table, id }: { table: string; id: number }): ScreenPath {
  const screen = SCREENS[table];
  if (screen) return { to: `${screen}/${id}` };
  return { to: `/tables/${table}`, search: { id: String(id) } };
}

/** The order of a need, or its own row when it belongs to no order. */
export function needPath({ table, id, orderId }: Need): ScreenPath {
  return orderId === null ? rowPath({ table, id }) : orderPath(orderId);
}
