import { insertRow, type RecordedTable, updateRow } from "../../db/record.ts";
import type { TestApp } from "./create-test-app.ts";

type Store = Pick<TestApp, "db" | "clock">;

const authorOf = ({ clock }: Store) => ({ actor: "test", now: clock.now() });

/** Changes a stored row. The rules of the admin do not apply. */
export function changeRow<T extends RecordedTable>(
  t: Store,
  table: T,
  id: number,
  patch: Parameters<typeof updateRow<T>>[3],
) {
  return t.db.write((tx) => updateRow(tx, table, id, patch, authorOf(t)));
}

/** Stores a new row. The rules of the admin do not apply. */
export function addRow<T extends RecordedTable>(
  t: Store,
  table: T,
  values: Parameters<typeof insertRow<T>>[2],
) {
  return t.db.write((tx) => insertRow(tx, table, values, authorOf(t)));
}
