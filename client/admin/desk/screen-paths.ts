import type { Need } from "../../../server/contract/order-page.ts";

/** A screen of the admin, by its path below the admin's own. */
export type ScreenPath = { to: string; search?: Record<string, string> };

export const NEEDS_PATH: ScreenPath = { to: "/needs" };
export const ORDERS_PATH: ScreenPath = { to: "/tables/orders" };

const SCREENS: Readonly<Record<string, string>> = {
  orders: "/orders",
  contact_submissions: "/messages",
};

/** The tables whose rows have a screen of their own. */
export const screenTables: ReadonlySet<string> = new Set(Object.keys(SCREENS));

/** The screen that shows an order. */
export function orderPath(id: number): ScreenPath {
  return rowPath({ table: "orders", id });
}

/** The screen that shows a row of a table: its own, or the table with this row alone. */
export function rowPath({ table, id }: { table: string; id: number }): ScreenPath {
  const screen = SCREENS[table];
  if (screen) return { to: `${screen}/${id}` };
  return { to: `/tables/${table}`, search: { id: String(id) } };
}

/** Where something that waits is dealt with: at its order, where it has one. */
export function needPath({ table, id, orderId }: Need): ScreenPath {
  return orderId === null ? rowPath({ table, id }) : orderPath(orderId);
}
