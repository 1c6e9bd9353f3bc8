import type { Entry, Outcome } from "../offline/entry.ts";
import type { Change, LiveNews } from "../offline/live.ts";

/** Changed row ids by table; "all" when any row may have changed. */
export type Changed = ReadonlyMap<string, ReadonlySet<number>> | "all";

/** Tables whose rows an order's page shows. */
const ORDER_TABLES = [
  "orders",
  "order_items",
  "order_notes",
  "emails",
  "refunds",
  "webhook_events",
  "subscription_records",
];
/** Tables with rows that may need attention. */
const NEEDS_TABLES = [
  "orders",
  "order_notes",
  "refunds",
  "emails",
  "webhook_events",
  "contact_submissions",
];
const LOG = "changes";

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

/** Whether these changes may change the result of a query. */
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

/** Recognizes this browser's own changes by the versions in the server's answers. */
export function ownWrites() {
  const versions = new Map<string, number>();
  return {
    note({ kind, table, row }: Entry, outcome: Outcome): void {
      if (outcome.kind !== "done" || kind === "upload") return;
      if (kind === "delete") versions.set(`${table} ${row}`, Infinity);
      else if (outcome.row) versions.set(`${table} ${outcome.row.id}`, outcome.row.version);
    },

    isOwn: ({ table, id, version }: Change): boolean =>
      (version ?? Infinity) <= (versions.get(`${table} ${id}`) ?? -1),
  };
}
