import { useCallback, useState } from "react";
import { browserStorage, readJson } from "../../lib/storage.ts";

/** Which columns of a table are shown, in which order, how wide, and which stay in sight. */
export type ColumnView = {
  hidden: string[];
  order: string[];
  widths: Record<string, number>;
  pinned: string[];
};

export const PLAIN_VIEW: ColumnView = { hidden: [], order: [], widths: {}, pinned: [] };

const keyOf = (table: string) => `admin-columns-${table}`;

/** The columns of a table as this browser keeps them. */
export function useColumnView(table: string): [ColumnView, (view: ColumnView) => void] {
  const [view, setView] = useState(() => readView(table));
  const keep = useCallback(
    (next: ColumnView) => {
      browserStorage.setItem(keyOf(table), JSON.stringify(next));
      setView(next);
    },
    [table],
  );
  return [view, keep];
}

function readView(table: string): ColumnView {
  const kept = readJson(browserStorage, keyOf(table));
  return typeof kept === "object" && kept !== null ? { ...PLAIN_VIEW, ...kept } : PLAIN_VIEW;
}
