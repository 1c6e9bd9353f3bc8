import type { Need } from "../../../server/contract/order-page.ts";

/** A screen of the admin, by its path below the admin's own. */
export type Place = { to: string; search?: Record<string, string> };

export const NEEDS_PLACE: Place = { to: "/needs" };
export const ORDERS_PLACE: Place = { to: "/tables/orders" };

const SCREENS: Readonly<Record<string, string>> = {
  orders: "/orders",
  contact_submissions: "/messages",
};

/** The tables whose rows have a screen of their own. */
export const screenTables: ReadonlySet<string> = new Set(Object.keys(SCREENS));

/** The screen that shows an order. */
export function orderPlace(id: number): Place {
  return rowPlace({ table: "orders", id });
}

/** The screen that shows a row of a table: its own, or the table with this row alone. */
export function rowPlace({ table, id }: { table: string; id: number }): Place {
  const screen = SCREENS[table];
  if (screen) return { to: `${screen}/${id}` };
  return { to: `/tables/${table}`, search: { id: String(id) } };
}

/** Where something that waits is dealt with: at its order, where it has one. */
export function needPlace({ table, id, orderId }: Need): Place {
  return orderId === null ? rowPlace({ table, id }) : orderPlace(orderId);
}
