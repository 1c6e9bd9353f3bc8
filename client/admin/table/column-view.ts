import { useCallback, useMemo, useSyncExternalStore } from "react";
import { browserStorage } from "../../lib/storage.ts";
import { useAdmin } from "../app/admin-context.ts";
import {
  type Columns,
  columnsAsBuilt,
  columnsKey,
  keepColumns,
  parseColumns,
} from "./column-settings.ts";

/** Which columns of a table are shown, in which order, how wide, and which stay in sight. */
export type ColumnView = Columns;

export const PLAIN_VIEW: ColumnView = columnsAsBuilt();

const listeners = new Set<() => void>();

/** The columns of a table as this browser keeps them for the person who is signed in. */
export function useColumnView(table: string): [ColumnView, (view: ColumnView) => void] {
  const { user } = useAdmin();
  const kept = useSyncExternalStore(subscribe, () =>
    browserStorage.getItem(columnsKey({ userId: user.id, table })),
  );
  const view = useMemo(() => parseColumns(kept), [kept]);
  const keep = useCallback(
    (next: ColumnView) => showColumns({ userId: user.id, table }, next),
    [user.id, table],
  );
  return [view, keep];
}

/** Keeps a table's columns, and shows them where the table is open. */
export function showColumns(place: { userId: number; table: string }, view: ColumnView): void {
  keepColumns(browserStorage, place, view);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
