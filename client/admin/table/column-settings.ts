import type { TableSchema } from "../../../server/contract/tables.ts";
import type { TextStorage } from "../../lib/storage.ts";
import { fieldsOf, textsOf } from "../../lib/read-fields.ts";
import { isQuiet } from "../app/formats.ts";

/** Which columns a table shows, in which order, how wide (in px), and which stay at the left. */
export type Columns = {
  order: string[];
  hidden: string[];
  /** Those of the columns hidden as built (id, version, times) that are shown all the same. */
  shown: string[];
  widths: Record<string, number>;
  pinned: string[];
};

const NARROWEST_PX = 60;
const WIDEST_PX = 900;

const AS_BUILT: Columns = { order: [], hidden: [], shown: [], widths: {}, pinned: [] };

type Place = { userId: number; table: string };

/** Where a browser keeps the columns of a person's table. */
export function columnsKey({ userId, table }: Place): string {
  return `admin.columns.${userId}.${table}`;
}

/** Keeps them; those as built leave nothing behind. */
export function keepColumns(storage: TextStorage, place: Place, columns: Columns): void {
  if (isAsBuilt(columns)) storage.removeItem(columnsKey(place));
  else storage.setItem(columnsKey(place), JSON.stringify(columns));
}

/** The columns that a text holds; as built, where there is none or it can't be read. */
export function parseColumns(text: string | null): Columns {
  try {
    return readColumns(JSON.parse(text ?? "null"));
  } catch {
    return columnsAsBuilt();
  }
}

/** Columns out of anything that was once stored: what can't be read is as built. */
export function readColumns(kept: unknown): Columns {
  const { order, hidden, shown, widths, pinned } = fieldsOf(kept);
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

export function isAsBuilt({ order, hidden, shown, widths, pinned }: Columns): boolean {
  return [order, hidden, shown, pinned, Object.keys(widths)].every((list) => list.length === 0);
}

/**
 * Every column of the schema in the order chosen; one that is new to it stands where it was built,
 * where what a row is known by comes before its other data.
 */
export function orderedColumns(schema: TableSchema, { order }: Columns): string[] {
  const names = Object.keys(schema.properties).toSorted(
    (one, other) => rankOf(schema, one) - rankOf(schema, other),
  );
  const ordered = order.filter((name) => names.includes(name));
  for (const [at, name] of names.entries()) {
    if (ordered.includes(name)) continue;
    const before = names.slice(0, at).findLast((each) => ordered.includes(each));
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, name);
  }
  return ordered;
}

function rankOf({ label }: TableSchema, name: string): number {
  if (name === "id") return 0;
  return name === label ? 1 : 2;
}

/** Whether a column is left out of the grid, by choice or as built. */
export function isHidden({ hidden, shown }: Columns, name: string): boolean {
  return isQuiet(name) ? !shown.includes(name) : hidden.includes(name);
}

/** Shows or hides a column; the last one that is shown stays. */
export function toggleColumn(schema: TableSchema, columns: Columns, name: string): Columns {
  const kind = isQuiet(name) ? "shown" : "hidden";
  const names = columns[kind];
  const isNamed = names.includes(name);
  const next = { ...columns, [kind]: isNamed ? without(names, name) : [...names, name] };
  const isAnyLeft = Object.keys(schema.properties).some((each) => !isHidden(next, each));
  return isAnyLeft ? next : columns;
}

export function togglePin(columns: Columns, name: string): Columns {
  const isPinned = columns.pinned.includes(name);
  const pinned = isPinned ? without(columns.pinned, name) : [...columns.pinned, name];
  return { ...columns, pinned };
}

/** Puts columns beside another one, in the order in which they stand now. */
export function moveColumns(
  schema: TableSchema,
  columns: Columns,
  move: { names: readonly string[]; beside: string; side: "before" | "after" },
): Columns {
  const ordered = orderedColumns(schema, columns);
  const moved = ordered.filter((name) => move.names.includes(name) && name !== move.beside);
  const rest = ordered.filter((name) => !moved.includes(name));
  const at = rest.indexOf(move.beside);
  if (at === -1) return columns;
  return { ...columns, order: rest.toSpliced(move.side === "after" ? at + 1 : at, 0, ...moved) };
}

/** Moves a column by one place among those that are shown. */
export function stepColumn(
  schema: TableSchema,
  columns: Columns,
  { name, step }: { name: string; step: -1 | 1 },
): Columns {
  const shown = orderedColumns(schema, columns).filter((each) => !isHidden(columns, each));
  const beside = shown[shown.indexOf(name) + step];
  if (beside === undefined || !shown.includes(name)) return columns;
  return moveColumns(schema, columns, {
    names: [name],
    beside,
    side: step === 1 ? "after" : "before",
  });
}

function boundedWidth(width: number): number {
  return Math.round(Math.min(WIDEST_PX, Math.max(NARROWEST_PX, width)));
}

export function columnsAsBuilt(): Columns {
  return { ...AS_BUILT };
}

function without(names: readonly string[], name: string): string[] {
  return names.filter((each) => each !== name);
}
