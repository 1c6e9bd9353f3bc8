import { useCallback, useState } from "react";
import { browserStorage, readJson } from "../../lib/storage.ts";

const COLUMNS_KEY = "adminColumns";

/** Which columns of a table are shown, in which order, how wide, and which stay in sight. */
export type ColumnView = {
  hidden: string[];
  order: string[];
  widths: Record<string, number>;
  pinned: string[];
};

export const PLAIN_VIEW: ColumnView = { hidden: [], order: [], widths: {}, pinned: [] };

/** The columns of a table as this browser keeps them. */
export function useColumnView(table: string): [ColumnView, (view: ColumnView) => void] {
  const [view, setView] = useState(() => ({ ...PLAIN_VIEW, ...readViews()[table] }));
  const keep = useCallback(
    (next: ColumnView) => {
      browserStorage.setItem(COLUMNS_KEY, JSON.stringify({ ...readViews(), [table]: next }));
      setView(next);
    },
    [table],
  );
  return [view, keep];
}

function readViews(): Record<string, Partial<ColumnView>> {
  const kept = readJson(browserStorage, COLUMNS_KEY);
  return typeof kept === "object" && kept !== null ? (kept as Record<string, ColumnView>) : {};
}
