import type { LiveNews } from "../offline/live.ts";

/** Rows that have changed, by their tables; `all` when any may have. */
export type Changed = ReadonlyMap<string, ReadonlySet<number>> | "all";

/** What an order's page holds beside the order. */
const ORDER_TABLES = [
  "orders",
  "order_items",
  "order_notes",
  "emails",
  "refunds",
  "webhook_events",
  "subscription_records",
];
/** What may wait for a person. */
const NEEDS_TABLES = [
  "orders",
  "order_notes",
  "refunds",
  "emails",
  "webhook_events",
  "contact_submissions",
];
const LOG = "changes";

/** What several pieces of news come to. */
export function changedIn(news: readonly LiveNews[]): Changed {
  const changed = new Map<string, Set<number>>();
  for (const piece of news) {
    if (piece === "all") return piece;
    for (const { table, id } of piece) {
      changed.set(table, (changed.get(table) ?? new Set()).add(id));
    }
  }
  return changed;
}

/** Whether what a query has read may be another by these changes. */
export function showsChange(queryKey: readonly unknown[], changed: Changed): boolean {
  const [kind, table, id] = queryKey;
  if (kind === "schemas") return false;
  if (changed === "all") return true;
  const hasAny = (tables: readonly string[]) => tables.some((name) => changed.has(name));
  switch (kind) {
    case "rows":
      return table === LOG ? changed.size > 0 : changed.has(String(table));
    case "row":
    case "history":
      return changed.get(String(table))?.has(Number(id)) === true;
    case "order":
      return hasAny(ORDER_TABLES);
    case "needs":
      return hasAny(NEEDS_TABLES);
    default:
      return false;
  }
}
