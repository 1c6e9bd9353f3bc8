import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { TableSchema } from "../../../server/contract/tables.ts";
import { fieldsOf, textsOf } from "../../lib/read-fields.ts";
import { browserStorage, type TextStorage } from "../../lib/storage.ts";
import { createListeners } from "../../lib/store.ts";
import { useAdmin } from "../app/admin-context.ts";
import { isQuiet } from "../app/formats.ts";

/** A user's column settings of a table. Widths are in px; pinned columns stay at the left. */
export type ColumnSettings = {
  order: string[];
  hidden: string[];
  /** Shown columns of those hidden by default (id, version, times). */
  shown: string[];
  widths: Record<string, number>;
  pinned: string[];
};

const NARROWEST_PX = 60;
const WIDEST_PX = 900;

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

/** Stores settings; default settings are removed. */
export function storeColumns(storage: TextStorage, of: UserTable, settings: ColumnSettings): void {
  if (isDefault(settings)) storage.removeItem(columnsKey(of));
  else storage.setItem(columnsKey(of), JSON.stringify(settings));
}

const listeners = createListeners();

/** Settings of a table for the signed-in user, stored in this browser. */
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

/** Stores settings and applies them where the table is open. */
export function showColumns(of: UserTable, settings: ColumnSettings): void {
  storeColumns(browserStorage, of, settings);
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
    widths: Object.fromEntries(numbers.map(([name, width]) => [name, boundedWidth(width)])),
    pinned: textsOf(pinned),
  };
}

function boundedWidth(width: number): number {
  return Math.round(Math.min(WIDEST_PX, Math.max(NARROWEST_PX, width)));
}

export function isDefault({ order, hidden, shown, widths, pinned }: ColumnSettings): boolean {
  return [order, hidden, shown, pinned, Object.keys(widths)].every((list) => list.length === 0);
}

/**
 * All columns of the schema in the chosen order. By default the id and the label come first; a
 * column that is not in the chosen order follows the column before it in the default order.
 */
export function orderedColumns(schema: TableSchema, { order }: ColumnSettings): string[] {
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

export function isHidden({ hidden, shown }: ColumnSettings, name: string): boolean {
  return isQuiet(name) ? !shown.includes(name) : hidden.includes(name);
}

/** Shows or hides a column. The last visible column cannot be hidden. */
export function toggleColumn(
  schema: TableSchema,
  settings: ColumnSettings,
  name: string,
): ColumnSettings {
  const list = isQuiet(name) ? "shown" : "hidden";
  const next = { ...settings, [list]: toggled(settings[list], name) };
  const isAnyVisible = Object.keys(schema.properties).some((each) => !isHidden(next, each));
  return isAnyVisible ? next : settings;
}

export function togglePin(settings: ColumnSettings, name: string): ColumnSettings {
  return { ...settings, pinned: toggled(settings.pinned, name) };
}

function toggled(names: readonly string[], name: string): string[] {
  return names.includes(name) ? names.filter((each) => each !== name) : [...names, name];
}

/** Moves a column before or after another one. */
export function moveColumn(
  schema: TableSchema,
  settings: ColumnSettings,
  { name, beside, side }: { name: string; beside: string; side: "before" | "after" },
): ColumnSettings {
  const rest = orderedColumns(schema, settings).filter((each) => each !== name);
  const at = rest.indexOf(beside);
  if (at === -1) return settings;
  return { ...settings, order: rest.toSpliced(side === "after" ? at + 1 : at, 0, name) };
}

/** Moves a column one place left or right among the visible ones. */
export function stepColumn(
  schema: TableSchema,
  settings: ColumnSettings,
  { name, step }: { name: string; step: -1 | 1 },
): ColumnSettings {
  const visible = orderedColumns(schema, settings).filter((each) => !isHidden(settings, each));
  const beside = visible[visible.indexOf(name) + step];
  if (beside === undefined || !visible.includes(name)) return settings;
  return moveColumn(schema, settings, { name, beside, side: step === 1 ? "after" : "before" });
}
