import type { TableRow, TableSchema } from "../../../server/contract/tables.ts";
import { outboxWords } from "../../content/admin-outbox.ts";
import { isTemporary } from "../offline/entry.ts";
import type { ListSearch } from "../data/api.ts";
import { useRows, useSchemas } from "../data/queries.ts";
import { rowLabel } from "../app/formats.ts";
import { usePendingEdits } from "../app/admin-context.ts";

export const MOST_CHOICES = 20;

/** The schema of a referenced table; undefined while loading. */
export function useReferenced(table: string): TableSchema | undefined {
  return useSchemas().get(table);
}

/** List searches for a typed text: part of the label, or the id ("12", "#12"). At most two. */
export function choiceSearches(
  { label, properties }: Pick<TableSchema, "label" | "properties">,
  text: string,
): ListSearch[] {
  const limit = String(MOST_CHOICES);
  const typed = text.trim();
  const [, id] = /^#?(\d{1,15})$/.exec(typed) ?? [];
  const byId = id === undefined ? [] : [{ id, limit: "1" }];
  if (typed === "") return [{ limit, sort: "id:desc" }];
  if (typed.startsWith("#")) return byId;
  const isText = properties[label]?.operators.includes("contains");
  return isText ? [...byId, { [`${label}__contains`]: typed, limit }] : byId;
}

/** Rows that match a typed text; rows that are not sent yet come first. */
export function useChoices(schema: TableSchema | undefined, text: string) {
  const table = schema?.name ?? "";
  const [first, second] = schema ? choiceSearches(schema, text) : [];
  const found = [
    useRows(table, first ?? {}, { enabled: first !== undefined }),
    useRows(table, second ?? {}, { enabled: second !== undefined }),
  ].slice(0, second ? 2 : first ? 1 : 0);
  const known = found.flatMap(({ data }) => data?.data ?? []).map((row) => [row.id, row] as const);
  const rows = [...new Map(known).values()].slice(0, MOST_CHOICES);
  const { added } = usePendingEdits(table);
  const unsent = schema ? added.filter((row) => isMeant(schema, row, text)) : [];
  return {
    rows: [...unsent, ...rows],
    isFull: rows.length === MOST_CHOICES,
    isFetching: found.some(({ isPending, isPlaceholderData }) => isPending || isPlaceholderData),
    isError: found.some(({ error }) => error),
  };
}

function isMeant(schema: TableSchema, row: TableRow, text: string): boolean {
  return rowLabel(schema, row).toLowerCase().includes(text.trim().toLowerCase());
}

/** The label and id of a referenced row; undefined while loading. */
export function useReferenceLabel(table: string, id: number | null): string | undefined {
  const schema = useReferenced(table);
  const { added } = usePendingEdits(table);
  const isUnsent = isTemporary(id);
  const search = { id: String(id), limit: "1" };
  const { data } = useRows(table, search, { enabled: id !== null && !isUnsent });
  const row = isUnsent ? added.find((row) => row.id === id) : data?.data[0];
  if (id === null) return "";
  return row && schema ? choiceText(schema, row) : data && `#${id}`;
}

/** A row's label with its id: "Bear (#3)". */
export function choiceText(schema: TableSchema, row: TableRow): string {
  const label = rowLabel(schema, row);
  return label === `#${row.id}` ? label : `${label} (${idText(row.id)})`;
}

export function idText(id: number): string {
  return isTemporary(id) ? outboxWords.unsent : `#${id}`;
}
