import type {
  ColumnOrderState,
  ColumnPinningState,
  ColumnSizingState,
  ColumnVisibilityState,
} from "@tanstack/react-table";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { TableSchema } from "../../../server/contract/tables.ts";
import { fieldsOf, textsOf } from "../../lib/read-fields.ts";
import { browserStorage } from "../../lib/storage.ts";
import { createListeners } from "../../lib/observable.ts";
import { useAdmin } from "../data/admin-context.ts";
import { isQuiet } from "../data/row-texts.ts";

/** A user's column settings of a table. Widths are in px; pinned columns stay at the left. */
export type ColumnSettings = {
  order: string[];
  hidden: string[];
  /** Visible columns that are hidden by default (id, version, timestamps). */
  shown: string[];
  widths: Record<string, number>;
  pinned: string[];
};

export type ColumnState = {
  columnOrder: ColumnOrderState;
  columnVisibility: ColumnVisibilityState;
  columnPinning: ColumnPinningState;
  columnSizing: ColumnSizingState;
};

export const DEFAULT_COLUMNS: ColumnSettings = {
  order: [],
  hidden: [],
  shown: [],
  widths: {},
  pinned: [],
};

type UserTable = { userId: number; table: string };

export function columnsKey({ userId, table }: UserTable): string {
  return `admin.columns.${userId}.${table}`;
}

const listeners = createListeners();

/** Returns the signed-in user's settings for a table, stored in this browser. */
export function useColumnSettings(table: string) {
  const { user } = useAdmin();
  const stored = useSyncExternalStore(listeners.add, () =>
    browserStorage.getItem(columnsKey({ userId: user.id, table })),
  );
  const settings = useMemo(() => parseColumns(stored), [stored]);
  const onSettings = useCallback(
    (next: ColumnSettings) => showColumns({ userId: user.id, table }, next),
    [user.id, table],
  );
  return { settings, onSettings };
}

/** Stores settings and updates open tables. Default settings are removed from storage. */
export function showColumns(of: UserTable, settings: ColumnSettings): void {
  if (isDefault(settings)) browserStorage.removeItem(columnsKey(of));
  else browserStorage.setItem(columnsKey(of), JSON.stringify(settings));
  listeners.notify();
}

/** Parses stored settings. Fields that are missing or invalid get their defaults. */
export function parseColumns(text: string | null): ColumnSettings {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text ?? "null");
  } catch {
    return DEFAULT_COLUMNS;
  }
  const { order, hidden, shown, widths, pinned } = fieldsOf(parsed);
  const numbers = Object.entries(fieldsOf(widths)).filter(
    (entry): entry is [string, number] => typeof entry[1] === "number",
  );
  return {
    order: textsOf(order),
    hidden: textsOf(hidden),
    shown: textsOf(shown),
    widths: Object.fromEntries(numbers),
    pinned: textsOf(pinned),
  };
}

export function isDefault({ order, hidden, shown, widths, pinned }: ColumnSettings): boolean {
  return [order, hidden, shown, pinned, Object.keys(widths)].every((list) => list.length === 0);
}

/** Converts settings to TanStack Table state. Pins the label column by default. */
export function columnStateOf(
  schema: TableSchema,
  { order, hidden, shown, widths, pinned }: ColumnSettings,
): ColumnState {
  const columnOrder = orderedColumns(schema, order);
  const isVisible = (name: string) =>
    isQuiet(name) ? shown.includes(name) : !hidden.includes(name);
  return {
    columnOrder,
    columnVisibility: Object.fromEntries(columnOrder.map((name) => [name, isVisible(name)])),
    columnPinning: { start: pinned.length > 0 ? pinned : [schema.label], end: [] },
    columnSizing: widths,
  };
}

/** Applies a table state change to the settings. Ignores hiding the last visible column. */
export function withColumnState(
  settings: ColumnSettings,
  { columnOrder, columnVisibility, columnPinning, columnSizing }: Partial<ColumnState>,
): ColumnSettings {
  const entries = Object.entries(columnVisibility ?? {});
  const isAnyVisible = entries.some(([, isVisible]) => isVisible);
  const namesOf = (quiet: boolean) =>
    entries
      .filter(([name, isVisible]) => isQuiet(name) === quiet && isVisible === quiet)
      .map(([name]) => name);
  return {
    ...settings,
    ...(columnOrder && { order: columnOrder }),
    ...(isAnyVisible && { hidden: namesOf(false), shown: namesOf(true) }),
    ...(columnPinning && { pinned: columnPinning.start }),
    ...(columnSizing && { widths: { ...columnSizing } }),
  };
}

/**
 * Returns all columns in the user's order. By default id and label come first; columns missing from
 * the user's order follow their predecessor in the default order.
 */
function orderedColumns(schema: TableSchema, order: readonly string[]): string[] {
  const rank = (name: string) => (name === "id" ? 0 : name === schema.label ? 1 : 2);
  const names = Object.keys(schema.properties).toSorted((one, other) => rank(one) - rank(other));
  const ordered = order.filter((name) => names.includes(name));
  for (const [at, name] of names.entries()) {
    if (ordered.includes(name)) continue;
    const before = names.slice(0, at).findLast((each) => ordered.includes(each));
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, name);
  }
  return ordered;
}
