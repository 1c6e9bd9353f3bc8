import type { TableRow, TableSchema } from "../../../server/contract/tables.ts";
import { usePendingEdits } from "./admin-context.ts";
import { type RowsPage, useRows, useSchemas } from "./queries.ts";
import type { Stored } from "./use-stored.tsx";
import { SETTINGS_TABLE } from "../url/screen-paths.ts";

type SettingsRow = {
  schema: TableSchema | undefined;
  /** The row with its pending edits; undefined while it loads. */
  row: TableRow | undefined;
  query: Stored<RowsPage>;
};

/** Reads the only row of `settings`. */
export function useSettingsRow(): SettingsRow {
  const schema = useSchemas().get(SETTINGS_TABLE);
  const query = useRows(SETTINGS_TABLE, {}, { isOpened: true });
  const { withEdits } = usePendingEdits(SETTINGS_TABLE);
  const [row] = query.data?.data ?? [];
  return { schema, row: row && withEdits(row), query };
}
